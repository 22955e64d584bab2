import Foundation
import TestSupport
import Testing

/// The page with the tutorial, `FifteenMinutes`.
@Suite struct TutorialTests {
    private static let page = Result { try Page("Sources/EventPlatform/Documentation.docc/FifteenMinutes.md") }

    /// What takes the place of a command of the page: the programs of this build, and this checkout as the platform.
    private static func local(_ command: String) -> String {
        if isInstallation(command) { return "export PATH='\(Child.products.path)':\"$PATH\"" }
        return command.replacingOccurrences(
            of: "eventctl init tea", with: "eventctl init tea --package '\(Checkout.root.path)'")
    }

    private static func isInstallation(_ command: String) -> Bool { command.hasPrefix("git clone ") }

    @Test func `the files and the commands of the tutorial make its finished package`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await Self.run(Self.withoutBuilds(Self.page.get().blocks), in: folder)
        let made = try Self.files(in: folder.file("tea"))
        let finished = try Self.files(in: Checkout.file("Examples/Tea"))
        #expect(made.keys.sorted() == finished.keys.sorted())
        for (path, text) in made {
            #expect(finished[path] == text.replacingOccurrences(of: Checkout.root.path, with: "../.."), "\(path)")
        }
    }

    /// The blocks that need no build and no server: the files, and the commands that `eventctl` runs, with what they
    /// print.
    private static func withoutBuilds(_ blocks: [Page.Block]) -> [Page.Block] {
        var isRun = false
        return blocks.filter { block in
            switch block {
            case .file: isRun = false
            case .output: return isRun
            case .command(let command):
                isRun =
                    isInstallation(command)
                    || command.split(separator: "\n").allSatisfy {
                        $0 == "cd tea" || $0.hasPrefix("eventctl ") && !$0.hasSuffix("&")
                    }
                return isRun
            }
            return true
        }
    }

    /// The files of a package by path, without those of a build.
    private static func files(in package: URL) throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: package.path).filter {
            !$0.hasPrefix(".build") && [".swift", ".yaml", ".gitignore"].contains(where: $0.hasSuffix)
        }
        return try paths.reduce(into: [:]) {
            $0[$1] = try String(contentsOf: package.appendingPathComponent($1), encoding: .utf8)
        }
    }

    @Test func `streams are valid at each step, but for the mistake that is reported as printed`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        for name in ["Project.yaml", "Schemas", "Streams"] {
            try FileManager.default.copyItem(at: Checkout.file("Examples/Tea/\(name)"), to: folder.file(name))
        }
        let blocks = try Self.page.get().blocks
        var mistakes = 0
        for (index, block) in blocks.enumerated() {
            guard case .file(let path, let text) = block, path.hasPrefix("Streams/") else { continue }
            try folder.write(page: text, to: path)
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
        try await Self.run(Self.page.get().blocks, in: folder)
    }

    private static func run(_ blocks: [Page.Block], in folder: TemporaryFolder) async throws {
        var script = TutorialScript(log: folder.path("output"))
        for block in blocks {
            switch block {
            case .command(let command): script.run(local(command))
            case .output(let lines): script.expect(lines)
            case .file(let path, let text): script.write(text, to: path)
            }
        }
        let result = try await Child(
            program: URL(fileURLWithPath: "/bin/bash"), ["-c", script.text], directory: folder.url,
            environment: [
                "SWIFTPM_BUILD_DIR": scratch ?? "", "XDG_STATE_HOME": folder.path("state"),
                "PATH": "\(try swiftWithOptions(in: folder)):\(environment["PATH"] ?? "")",
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
