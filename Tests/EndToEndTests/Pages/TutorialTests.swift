import Foundation
import TestSupport
import Testing

/// The page with the tutorial, `FifteenMinutes`.
@Suite struct TutorialTests {
    private static let page = Result { try Page("Sources/EventPlatform/Documentation.docc/FifteenMinutes.md") }

    /// How the page names the platform, and what takes its place for this checkout, as the page says.
    private static let published = #".package(url: "https://github.com/OWNER/swift-event-platform", branch: "main")"#
    private static func local(_ path: String) -> String { #".package(name: "swift-event-platform", path: "\#(path)")"# }

    @Test func `the files of the tutorial are those of its finished package`() throws {
        let finished = Checkout.file("Examples/Tea")
        var files = try Self.page.get().files
        files["Package.swift"] = files["Package.swift"]?.replacingOccurrences(
            of: Self.published, with: Self.local("../.."))
        let paths = try FileManager.default.subpathsOfDirectory(atPath: finished.path)
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".yaml") }.filter { !$0.hasPrefix(".") }
        #expect(Set(paths) == Set(files.keys))
        for (path, text) in files {
            let found = try String(contentsOf: finished.appendingPathComponent(path), encoding: .utf8)
            #expect(found == text, "\(path)")
        }
    }

    @Test func `schemas and streams are valid at each step, but for the mistake that is reported as printed`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let blocks = try Self.page.get().blocks
        var mistakes = 0
        for (index, block) in blocks.enumerated() {
            guard case .file(let path, let text) = block, path.hasSuffix(".yaml") else { continue }
            try folder.write(page: text, to: path)
            guard FileManager.default.fileExists(atPath: folder.path("Streams")) else { continue }
            var printed: [String] = []
            if case .output(let lines) = blocks[index + 1] { printed = lines }
            #expect(try folder.catalogFindings().map { "\($0)" } == printed, "\(path)")
            mistakes += printed.count
        }
        #expect(mistakes == 1)
    }

    /// Builds and runs everything as printed, in a folder of its own.
    @Test(.enabled(if: scratch != nil, "EVENT_TUTORIAL names no folder to build in"))
    func `the commands of the tutorial print what the page shows`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var script = TutorialScript(log: folder.path("output"))
        for block in try Self.page.get().blocks {
            switch block {
            case .command(let command): script.run(command)
            case .output(let lines): script.expect(lines)
            case .file(let path, let text):
                script.write(
                    text.replacingOccurrences(of: Self.published, with: Self.local(Checkout.root.path)), to: path)
            }
        }
        let result = try await Child(
            program: URL(fileURLWithPath: "/bin/bash"), ["-c", script.text], directory: folder.url,
            environment: [
                "SWIFTPM_BUILD_DIR": Self.scratch ?? "", "XDG_STATE_HOME": folder.path("state"),
                "PATH": "\(try Self.swiftWithOptions(in: folder)):\(Self.environment["PATH"] ?? "")",
            ]
        ).result()
        #expect(result.status == 0, "\(result.output)\n\(result.errors)")
    }

    /// A folder with a command `swift` that adds `EVENT_TUTORIAL_OPTIONS` to each subcommand: with those of an earlier
    /// build in the same folder, its libraries are not built again.
    private static func swiftWithOptions(in folder: TemporaryFolder) throws -> String {
        let script = """
            #!/bin/sh
            subcommand=$1
            shift
            PATH='\(environment["PATH"] ?? "")' exec swift "$subcommand" \(environment["EVENT_TUTORIAL_OPTIONS"] ?? "") "$@"

            """
        try folder.write(page: script, to: "bin/swift")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/swift"))
        return folder.path("bin")
    }

    private static let environment = ProcessInfo.processInfo.environment
    /// The folder to build in, as an absolute path; `nil` unless the environment names one.
    private static let scratch = environment["EVENT_TUTORIAL"].map {
        URL(filePath: $0, relativeTo: Checkout.root).absoluteURL.path
    }
}

/// A page's commands, files and outputs as one script for bash. It ends with an error at the first command that fails,
/// and at the first line that is not printed.
private struct TutorialScript {
    private(set) var text: String
    private let log: String
    private var count = 0

    /// Each command's output is in a file of its own: `LOG.1`, `LOG.2`, …
    init(log: String) {
        self.log = log
        text = """
            set -euo pipefail
            output=/dev/null
            finish() {
                local status=$?
                kill $(jobs -p) 2> /dev/null || true
                if [ $status != 0 ]; then cat "$output"; fi
                exit $status
            }
            trap finish EXIT
            # A program in the background prints later, so its lines are waited for.
            expect() { # file, line as a regular expression
                output=$1
                for _ in $(seq 3000); do
                    if grep -qE -- "$2" "$output"; then return; fi
                    if [ -z "$(jobs -pr)" ]; then break; fi
                    sleep 0.1
                done
                echo "not printed: $2"
                exit 1
            }

            """
    }

    private var output: String { "\(log).\(count)" }
    /// Where the program that runs in the background prints.
    private var background: String?
    private var lastIsFile = false

    mutating func run(_ command: String) {
        count += 1
        if command.hasSuffix("&") { background = output }
        text += "echo \(Self.quoted("$ " + command))\noutput='\(output)'\n{\n\(command)\n} > \"$output\" 2>&1\n"
        lastIsFile = false
    }

    mutating func write(_ content: String, to path: String) {
        text += "printf %s \(Self.quoted(content)) > \(Self.quoted(path))\n"
        lastIsFile = true
    }

    /// Expects lines in the output of the last command; after an edit, in that of the program in the background.
    mutating func expect(_ lines: [String]) {
        let file = lastIsFile ? background ?? output : output
        for line in lines { text += "expect '\(file)' \(Self.quoted(Self.expression(for: line)))\n" }
    }

    /// `…` stands for anything.
    private static func expression(for line: String) -> String {
        let parts = line.components(separatedBy: "…").map { NSRegularExpression.escapedPattern(for: $0) }
        return "^\(parts.joined(separator: ".*"))$"
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacingOccurrences(of: "'", with: #"'\''"#))'"
    }
}
