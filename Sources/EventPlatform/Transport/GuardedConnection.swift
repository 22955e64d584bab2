import EventSupport

/// An app's own transport, held to what ``NetworkConnection`` asks: one that does not heed cancellation is not waited for,
/// and one that speaks of a cancellation that never was has failed.
struct GuardedConnection: NetworkConnection {
    private let connection: any NetworkConnection

    init(_ connection: any NetworkConnection) { self.connection = connection }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let answer = Promise<Result<NetworkResponse, any Error>>()
        let work = Task { [connection] in
            do {
                answer.fulfill(.success(try await connection.send(request)))
            } catch let error as CancellationError {
                answer.fulfill(.failure(Task.isCancelled ? error : NetworkError("the transport ended the request")))
            } catch {
                answer.fulfill(.failure(error))
            }
        }
        return try await withTaskCancellationHandler {
            try await answer.value.get()
        } onCancel: {
            work.cancel()
            answer.fulfill(.failure(CancellationError()))
        }
    }
}
