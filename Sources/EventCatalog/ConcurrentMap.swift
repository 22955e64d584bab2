import Dispatch
import EventSupport

/// Transforms every element on as many cores as there are, keeping the order.
///
/// It does not use a task group: the initialisers that read schemas are synchronous.
package func concurrentMap<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ transform: @Sendable (Input) -> Output
) -> [Output] {
    let results = Locked([Output?](repeating: nil, count: inputs.count))
    DispatchQueue.concurrentPerform(iterations: inputs.count) { index in
        let output = transform(inputs[index])
        results.withLock { $0[index] = output }
    }
    return results.withLock { $0.compactMap { $0 } }
}
