public import EventPlatform
import EventSupport
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A delegate of a `URLSession` that marks the session's requests as traffic of the app.
///
/// ```swift
/// let delegate = PrimaryTrafficDelegate(client.primaryTraffic) { $0.url?.path == "/poll" }
/// let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: nil)
/// ```
///
/// On Apple platforms a request is marked from the creation of its task until it has completed, failed or was
/// cancelled. On Linux, where `URLSession` does not report the creation of a task, its end alone is marked; the methods
/// of `URLSession` that take a `PrimaryTraffic` mark the begin as well. As everywhere, a session does not call its
/// delegate for a task with a completion handler.
///
/// WebSockets and server-sent events (`Accept: text/event-stream`) are left out by themselves. A session that has a
/// delegate already uses a subclass of this one, whose overrides call those of `super`.
///
/// The requests of a client do not count where the session is that of ``EventPlatform/NetworkConnection`` of the app's
/// own; on Linux such a transport uses a session without this delegate.
open class PrimaryTrafficDelegate: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    // Unchecked, since a class that may be subclassed cannot be checked: each property is constant and sendable.
    private let traffic: PrimaryTraffic
    private let isExcluded: @Sendable (URLRequest) -> Bool
    #if canImport(Darwin)
        private let inFlight = Locked<[ObjectIdentifier: PrimaryRequest]>([:])
    #endif

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - traffic: the marks of the client, or of all clients, that send events after the app's traffic.
    ///   - isExcluded: returns whether a request is left out, such as long polling. It is called on any thread. Without
    ///     it every request is marked.
    public init(
        _ traffic: PrimaryTraffic, excluding isExcluded: @escaping @Sendable (URLRequest) -> Bool = { _ in false }
    ) {
        (self.traffic, self.isExcluded) = (traffic, isExcluded)
    }

    #if canImport(Darwin)
        /// Marks the begin of the task's request. `URLSession` calls it while the task is created.
        open func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
            guard isTraffic(task) else { return }
            let request = traffic.begin()
            inFlight.withLock { $0[ObjectIdentifier(task)] = request }
        }
    #endif

    /// Marks the end of the task's request.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        #if canImport(Darwin)
            inFlight.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }?.end()
        #else
            if isTraffic(task) { traffic.begin().end() }
        #endif
    }

    private func isTraffic(_ task: URLSessionTask) -> Bool {
        guard let request = task.originalRequest, !(task is URLSessionWebSocketTask) else { return false }
        return request.value(forHTTPHeaderField: "Accept") != "text/event-stream" && !isExcluded(request)
    }
}
