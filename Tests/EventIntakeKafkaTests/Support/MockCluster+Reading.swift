#if Kafka
    import Dispatch

    @testable import EventIntakeKafka

    /// A message as text.
    struct ReceivedMessage: Sendable, Equatable {
        let topic: String
        let key: String?
        let value: String
        let headers: [String: String]

        init(_ message: KafkaReceivedMessage) {
            topic = message.topic
            key = message.key.map { String(decoding: $0, as: UTF8.self) }
            value = String(decoding: message.value ?? [], as: UTF8.self)
            headers = message.headers
        }
    }

    extension MockCluster {
        /// What is in a topic now, partition by partition; of each partition all, or the newest. `onMessage` is called
        /// with each message, on a thread that may wait.
        func messages(
            in topic: String, newest: Int? = nil,
            onMessage: @escaping @Sendable (ReceivedMessage) throws -> Void = { _ in }
        ) async throws -> [ReceivedMessage] {
            let settings = settings()
            return try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            var messages: [ReceivedMessage] = []
                            try KafkaReader(topic, settings).forEachMessage(newest: newest) {
                                messages.append(ReceivedMessage($0))
                                try onMessage(messages[messages.count - 1])
                            }
                            return messages
                        })
                }
            }
        }
    }
#endif
