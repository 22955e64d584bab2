import Dispatch
import Foundation

/// Transforms every element on as many cores as there are, keeping the order.
func concurrentMap<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ transform: @Sendable (Input) -> Output
) -> [Output] {
    let results = IndexedResults<Output>()
    DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
        results.set(transform(inputs[index]), at: index)
    }
    return inputs.indices.compactMap { results[$0] }
}

/// Results by index. Sendable because every access to `values` holds the lock.
private final class IndexedResults<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Int: Value] = [:]

    func set(_ value: Value, at index: Int) { lock.withLock { values[index] = value } }

    subscript(index: Int) -> Value? { lock.withLock { values[index] } }
}
