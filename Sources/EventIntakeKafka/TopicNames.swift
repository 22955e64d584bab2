#if Kafka
    import EventSupport

    /// Which names topics may have, and how many of them events may choose.
    final class TopicNames: Sendable {
        private let maximumCount: Int
        private let chosen = Locked<Set<String>>([])

        /// - Parameter maximumCount: the maximum number of names that events choose. librdkafka keeps each for as long
        ///   as its producer lives, also those of topics that do not exist, and looks after all of them. The default is
        ///   1000, which take about 1 % of a core.
        init(maximumCount: Int = 1000) { self.maximumCount = maximumCount }

        /// Whether a topic may have a name.
        static func isPossible(_ name: String) -> Bool {
            (1...249).contains(name.utf8.count) && name.utf8.allSatisfy(isAllowed)
        }

        /// Counts a name that an event has chosen, once.
        ///
        /// - Returns: whether it is one of the first.
        func admit(_ name: String) -> Bool {
            chosen.withLock { chosen in
                guard chosen.count >= maximumCount else {
                    chosen.insert(name)
                    return true
                }
                return chosen.contains(name)
            }
        }

        private static func isAllowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
#endif
