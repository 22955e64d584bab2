import EventSupport
import Foundation

/// Waits for asynchronous work on the calling thread.
enum Blocking {
    @discardableResult
    static func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
        let (done, result) = (DispatchSemaphore(value: 0), Locked<Result?>(nil))
        Task {
            let value = await work()
            result.withLock { $0 = value }
            done.signal()
        }
        while true {
            done.wait()
            if let value = (result.withLock { $0 }) { return value }
        }
    }
}
