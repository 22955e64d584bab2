import Foundation
import TestSupport
import Testing

/// `eventctl init`. The tutorial's test builds such a package and runs its test.
@Suite(.waitLimit) struct InitTests {
    private static func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> Child.Result {
        try await Child("eventctl", arguments, directory: folder.url).result()
    }

    private static let files = [
        ".gitignore", "Package.swift", "Schemas/.jsonschema-tools.yaml",
        "Schemas/podcast_player/screen_view/1.0.0.yaml",
        "Schemas/podcast_player/screen_view/current.yaml", "Sources/PodcastPlayer/Program.swift",
        "Sources/PodcastPlayer/ScreenView.swift", "Streams/podcast_player.yaml",
        "Tests/PodcastPlayerTests/ScreenViewTests.swift",
    ]

    /// The files in a folder.
    private static func files(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            !folder.appending(path: $0).hasDirectoryPath
                && FileManager.default.contents(atPath: folder.appending(path: $0).path) != nil
        }.sorted()
    }

    @Test func `a new package has everything, and what it prints checks it without a finding`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let made = try await Self.run(["init", "PodcastPlayer", "--package", Checkout.root.path], in: folder)
        #expect(made.status == 0, "\(made.errors)")
        let package = folder.file("PodcastPlayer")
        #expect(try Self.files(in: package) == Self.files)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["PodcastPlayer"])
        let manifest = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
        #expect(manifest.contains(#".package(name: "swift-event-platform", path: "\#(Checkout.root.path)")"#))

        let commands = made.output.split(separator: "\n").map(String.init)
        #expect(commands.count == 2 && commands.last == "swift test --package-path PodcastPlayer", "\(made.output)")
        let check = try await Child(
            program: URL(fileURLWithPath: "/bin/sh"), ["-c", commands.first ?? "false"], directory: folder.url
        ).result()
        #expect(check.status == 0 && check.output.contains("no findings"), "\(check.output)\(check.errors)")
        let materialized = try await Child(
            "eventctl", ["schemas", "materialize", "--check"], directory: package
        ).result()
        #expect(materialized.status == 0, "\(materialized.output)")
        let explained = try await Child("eventctl", ["explain", "podcast_player.screens"], directory: package).result()
        #expect(explained.status == 0, "\(explained.errors)")
    }

    @Test func `what is there is never changed`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("mine", to: "Tea/notes.txt")
        try folder.write("mine", to: "file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("nowhere"))
        for name in ["Tea", "file", "link"] {
            let result = try await Self.run(["init", name, "--package", Checkout.root.path], in: folder)
            #expect(
                result.status == 64 && result.errors.contains("There is a \(name) here already"), "\(result.errors)")
        }
        #expect(try Self.files(in: folder.url) == ["Tea/notes.txt", "file"])
    }

    /// Fails when the package is made under its own name: the limit ends the writing of the first file.
    @Test(arguments: [(true, 70), (false, 128 + SIGXFSZ)])
    func `an interrupted call leaves no part of a package`(isIgnored: Bool, status: Int32) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = Child.products.appendingPathComponent("eventctl").path
        let script = """
            ulimit -c 0 -f 0
            env --\(isIgnored ? "ignore" : "default")-signal=XFSZ '\(program)' init Tea --package '\(Checkout.root.path)'
            exit $?
            """
        let result = try await Child(
            program: URL(fileURLWithPath: "/bin/bash"), ["-c", script], directory: folder.url
        ).result()
        #expect(result.status == status, "\(result.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        // A process that is killed removes nothing.
        #expect(isIgnored ? left.isEmpty : left.allSatisfy { $0.hasPrefix(".Tea.") }, "\(left)")
    }

    @Test func `a program outside a checkout asks for the package, and takes a URL`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let program = folder.file("bin/eventctl")
        try FileManager.default.createDirectory(at: folder.file("bin"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(at: Child.products.appendingPathComponent("eventctl"), to: program)
        let missing = try await Child(program: program, ["init", "Tea"], directory: folder.url).result()
        #expect(missing.status == 64 && missing.errors.contains("--package is missing: nothing is released yet"))
        let url = "https://example.org/fork.git"
        let made = try await Child(program: program, ["init", "Tea", "--package", url], directory: folder.url).result()
        #expect(made.status == 0, "\(made.errors)")
        let manifest = try String(contentsOf: folder.file("Tea/Package.swift"), encoding: .utf8)
        #expect(
            manifest.contains(#".package(url: "\#(url)", branch: "main")"#) && manifest.contains(#"package: "fork")"#))
    }
}
