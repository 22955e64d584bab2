/// The requests in flight, each in a task. A part of the ``ClientCore``.
struct RequestTasks: Sendable {
    private var tasks: [Senders.RequestID: Task<Void, Never>] = [:]

    /// The tasks. A request that is cancelled comes back too.
    var all: [Task<Void, Never>] { Array(tasks.values) }

    /// Begins requests, which do not wait until the core is idle: joining and compressing a batch takes time.
    ///
    /// - Parameters:
    ///   - requests: requests of one sender.
    ///   - destination: its destination.
    ///   - connection: the transport.
    ///   - end: gets the result of each request.
    mutating func begin(
        _ requests: [BatchRequest], to destination: String, over connection: TimeLimitedConnection,
        end: @escaping @Sendable (Senders.RequestID, BatchRequest.Result) async -> Void
    ) {
        for request in requests {
            let id = Senders.RequestID(destination: destination, number: request.number)
            tasks[id] = Task { @concurrent in await end(id, request.result(over: connection)) }
        }
    }

    /// Removes a request that has ended.
    mutating func remove(_ id: Senders.RequestID) { tasks[id] = nil }

    /// Cancels all requests.
    func cancelAll() { for task in tasks.values { task.cancel() } }
}
