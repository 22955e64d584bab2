import Foundation

/// Work that blocks, such as reading files, or takes long: one piece after the other, apart from the threads of Swift's
/// concurrency.
struct WorkQueue: Sendable {
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: label, qos: .utility) }

    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
