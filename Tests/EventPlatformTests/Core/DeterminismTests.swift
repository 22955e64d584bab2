import Foundation
import TestSupport
import Testing

/// With clocks, random numbers and transport given, the same messages in the same order give the same rows and the same
/// bodies: random histories, each in this process and in another one with another seed of hashing, so that sets and
/// dictionaries have another order there.
///
/// `EVENT_HISTORIES` sets how many there are; 25 unless given.
@Suite(.serialized, .idleLimit) struct DeterminismTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["EVENT_HISTORIES"].flatMap { Int($0) } ?? 25
    private static let folderVariable = "EVENT_HISTORIES_FOLDER"
    /// Where the other process writes its histories; `nil` in the process that compares them.
    private static let folder = environment[folderVariable].map { URL(fileURLWithPath: $0) }

    /// A file with a hash, beside one for each history.
    private static let hashFile = "hash"

    private static func writeHistories(in folder: URL) async throws {
        try write("\("a text".hashValue)", to: folder.appendingPathComponent(hashFile))
        for seed in 1...count {
            let lines = try await History(seed: UInt64(seed)).run()
            try write(lines.joined(separator: "\n"), to: folder.appendingPathComponent("\(seed)"))
        }
    }

    private static func write(_ text: String, to file: URL) throws { try Data(text.utf8).write(to: file) }

    @Test(.enabled(if: folder != nil, "is run in a process of its own, by the other test"))
    func `the other process writes its histories`() async throws {
        try await Self.writeHistories(in: try #require(Self.folder))
    }

    #if os(Linux)  // elsewhere the tests are no program
        @Test(.enabled(if: folder == nil, "is what compares them"))
        func `a history has the same rows and the same bodies in each process`() async throws {
            let (own, other) = (try TemporaryFolder(), try TemporaryFolder())
            defer {
                own.remove()
                other.remove()
            }
            async let others: Void = Self.startProcess(writingIn: other)
            try await Self.writeHistories(in: own.url)
            try await others
            let hashes = try [own, other].map { try String(contentsOf: $0.file(Self.hashFile), encoding: .utf8) }
            #expect(hashes[0] != hashes[1], "both processes hash alike, so that nothing is compared")
            var missing = [
                "batch sent", "batch recorded", "dropped own invalid", "consent declined", "flushed: ", "attempts 1",
                "awaits /my/own/1.0.0", "held 1 ",
            ]
            for seed in 1...Self.count {
                let texts = try [own, other].map { try String(contentsOf: $0.file("\(seed)"), encoding: .utf8) }
                if texts[0] != texts[1] { Self.report(seed, texts) }
                missing.removeAll { texts[0].contains($0) }
            }
            #expect(missing.isEmpty || Self.count < 25, "no history has these")
        }

        /// Reports the first line in which the texts of a history differ.
        private static func report(_ seed: Int, _ texts: [String]) {
            let lines = texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            let common = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
            let found = lines.map { $0.dropFirst(common).first ?? "(the end)" }
            Issue.record("seed \(seed), line \(common + 1), here and in the other process:\n\(found[0])\n\(found[1])")
        }

        /// Runs the other test in a process whose hashing has a random seed.
        private static func startProcess(writingIn folder: TemporaryFolder) async throws {
            let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
            let output = folder.file("output")
            try write("", to: output)
            let handle = try FileHandle(forWritingTo: output)
            let (process, _) = try Process.start { process in
                process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
                process.arguments = ["--testing-library", "swift-testing", "--filter", "DeterminismTests"]
                process.environment = environment.merging([folderVariable: folder.url.path]) { $1 }
                process.environment?["SWIFT_DETERMINISTIC_HASHING"] = nil
                (process.standardOutput, process.standardError) = (handle, handle)
                process.terminationHandler = { _ in continuation.finish() }
            }
            await withTaskCancellationHandler {
                for await _ in ended {}
            } onCancel: {
                process.terminate()
            }
            if Task.isCancelled { process.waitUntilExit() }
            try handle.close()
            let text = try String(contentsOf: output, encoding: .utf8)
            try #require(process.terminationStatus == 0, "\(text.suffix(4000))")
        }
    #endif
}
