#if Kafka
    import CoreMetrics
    import EventSupport

    /// How much may wait for the cluster: messages and bytes of all requests together.
    final class QueueBudget: Sendable {
        private struct Used {
            var messages = 0
            var bytes = 0
            var maximumMessages = 0
            var maximumBytes = 0
        }

        private let used = Locked(Used())
        private let waitingMessages: Meter
        private let waitingBytes: Meter

        /// - Parameters:
        ///   - settings: those of the producer, whose queue has the same limits.
        ///   - metrics: where what waits is shown.
        init(_ settings: [String: String], metrics: any MetricsFactory) {
            waitingMessages = Meter(label: "event_intake_kafka_waiting_events", dimensions: [], factory: metrics)
            waitingBytes = Meter(label: "event_intake_kafka_waiting_bytes", dimensions: [], factory: metrics)
            setLimits(settings)
        }

        /// Sets the limits of a producer with these settings. What waits stays counted.
        func setLimits(_ settings: [String: String]) {
            // A value that is not a number never gets here: librdkafka refuses it.
            let messages = settings["queue.buffering.max.messages"].flatMap(Int.init) ?? 10_000
            let kilobytes = settings["queue.buffering.max.kbytes"].flatMap(Int.init) ?? 65_536
            used.withLock { used in
                used.maximumMessages = messages == 0 ? .max : messages  // as for librdkafka, for which 0 is no limit
                used.maximumBytes = kilobytes * 1024
            }
        }

        /// Reserves a place for messages, which ``free(messages:bytes:)`` gives back.
        ///
        /// - Returns: whether there was room. An empty queue has room for every request.
        func reserve(messages: Int, bytes: Int) -> Bool {
            let isReserved = used.withLock { used in
                let isFree = used.messages + messages <= used.maximumMessages && used.bytes + bytes <= used.maximumBytes
                guard isFree || used.messages == 0 else { return false }
                used.messages += messages
                used.bytes += bytes
                return true
            }
            if isReserved {
                waitingMessages.increment(by: Double(messages))
                waitingBytes.increment(by: Double(bytes))
            }
            return isReserved
        }

        func free(messages: Int, bytes: Int) {
            used.withLock { used in
                used.messages -= messages
                used.bytes -= bytes
            }
            waitingMessages.decrement(by: Double(messages))
            waitingBytes.decrement(by: Double(bytes))
        }

        /// The number of messages that wait for the cluster.
        var messages: Int { used.withLock(\.messages) }
    }
#endif
