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
            var settings: [String: String]
            /// `nil` after one has failed, until another may be made.
            var producer: KafkaProducer?
            /// The time before which no other producer is made.
            var nextProducer = ContinuousClock.now
            /// Whether the sink takes no more events.
            var isClosed = false
            /// Those that other settings have replaced, until their messages are delivered.
            var retired: [KafkaProducer] = []
        }

        private let routing: KafkaRouting
        private let budget: QueueBudget
        private let metrics: KafkaMetrics
        private let log: KafkaLog
        private let state: Locked<State>

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
            let settings = try settings.complete()
            routing = KafkaRouting(topicPrefix: topicPrefix)
            self.metrics = KafkaMetrics(metrics)
            budget = QueueBudget(settings, metrics: metrics)
            log = KafkaLog(logger: logger)
            state = Locked(State(settings: settings, producer: try Self.makeProducer(settings, log, self.metrics)))
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
            var causes: [Int: RejectionCause] = [:]
            var (messages, indices): ([KafkaMessage], [Int]) = ([], [])
            messages.reserveCapacity(events.count)
            indices.reserveCapacity(events.count)
            for (index, event) in events.enumerated() {
                do throws(KafkaRouting.Refusal) {
                    messages.append(try routing.message(of: event))
                    indices.append(index)
                } catch {
                    (reasons[index], causes[index]) = (error.reason, error.cause)
                }
            }
            let failures = try await send(messages, by: producer)
            for (place, failure) in failures {
                let message = messages[place]
                let cause = failure.cause(isTopicChosen: message.isTopicChosen)
                (reasons[indices[place]], causes[indices[place]]) = (failure.reason(topic: message.topic), cause)
                metrics.failed(failure, cause)
            }
            if !reasons.isEmpty { throw PartialWriteError(reasons, causes: causes) }
        }

        /// Replaces the settings, as after a password has changed. A producer with the new ones takes the place of the
        /// one in use, which still delivers what it has taken: no request notices it.
        ///
        /// While the cluster answers, new settings are used as soon as it answers with them too, which may take some
        /// seconds; otherwise at once. Files that settings name, such as certificates, are read again.
        ///
        /// - Parameter settings: all settings.
        /// - Throws: ``KafkaError`` if they cannot be used: the former ones stay. `CancellationError` if the sink is
        ///   closed.
        public func reconfigure(_ settings: KafkaSettings) async throws {
            let complete = try settings.complete()
            let isInUse = state.withLock { $0.producer?.cluster.answers ?? false }
            let producer = try Self.makeProducer(complete, log, metrics, isOnTrial: isInUse)
            if isInUse, await !producer.cluster.answersSoon() {
                producer.beginEnd()
                let reason = KafkaSettings.hidingSecrets(of: complete, in: producer.cluster.lastError)
                throw KafkaError(
                    .clusterDoesNotAnswer, "The cluster does not answer with the new settings: \(reason).")
            }
            producer.cluster.endTrial()
            let former = try state.withLock { state in
                guard !state.isClosed else { throw CancellationError() }
                defer { (state.settings, state.producer) = (complete, producer) }
                return state.producer
            }
            budget.setLimits(complete)
            if let former { retire(former) }
            log.reconfigured(settings)
            metrics.set(settingsAreOld: false)
        }

        /// Shows in the metrics that settings were to be replaced, and stay as they were.
        package func settingsStay() { metrics.set(settingsAreOld: true) }

        /// Why the cluster takes no events: it does not answer, or has not yet, with the last error of a connection.
        public var unavailability: SinkUnavailable? {
            get async {
                do {
                    if try availableProducer().cluster.answers { return nil }
                } catch let error as SinkUnavailable where error != Self.clusterIsAway {
                    return error
                } catch {
                    // The cluster is away, or the sink is closed.
                }
                let (producer, settings) = state.withLock { ($0.producer, $0.settings) }
                guard let producer else { return Self.clusterIsAway }
                let reason = KafkaSettings.hidingSecrets(of: settings, in: producer.cluster.lastError)
                return SinkUnavailable("The Kafka cluster does not answer: \(reason).", retryAfter: Self.retryAfter)
            }
        }

        /// Ends what is still in the queue, which only requests that were cut off have left there.
        public func close() async throws {
            let producers = state.withLock { state in
                state.isClosed = true
                return state.retired + (state.producer.map { [$0] } ?? [])
            }
            for producer in producers { await producer.end() }
        }

        /// The number of events that wait for the cluster.
        var waitingCount: Int { budget.messages }

        /// Sends messages by a producer, or by the one that has replaced it meanwhile.
        private func send(
            _ messages: [KafkaMessage], by first: KafkaProducer
        ) async throws -> [Int: KafkaFailure] {
            guard !messages.isEmpty else { return [:] }
            let (count, bytes) = (messages.count, messages.reduce(0) { $0 + $1.byteCount })
            guard budget.reserve(messages: count, bytes: bytes) else {
                throw SinkUnavailable("The queue for Kafka is full.", retryAfter: Self.retryAfter)
            }
            let free = { @Sendable [budget] in budget.free(messages: count, bytes: bytes) }
            let start = ContinuousClock.now
            var producer = first
            while true {
                if let failures = try await producer.send(messages, onEnd: free) {
                    metrics.acknowledged(since: start)
                    if let failure = failures.values.first(where: \.endsProducer) {
                        producer.cluster.fail(failure.name)
                    }
                    return failures
                }
                do { producer = try availableProducer() } catch {
                    free()
                    throw error
                }
            }
        }

        // MARK: - Producers

        private func availableProducer() throws -> KafkaProducer {
            let (producer, failed) = try state.withLock { state -> (KafkaProducer?, KafkaProducer?) in
                guard !state.isClosed else { throw CancellationError() }
                let failed = state.producer.flatMap { $0.cluster.failure == nil ? nil : $0 }
                if failed != nil { state.producer = nil }
                if state.producer == nil, state.nextProducer <= .now {
                    state.nextProducer = .now + Self.producerInterval
                    state.producer = try Self.makeProducer(state.settings, log, metrics)
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

        private static func makeProducer(
            _ settings: [String: String], _ log: KafkaLog, _ metrics: KafkaMetrics, isOnTrial: Bool = false
        ) throws(KafkaError) -> KafkaProducer {
            let log = log.hidingSecrets(of: settings)
            return try KafkaProducer(settings, isOnTrial: isOnTrial) { notice in
                log.notice(notice)
                metrics.notice(notice)
            }
        }

        /// Ends a producer when what it has taken is delivered or has failed.
        private func retire(_ producer: KafkaProducer) {
            state.withLock { $0.retired.append(producer) }
            Task {
                await producer.finish()
                state.withLock { $0.retired.removeAll { $0 === producer } }
            }
        }

        /// Ends a producer that can send nothing any longer. What it has not delivered has failed, and the clients send
        /// it again.
        private func end(_ producer: KafkaProducer) {
            let settings = state.withLock(\.settings)
            log.hidingSecrets(of: settings).replaced(producer.cluster.failure ?? "")
            producer.beginEnd()
        }
    }
#endif
