@testable import EventPlatform

extension LeasedEvent {
    /// An event in a row, with the number of the row as its id.
    static func test(_ row: Int64, attempts: Int = 0, isIsolated: Bool = false, bytes: Int = 1) -> LeasedEvent {
        LeasedEvent(
            row: row, id: "\(row)", stream: "s", priority: .normal, attempts: attempts, isIsolated: isIsolated,
            body: Array(repeating: 0x31, count: bytes))
    }
}
