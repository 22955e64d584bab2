import Foundation
import TestSupport
import Testing

@testable import EventCatalog
@testable import EventSchemaTools

/// The folder that a site is written to.
@Suite struct SiteFolderTests {
    private static func file(_ path: String, _ text: String = "x") -> SiteFile {
        SiteFile(path: path, bytes: Array(text.utf8))
    }

    /// The files below a folder with their content.
    private static func content(_ folder: TemporaryFolder, _ name: String = "site") throws -> [String: String] {
        let root = folder.path(name)
        var found: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder), !isFolder.boolValue
            else {
                found["\(path)/"] = ""
                continue
            }
            found[path] = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
        }
        return found
    }

    private func withFolder(_ body: (TemporaryFolder) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try body(folder)
    }

    @Test func `a new folder is made, and a site takes the place of an earlier one`() throws {
        try withFolder { folder in
            let site = folder.path("site")
            try SiteFolder(site).write([Self.file("index.html", "1"), Self.file("a/b/old.html"), Self.file("a/c.html")])
            #expect(try Self.content(folder)["a/b/old.html"] == "x")
            try SiteFolder(site).write([Self.file("index.html", "2"), Self.file("a/c.html"), Self.file("d/e.html")])
            var found = try Self.content(folder)
            let list = found.removeValue(forKey: SiteFolder.listName)
            #expect(found == ["index.html": "2", "a/": "", "a/c.html": "x", "d/": "", "d/e.html": "x"])
            #expect(list?.hasSuffix(":\na/c.html\nd/e.html\nindex.html\n") == true)
        }
    }

    @Test func `of two sites that are made at once, the folder has the one that is written last`() throws {
        try withFolder { folder in
            let (one, other) = (try SiteFolder(folder.path("site")), try SiteFolder(folder.path("site")))
            try one.write([Self.file("index.html", "1"), Self.file("a.html")])
            try other.write([Self.file("index.html", "2"), Self.file("b.html")])
            let found = try Self.content(folder)
            #expect(found["index.html"] == "2" && found["a.html"] == nil && found["b.html"] == "x")
        }
    }

    @Test func `files of others in the folder of a site stay as they are`() throws {
        try withFolder { folder in
            let site = folder.path("site")
            try SiteFolder(site).write([Self.file("a/old.html"), Self.file("index.html")])
            try folder.write("mine", to: "site/a/mine.html")
            try folder.write("mine", to: "site/notes.txt")
            try SiteFolder(site).write([Self.file("index.html")])
            let found = try Self.content(folder)
            #expect(found["a/mine.html"] == "mine" && found["notes.txt"] == "mine" && found["a/old.html"] == nil)
        }
    }

    @Test(arguments: ["notes.txt", ".git", "index.html"])
    func `a folder with other files is refused, and stays as it is`(name: String) throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(at: folder.file("site"), withIntermediateDirectories: true)
            try folder.write("mine", to: "site/\(name)")
            let error = #expect(throws: FileWriteError.self) { try SiteFolder(folder.path("site")) }
            #expect(error?.reason.contains("such as \(name)") == true)
            #expect(try Self.content(folder) == [name: "mine"])
        }
    }

    @Test func `a file, and a list that is not of this command, are refused`() throws {
        try withFolder { folder in
            try folder.write("mine", to: "file")
            #expect(throws: FileWriteError.self) { try SiteFolder(folder.path("file")) }
            for list in [
                "", "a.html\n", "\(Self.head)\n../x.html\n", "\(Self.head)\n/etc/x.html\n", "\(Self.head)\nx.html",
            ] {
                let name = UUID().uuidString
                try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
                try folder.write(list, to: "\(name)/\(SiteFolder.listName)")
                #expect(throws: FileWriteError.self, "\(list)") { try SiteFolder(folder.path(name)) }
            }
        }
    }

    private static let head = "Files that `eventctl schemas docs` has written, and replaces or removes:"

    @Test func `a file in the way is found before anything is written`() throws {
        try withFolder { folder in
            let site = folder.path("site")
            try SiteFolder(site).write([Self.file("index.html", "1")])
            try folder.write("mine", to: "site/page.html")
            let error = #expect(throws: FileWriteError.self) {
                try SiteFolder(site).write([Self.file("index.html", "2"), Self.file("page.html", "2")])
            }
            #expect(error?.file == "\(site)/page.html")
            let found = try Self.content(folder)
            #expect(found["index.html"] == "1" && found["page.html"] == "mine")
        }
    }

    @Test(arguments: [true, false])
    func `files behind a link are neither written nor removed`(isFolder: Bool) throws {
        try withFolder { folder in
            let site = folder.path("site")
            try SiteFolder(site).write([Self.file("a/page.html", "1"), Self.file("index.html")])
            try FileManager.default.createDirectory(at: folder.file("away"), withIntermediateDirectories: true)
            try folder.write("mine", to: "away/page.html")
            let (link, target) = isFolder ? ("site/a", "away") : ("site/a/page.html", "away/page.html")
            try FileManager.default.removeItem(at: folder.file(link))
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(link), withDestinationPath: folder.path(target))
            for files in [[Self.file("a/page.html", "2")], [Self.file("index.html")]] {
                #expect(throws: FileWriteError.self) { try SiteFolder(site).write(files) }
            }
            #expect(try Self.content(folder, "away") == ["page.html": "mine"])
        }
    }

    @Test func `a folder that cannot be made is an error with its path`() throws {
        try withFolder { folder in
            try folder.write("mine", to: "file")
            let error = #expect(throws: FileWriteError.self) {
                try SiteFolder(folder.path("file/site")).write([Self.file("index.html")])
            }
            #expect(error?.file.hasPrefix(folder.path("file/site")) == true)
        }
    }
}
