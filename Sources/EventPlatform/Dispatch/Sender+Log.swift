extension Sender {
    /// What every line of the log about a delivery has.
    func identify(_ delivery: Delivery) -> ClientLog.Metadata {
        [
            .destination: destination, .batchID: "\(destination)-\(delivery.number)",
            .batchCount: "\(delivery.batch.events.count)",
        ]
    }
}

extension Delivery.Answer {
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
