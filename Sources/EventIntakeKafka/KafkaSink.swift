#if Kafka
    public import CoreMetrics
    public import EventIntake
    import EventSupport
    public import Logging

    /// Writes events to Kafka. 201 means that the brokers have acknowledged them (`acks=all`), each once: the producer
    /// is idempotent.
    ///
    /// The topic is the instance's prefix and the name of the event's stream, unless the stream is configured with
    /// exactly one topic. The key is that of the stream's `message_key_fields`. An event that Kafka does not take has
    /// an error of its own. While the cluster does not answer, or the queue is full, requests get 503.
    public final class KafkaSink: EventSink {
        private struct State {
            /// `nil` after one has failed, until another may be made.
            var producer: KafkaProducer?
            /// The time before which no other producer is made.
            var nextProducer = ContinuousClock.now
            /// Whether the sink takes no more events.
            var isClosed = false
        }

        private let settings: [String: String]
        private let routing: KafkaRouting
        private let budget: QueueBudget
        private let metrics: any MetricsFactory
        private let acknowledgement: Timer
        private let log: KafkaLog
        private let state = Locked(State())

        /// The time after which a client may try again.
        private static let retryAfter = Duration.seconds(5)
        private static let clusterIsAway = SinkUnavailable(
            "The Kafka cluster does not answer.", retryAfter: retryAfter)
        /// The time between two producers, where each one fails.
        private static let producerInterval = Duration.seconds(1)

        /// Creates a sink, which connects by itself.
        ///
        /// - Parameters:
        ///   - settings: the settings of the producer. `bootstrap.servers` must be set.
        ///   - topicPrefix: what comes before the names of streams in the names of topics, such as `eqiad.`. The
        ///     default is empty.
        ///   - metrics: where the sink counts: failures by the name of librdkafka's error, the events that wait, and
        ///     the time until those of a request are acknowledged. The default is what the program has given to
        ///     `MetricsSystem`.
        ///   - logger: the logger. It logs neither values of settings nor of events.
        /// - Throws: ``KafkaError`` when a setting or the prefix cannot be used.
        public init(
            _ settings: KafkaSettings, topicPrefix: String = "", metrics: any MetricsFactory = MetricsSystem.factory,
            logger: Logger = Logger(label: "event-intake.kafka")
        ) throws(KafkaError) {
            guard TopicNames.isPossible(topicPrefix + "x") else {
                throw KafkaError(
                    .topicPrefixUnusable,
                    "The prefix of topics must have letters, digits and the characters . _ - only, at most 248.")
            }
            self.settings = try settings.complete()
            routing = KafkaRouting(topicPrefix: topicPrefix)
            self.metrics = metrics
            budget = QueueBudget(self.settings, metrics: metrics)
            acknowledgement = Timer(label: "event_intake_kafka_acknowledgement", dimensions: [], factory: metrics)
            log = KafkaLog(logger: logger)
            let producer = try makeProducer()
            state.withLock { $0.producer = producer }
        }

        /// Writes events, which the brokers have acknowledged when this returns.
        ///
        /// - Throws: `PartialWriteError` for the events that Kafka does not take; `SinkUnavailable` while the cluster
        ///   does not answer, or the queue is full.
        public func write(_ events: [SinkEvent]) async throws {
            guard !events.isEmpty else { return }
            let producer = try availableProducer()
            var routing = routing
            var reasons: [Int: String] = [:]
            var (messages, indices): ([KafkaMessage], [Int]) = ([], [])
            messages.reserveCapacity(events.count)
            indices.reserveCapacity(events.count)
            for (index, event) in events.enumerated() {
                do throws(KafkaRouting.Refusal) {
                    messages.append(try routing.message(of: event))
                    indices.append(index)
                } catch {
                    reasons[index] = error.reason
                }
            }
            let failures = try await send(messages, by: producer)
            if let failure = failures.values.first(where: \.endsProducer) { producer.cluster.fail(failure.name) }
            for (place, failure) in failures {
                reasons[indices[place]] = failure.reason(topic: messages[place].topic)
                Counter(label: "event_intake_kafka_failures", dimensions: [("error", failure.name)], factory: metrics)
                    .increment()
            }
            if !reasons.isEmpty { throw PartialWriteError(reasons) }
        }

        /// Why the cluster takes no events: it does not answer, or has not yet.
        public var unavailability: SinkUnavailable? {
            get async {
                do {
                    return try availableProducer().cluster.answers ? nil : Self.clusterIsAway
                } catch {
                    return error as? SinkUnavailable ?? Self.clusterIsAway
                }
            }
        }

        /// Ends what is still in the queue, which only requests that were cut off have left there.
        public func close() async throws {
            let producer = state.withLock { state in
                state.isClosed = true
                return state.producer
            }
            await producer?.end()
        }

        /// The number of events that wait for the cluster.
        var waitingCount: Int { budget.messages }

        private func send(
            _ messages: [KafkaMessage], by producer: KafkaProducer
        ) async throws -> [Int: KafkaFailure] {
            guard !messages.isEmpty else { return [:] }
            let (count, bytes) = (messages.count, messages.reduce(0) { $0 + $1.byteCount })
            guard budget.reserve(messages: count, bytes: bytes) else {
                throw SinkUnavailable("The queue for Kafka is full.", retryAfter: Self.retryAfter)
            }
            let start = ContinuousClock.now
            let failures = try await producer.send(messages) { [budget] in
                budget.free(messages: count, bytes: bytes)
            }
            acknowledgement.record(since: start)
            return failures
        }

        // MARK: - Producers

        private func availableProducer() throws -> KafkaProducer {
            let (producer, failed) = try state.withLock { state -> (KafkaProducer?, KafkaProducer?) in
                guard !state.isClosed else { throw CancellationError() }
                let failed = state.producer.flatMap { $0.cluster.failure == nil ? nil : $0 }
                if failed != nil { state.producer = nil }
                if state.producer == nil, state.nextProducer <= .now {
                    state.nextProducer = .now + Self.producerInterval
                    state.producer = try makeProducer()
                }
                return (state.producer, failed)
            }
            if let failed { end(failed) }
            guard let producer else {
                throw SinkUnavailable("The connection to Kafka is made anew.", retryAfter: Self.producerInterval)
            }
            guard !producer.cluster.isAway else { throw Self.clusterIsAway }
            return producer
        }

        private func makeProducer() throws(KafkaError) -> KafkaProducer {
            try KafkaProducer(settings) { [log] in log.notice($0) }
        }

        /// Ends a producer that can send nothing any longer. What it has not delivered has failed, and the clients send
        /// it again.
        private func end(_ producer: KafkaProducer) {
            log.replaced(producer.cluster.failure ?? "")
            producer.beginEnd()
        }
    }
#endif
