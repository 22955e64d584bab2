extension Sender {
    /// What every line of the log about a request has.
    func identify(_ request: BatchRequest) -> ClientLog.Metadata {
        [
            .destination: destination, .batchID: "\(destination)-\(request.number)",
            .batchCount: "\(request.batch.events.count)",
        ]
    }
}

extension BatchRequest.Result {
    var logStep: ClientLog.Step {
        switch self {
        case .answered: .batchAnswered
        case .failed: .batchNotAnswered
        }
    }

    var logMetadata: ClientLog.Metadata {
        switch self {
        case .answered(let response): [.status: "\(response.status)"]
        case .failed(let error): [.failure: error.code.rawValue]
        }
    }
}
