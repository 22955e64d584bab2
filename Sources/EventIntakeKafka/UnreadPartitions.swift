#if Kafka
    /// The partitions that a reader has not read up to where they ended when it began. Meanwhile they may grow.
    struct UnreadPartitions {
        private var ends: [Int32: Int64] = [:]

        /// Whether every partition has been read.
        var isEmpty: Bool { ends.isEmpty }

        /// Adds a partition, of which these offsets are to be read.
        mutating func add(_ partition: Int32, _ offsets: Range<Int64>) {
            if !offsets.isEmpty { ends[partition] = offsets.upperBound }
        }

        /// Notes that a message has come.
        ///
        /// - Returns: whether it is one of those to be read.
        mutating func take(_ offset: Int64, of partition: Int32) -> Bool {
            guard let end = ends[partition] else { return false }
            if offset + 1 >= end { ends[partition] = nil }
            return offset < end
        }

        /// Notes that a partition has nothing more now. The last of its offsets may have no message, as where a
        /// transaction was committed.
        mutating func end(_ partition: Int32) { ends[partition] = nil }
    }
#endif
