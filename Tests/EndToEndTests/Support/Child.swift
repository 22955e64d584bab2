import Foundation
import TestSupport

/// A program of this package in a process of its own.
final class Child: Sendable {
    /// How a program ended.
    struct Result: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    private let process: Process
    private let output: Collector
    private let errors: Collector
    private let ended: AsyncStream<Void>

    /// Starts a program of this package; standard input is empty unless given.
    convenience init(
        _ name: String, _ arguments: [String], input: Data = Data(), directory: URL = Checkout.root,
        environment: [String: String] = [:]
    ) throws {
        try self.init(
            program: Self.products.appendingPathComponent(name), arguments, input: input, directory: directory,
            environment: environment)
    }

    /// Starts a program; standard input is empty unless given. `environment` is added to that of the tests.
    init(
        program: URL, _ arguments: [String], input: Data = Data(), directory: URL = Checkout.root,
        environment: [String: String] = [:]
    ) throws {
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        self.ended = ended
        let (process, pipes) = try Process.start { process in
            process.executableURL = program
            process.arguments = arguments
            process.currentDirectoryURL = directory
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.terminationHandler = { _ in continuation.finish() }
            let pipes = (input: Pipe(), output: Pipe(), errors: Pipe())
            process.standardInput = pipes.input
            process.standardOutput = pipes.output
            process.standardError = pipes.errors
            return pipes
        }
        self.process = process
        output = Collector(pipes.output.fileHandleForReading)
        errors = Collector(pipes.errors.fileHandleForReading)
        let writer = pipes.input.fileHandleForWriting
        Thread.detachNewThread {
            do {
                try writer.write(contentsOf: input)
            } catch {
                // A program that ends before it has read everything closes the pipe; its result is what counts.
            }
            writer.closeFile()
        }
    }

    /// Where the built programs are: beside the tests, unless the environment names those of another build.
    static let products =
        ProcessInfo.processInfo.environment["EVENT_PROGRAMS"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    /// Runs a program to its end.
    static func run(_ name: String, _ arguments: [String], input: Data = Data()) async throws -> Result {
        try await Child(name, arguments, input: input).result()
    }

    /// Waits for the end. A test that is cancelled, since it waits for ever, ends the program.
    func result() async -> Result {
        await withTaskCancellationHandler {
            for await _ in ended {}
        } onCancel: {
            send(SIGKILL)
        }
        if Task.isCancelled { process.waitUntilExit() }
        return Result(status: process.terminationStatus, output: await output.text(), errors: await errors.text())
    }

    /// The first line of standard output, or `nil` when the program ended without one.
    func firstLine() async -> String? { await output.line(0) }

    /// The second line of standard output, or `nil` when the program ended without one.
    func secondLine() async -> String? { await output.line(1) }

    /// Waits until standard error has the text, or the program has ended.
    func waitForErrors(containing text: String) async { await errors.wait(for: text) }

    /// What has been read of standard error.
    func errorsSoFar() async -> String { await errors.soFar() }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }
}

/// Reads the output of a program on a thread of its own.
private final class Collector: Sendable {
    private let chunks: AsyncStream<Data>
    private let gathered = Gathered()

    private actor Gathered {
        var data = Data()
        func add(_ chunk: Data) { data.append(chunk) }
    }

    init(_ handle: FileHandle) {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        self.chunks = chunks
        Thread.detachNewThread {
            while true {
                let chunk = handle.nextChunk()
                if chunk.isEmpty { break }
                continuation.yield(chunk)
            }
            handle.closeFile()  // `Process` keeps its pipes open
            continuation.finish()
        }
    }

    func text() async -> String {
        for await chunk in chunks { await gathered.add(chunk) }
        return String(decoding: await gathered.data, as: UTF8.self)
    }

    func soFar() async -> String { String(decoding: await gathered.data, as: UTF8.self) }

    func line(_ index: Int) async -> String? {
        while true {
            let lines = String(decoding: await gathered.data, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
            // The last one has no end yet.
            if index < lines.count - 1 { return String(lines[index]) }
            guard await next() else { return nil }
        }
    }

    func wait(for text: String) async {
        while !String(decoding: await gathered.data, as: UTF8.self).contains(text) {
            guard await next() else { return }
        }
    }

    private func next() async -> Bool {
        var iterator = chunks.makeAsyncIterator()
        guard let chunk = await iterator.next() else { return false }
        await gathered.add(chunk)
        return true
    }
}
