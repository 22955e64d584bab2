import EventStreams
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

@Suite struct FixTests {
    private static let waiver = "# eventctl-allow unknown-seting until 2026-06-30: a consumer of ours reads it"
    private static let stream = "a:\n  schema_title: analytics/product_metrics/app/base\n  topcs: 1\n"

    @Test func `a fix changes its text alone, and the report is on what is left`() throws {
        let text = "\u{FEFF}# Übersicht\r\n\(Self.waiver)\r\n\(Self.stream.replacing("\n", with: "\r\n"))  ownr: 1"
        try withProject(["Streams/a.yaml": text]) { project in
            let (changes, report) = try project.check().fix()
            #expect(try project.text(of: "Streams/a.yaml") == text.replacing("seting", with: "setting"))
            #expect(report.findings == [])
            #expect(report.waived.count == 2)
            #expect(changes.map(\.file) == ["\(project.path)/Streams/a.yaml"])
        }
    }

    @Test func `a file keeps its permissions, and a link stays a link`() throws {
        try withProject(["Streams/a.yaml": Self.waiver + "\n" + Self.stream, "area/b.txt": "x"]) { project in
            let (file, link) = ("\(project.path)/area/b.yaml", "\(project.path)/Streams/a.yaml")
            try FileManager.default.moveItem(atPath: link, toPath: file)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../area/b.yaml")
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
            let changes = try project.check().fix().changes
            #expect(changes.first?.diff.first == "--- a\(RealPaths.resolved(file) ?? "")")
            #expect(try project.text(of: "area/b.yaml").hasPrefix("# eventctl-allow unknown-setting"))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o640)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../area/b.yaml")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: "\(project.path)/area").sorted() == [
                    "b.txt", "b.yaml",
                ])
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "this process may not mount a file system"))
    func `a fix changes all files or, on a full disk, none`() throws {
        let text = "\(Self.waiver)\n\(Self.stream)"
        let disk = try SmallDisk(bytes: 1 << 20)
        defer { #expect(throws: Never.self) { try disk.remove() } }
        try Data(text.replacing("a:", with: "b:").utf8).write(to: disk.file("b.yaml"))
        try disk.fill()
        try withProject(["Streams/a.yaml": text]) { project in
            let link = "\(project.path)/Streams/b.yaml"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: disk.file("b.yaml").path)
            #expect(throws: FileWriteError.self) { try project.check().fix() }
            #expect(try project.text(of: "Streams/a.yaml") == text)
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(project.path)/Streams").sorted()
            #expect(names == ["a.yaml", "b.yaml"])
            try disk.free()
            #expect(try project.check().fix().changes.count == 2)
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "this process may not mount a file system"))
    func `a fix changes no file when one cannot be replaced at the end`() throws {
        let text = "\(Self.waiver)\n\(Self.stream)"
        let files = ["a", "b", "c"].map { ("Streams/\($0).yaml", text.replacing("a:", with: "\($0):")) }
        try withProject(Dictionary(uniqueKeysWithValues: files + [("bound", files[1].1)])) { project in
            let path = "\(project.path)/Streams/b.yaml"
            let mount = try BindMount(of: "\(project.path)/bound", at: path)
            defer { #expect(throws: Never.self) { try mount.remove() } }
            let error = #expect(throws: FileWriteError.self) { try project.check().fix() }
            #expect(error?.file == path)
            #expect(error?.reason.hasSuffix("; no file is changed") == true, "\(String(describing: error))")
            for (file, text) in files { #expect(try project.text(of: file) == text) }
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(project.path)/Streams").sorted()
            #expect(names == ["a.yaml", "b.yaml", "c.yaml"])
        }
    }

    /// Fixes a project in which somebody adds a line to `b.yaml` after it was read, in the first check or the second.
    @Test(arguments: [1, 2]) func `a fix keeps an edit that is made while it runs`(round: Int) throws {
        let text = "\(Self.waiver)\n\(Self.stream)"
        let files = ["Streams/a.yaml": text, "Streams/b.yaml": text.replacing("a:", with: "b:")]
        try withProject(files) { project in
            let edit = EditDuringCheck(of: "\(project.path)/Streams/b.yaml", inRound: round)
            let check = try ProjectCheck(project.folders, asOf: UTCInstant(iso8601: "2026-01-01")) { edit.phase($0) }
            let error = #expect(throws: FileWriteError.self) { try check.fix() }
            #expect(error?.reason == "it was changed meanwhile; run the command again; no file is changed")
            #expect(try project.text(of: "Streams/a.yaml") == text)
            #expect(try project.text(of: "Streams/b.yaml") == files["Streams/b.yaml"].map { $0 + "# An edit.\n" })
            #expect(try project.check().fix().changes.count == 2)
        }
    }

    @Test func `a fix removes what a process left that was killed long ago, and nothing else`() throws {
        try withProject(["Streams/a.yaml": "\(Self.waiver)\n\(Self.stream)"]) { project in
            let (old, new) = (".\(UUID().uuidString).tmp", ".\(UUID().uuidString).tmp")
            for name in [old, new, ".other.tmp"] { try project.write("x", to: "Streams/\(name)") }
            for name in [old, ".other.tmp"] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -7200)],
                    ofItemAtPath: "\(project.path)/Streams/\(name)")
            }
            #expect(try project.check().fix().changes.count == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(project.path)/Streams").sorted()
            #expect(names == [new, ".other.tmp", "a.yaml"].sorted())
        }
    }

    @Test func `findings of a baseline are not fixed`() throws {
        let text = "\(Self.waiver)\n\(Self.stream)"
        try withProject(["Streams/a.yaml": text]) { project in
            try Baseline(project.report()).write(to: "\(project.path)/baseline.json")
            #expect(try project.check().fix().changes == [])
            #expect(try project.text(of: "Streams/a.yaml") == text)
        }
    }

    @Test func `the diff has the lines around each change, byte for byte`() throws {
        let lines = (1...20).map { "line \($0)" }
        var changed = lines
        (changed[1], changed[9], changed[19]) = ("LINE 2", "LINE 10", "LINE 20")
        let change = FileChange(
            file: "a.yaml", before: Array((lines.joined(separator: "\r\n") + "\r\n").utf8),
            after: Array((changed.joined(separator: "\r\n") + "\r\n").utf8))
        #expect(
            change.diff.map { $0.replacing("\r", with: "") } == [
                "--- a/a.yaml", "+++ b/a.yaml", "@@ -1,5 +1,5 @@", " line 1", "-line 2", "+LINE 2", " line 3",
                " line 4",
                " line 5", "@@ -7,7 +7,7 @@", " line 7", " line 8", " line 9", "-line 10", "+LINE 10", " line 11",
                " line 12", " line 13", "@@ -17,4 +17,4 @@", " line 17", " line 18", " line 19", "-line 20", "+LINE 20",
            ])
        #expect(change.diff.filter { $0.utf8.last == UInt8(ascii: "\r") }.count == 5 + 2 + 8 + 5 - 1)
    }

    @Test(arguments: [
        ("a\nb\n", "a\nx\nb\n", ["@@ -1,2 +1,3 @@", " a", "+x", " b"]), ("a\n", "", ["@@ -1 +0,0 @@", "-a"]),
        ("", "a\n", ["@@ -0,0 +1 @@", "+a"]), ("a\n", "a\n", []), ("a\nb\n", "b\n", ["@@ -1,2 +1 @@", "-a", " b"]),
        ("a\n", "a", ["@@ -1 +1 @@", "-a", "+a", "\\ No newline at end of file"]),
        ("a\nb", "c\nb", ["@@ -1,2 +1,2 @@", "-a", "+c", " b", "\\ No newline at end of file"]),
        ("\u{E9}\r\n", "e\u{301}\r\n", ["@@ -1 +1 @@", "-\u{E9}\r", "+e\u{301}\r"]),
    ])
    func `added and removed lines are marked`(old: String, new: String, diff: [String]) {
        #expect(
            UnifiedDiff(Array(old.utf8), Array(new.utf8)).lines.map { Array($0.utf8) } == diff.map { Array($0.utf8) })
    }

    @Test(arguments: [
        ("a.yaml", "a/a.yaml"), ("a b/é.yaml", "a/a b/é.yaml\t"), ("x\"\n\u{1}.yaml", #""a/x\"\012\001.yaml""#),
        ("/nowhere/a.yaml", "a/nowhere/a.yaml"), ("../../../../a.yaml", "a/a.yaml"),
    ])
    func `a file has the name in a diff that git gives it`(file: String, name: String) {
        #expect(FileChange(file: file, before: [1], after: []).diff.first == "--- \(name)")
    }

    /// Edits of the text `α: one, two` as column, text and replacement.
    @Test(arguments: [
        ([(4, "one", "1"), (9, "two", "2")], "α: 1, 2"), ([(4, "one, two", "3"), (9, "two", "2")], "α: 3"),
        ([(4, "two", "2")], "α: one, two"), ([(12, "", "!")], "α: one, two!"), ([(40, "", "!")], "α: one, two"),
        ([(1, "α", "β")], "β: one, two"),
    ])
    func `of edits that overlap the first is made, and an edit whose text is elsewhere is not`(
        edits: [(Int, String, String)], result: String
    ) {
        let text = SourceText(bytes: Array("# x\nα: one, two\n".utf8), file: "a.yaml")
        let edits = edits.map {
            TextEdit(location: SourceLocation(file: "a.yaml", line: 2, column: $0), text: $1, replacement: $2)
        }
        #expect(String(decoding: text.applying(edits), as: UTF8.self) == "# x\n\(result)\n")
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `an edit is found on its line, whatever ends the lines`(end: String)
        throws
    {
        let text = ["# é", "a: b", "c: ‘b’ b", ""].joined(separator: end)
        let document = try SourceDocument(bytes: Array(text.utf8), file: "a.yaml")
        let place = SourceLocation(file: "a.yaml", line: 3, column: 5)
        #expect(document.edits(replacing: "b", with: "d", at: place).map(\.location.column) == [5])
        #expect(document.edits(replacing: "c", with: "d", at: place) == [])
    }
}

/// Adds a line to a file when a check has read it.
private final class EditDuringCheck: Sendable {
    private let file: String
    private let round: Int
    private let rounds = Locked(0)

    init(of file: String, inRound round: Int) { (self.file, self.round) = (file, round) }

    func phase(_ phase: String) {
        guard phase == "checking experiments" else { return }
        let count = rounds.withLock { rounds in
            rounds += 1
            return rounds
        }
        guard count == round else { return }
        #expect(throws: Never.self) {
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("# An edit.\n".utf8))
            try handle.close()
        }
    }
}
