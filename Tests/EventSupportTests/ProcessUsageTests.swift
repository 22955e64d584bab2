import Foundation
import Testing

@testable import EventSupport

/// The use of the machine, part by part.
@Suite struct ProcessUsageTests {
    @Test func `processor time needs no file`() throws {
        let time = try #require(ProcessUsage.current.processorSeconds)
        #expect(time > 0 && time <= Double(clock()) / Double(CLOCKS_PER_SEC) + 0.1)
    }

    @Test func `an open file counts, and the limit is that of the process`() throws {
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let usage = ProcessUsage.current
        let (count, maximum) = (try #require(usage.openFiles), try #require(usage.maximumFiles))
        #expect(count > 0 && count < maximum)
    }

    /// Fails when the start is computed anew: the clocks are never read at one moment.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/stat")))
    func `the start is one time, and lies before now`() throws {
        let start = try #require(ProcessUsage.current.startTime)
        #expect(start > 1e9 && start < Date().timeIntervalSince1970)
        #expect(try (0..<50).allSatisfy { _ in try #require(ProcessUsage.current.startTime) == start })
    }

    @Test func `the name of a program may have spaces and parentheses`() {
        let fields = "S 1 2 3 0 -1 4194560 9 0 0 0 7 8 0 0 20 0 1 0 123456 1000 50"
        #expect(ProcessUsage.startTicks("42 (a) b (c)) \(fields)\n") == 123_456)
        #expect(ProcessUsage.startTicks("42 (a) S 1") == nil)
        #expect(ProcessUsage.startTicks("") == nil)
    }

    @Test func `memory is the second number`() {
        #expect(ProcessUsage.residentPages("900 50 20 1 0 30 0\n") == 50)
        #expect(ProcessUsage.residentPages("") == nil)
    }
}
