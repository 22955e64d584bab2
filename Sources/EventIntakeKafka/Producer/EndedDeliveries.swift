#if Kafka
    /// The deliveries of a report: those of one batch that follow one another end together.
    struct EndedDeliveries {
        private var batch: DeliveryBatch?
        private var count = 0
        private var failed: [Int: KafkaFailure] = [:]

        mutating func add(_ delivery: (batch: DeliveryBatch, index: Int), _ failure: KafkaFailure?) {
            if delivery.batch !== batch {
                end()
                batch = delivery.batch
            }
            count += 1
            if let failure { failed[delivery.index] = failure }
        }

        /// Ends those that were added since the last call.
        mutating func end() {
            batch?.end(count, failed: failed)
            (batch, count, failed) = (nil, 0, [:])
        }
    }
#endif
