import Testing

@testable import EventPlatform

@Suite struct InputBufferTests {
    private static func submission(_ id: String, bytes: Int = 2) -> Submission {
        Submission(
            .init(
                stream: "s", schema: "/t/1.0.0", id: id, time: Timestamp(milliseconds: 0), context: .empty,
                content: .written([UInt8](repeating: 0x20, count: bytes))))
    }

    private static func held(_ number: Int64) -> HeldSubmission {
        HeldSubmission(number: number, stream: "s", submission: submission("\(number)").encoded())
    }

    @Test(arguments: 0...4, 0...6)
    func `the oldest entries beyond the capacity are evicted, and the others keep their order`(
        capacity: Int, count: Int
    ) {
        var buffer = InputBuffer(capacity: capacity)
        var evicted: [String] = []
        for number in 0..<count {
            _ = buffer.hold(Self.submission("\(number)"))
            evicted += buffer.evictExcess().map(\.submission.id)
        }
        let ids = (0..<count).map { "\($0)" }
        #expect(evicted == Array(ids.dropLast(capacity)))
        #expect(buffer.entries.map(\.submission.id) == Array(ids.suffix(capacity)))
    }

    @Test func `entries beyond the limit of bytes are evicted, also a single one`() {
        var buffer = InputBuffer(capacity: 128)
        for number in 0..<4 {
            _ = buffer.hold(Self.submission("\(number)", bytes: InputBuffer.byteCapacity / 2))
        }
        #expect(buffer.evictExcess().map(\.submission.id) == ["0", "1"])
        #expect(buffer.evictExcess().isEmpty)
        _ = buffer.hold(Self.submission("large", bytes: InputBuffer.byteCapacity + 1))
        #expect(buffer.evictExcess().map(\.submission.id) == ["2", "3", "large"])
        #expect(buffer.entries.isEmpty)
    }

    @Test func `entries are numbered after those that were restored`() {
        var buffer = InputBuffer(capacity: 128)
        let (diagnostics, damaged) = (Diagnostics(), HeldSubmission(number: 5, stream: "s", submission: [1]))
        #expect(buffer.restore([Self.held(3), damaged, Self.held(7)], diagnostics).map(\.number) == [5])
        #expect(buffer.hold(Self.submission("new")).number == 8)
        #expect(buffer.insert([Self.held(1), Self.held(2)], diagnostics).isEmpty)
        #expect(buffer.entries.map(\.number) == [1, 2, 3, 7, 8])
        #expect(buffer.removeFirst(3).map(\.number) == [1, 2, 3])
        #expect(buffer.removeFirst(9).map(\.number) == [7, 8])
    }
}
