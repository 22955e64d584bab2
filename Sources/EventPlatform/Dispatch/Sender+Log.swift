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
        case .response: .responseReceived
        case .failed: .noResponse
        }
    }

    var logMetadata: ClientLog.Metadata {
        switch self {
        case .response(let response): [.status: "\(response.status)"]
        case .failed(let error): [.failure: error.code.rawValue]
        }
    }
}
