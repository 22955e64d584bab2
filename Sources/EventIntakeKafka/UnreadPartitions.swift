#if Kafka
    /// What a reader still has to read of each partition: what was there when it began. Meanwhile partitions may grow.
    struct UnreadPartitions {
        /// How many of the newest messages of each partition are to be read; `nil` for all.
        private let newest: Int64?
        private var unread: [Int32: Range<Int64>] = [:]
        /// The partitions of which messages have come.
        private var begun: Set<Int32> = []

        init(newest: Int?) { self.newest = newest.map(Int64.init) }

        /// Whether everything has been read.
        var isEmpty: Bool { unread.isEmpty }

        /// Adds a partition with the offsets that it has.
        ///
        /// - Returns: the first offset to read.
        mutating func add(_ partition: Int32, _ offsets: Range<Int64>) -> Int64 {
            let wanted = wanted(of: offsets)
            if !wanted.isEmpty { unread[partition] = wanted }
            return wanted.lowerBound
        }

        /// Notes that messages of a partition come, with which the broker may say that it ends later. Asked for the
        /// end, tansu counts one message of the last batch.
        mutating func begin(_ partition: Int32, _ end: () -> Int64?) {
            guard let offsets = unread[partition], begun.insert(partition).inserted, let end = end(),
                end > offsets.upperBound
            else { return }
            unread[partition] = wanted(of: offsets.lowerBound..<end)
        }

        /// Notes that a message has come.
        ///
        /// - Returns: whether it is one of those to be read.
        mutating func take(_ offset: Int64, of partition: Int32) -> Bool {
            guard let offsets = unread[partition] else { return false }
            if offset + 1 >= offsets.upperBound { unread[partition] = nil }
            return offsets.contains(offset)
        }

        /// Notes that a partition has nothing more now. The last of its offsets may have no message, as where a
        /// transaction was committed.
        mutating func end(_ partition: Int32) { unread[partition] = nil }

        private func wanted(of offsets: Range<Int64>) -> Range<Int64> {
            guard let newest else { return offsets }
            return max(offsets.lowerBound, offsets.upperBound - newest)..<offsets.upperBound
        }
    }
#endif
