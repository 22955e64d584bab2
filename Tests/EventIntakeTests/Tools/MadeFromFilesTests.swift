import EventSupport
import TestSupport
import Testing

@testable import EventIntake

@Suite(.waitLimit) struct MadeFromFilesTests {
    /// Fails when the value is made for each request, or kept after an edit.
    @Test func `a value is made once for the files as they are, and anew after an edit`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("a", to: "Streams/a.yaml")
        let count = Locked(0)
        let made = MadeFromFiles("test", paths: { [folder.path("Streams")] }) {
            count.withLock { count in
                count += 1
                return count
            }
        }
        #expect(count.withLock(\.self) == 0)
        let first = await [made.current, made.current]
        #expect(first == [1, 1])
        try folder.write("ab", to: "Streams/a.yaml")
        let second = await [made.current, made.current]
        #expect(second == [2, 2])
        let values = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { await made.current } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 2, count: 10))
    }
}
