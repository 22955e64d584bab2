extension JSON {
    /// What a text may be like beyond RFC 8259, and how large.
    public struct Options: Sendable, Hashable {
        /// What becomes of a name that an object has already.
        public enum RepeatedNames: Sendable, Hashable {
            /// The text is refused.
            case refused
            /// The last value counts, at the first one's position.
            case last
        }

        /// What becomes of a name that an object has already.
        public var repeatedNames: RepeatedNames
        /// Whether half of a surrogate pair may be escaped by itself, as JavaScript allows it.
        public var allowsLoneSurrogates: Bool
        /// How many arrays and objects may be nested. Reading and writing a text takes no stack for them, but where
        /// names repeat; making a tree of a document, comparing and changing it do, so that more than 1 000 need a
        /// thread with more of it.
        public var maximumDepth: Int

        /// Those of JavaScript, for documents of other programs in which one mistake must not prevent the reading of
        /// the rest: of a repeated name the last value counts, and half of a surrogate pair is kept.
        public static let lenient = Options(repeatedNames: .last, allowsLoneSurrogates: true)

        /// Creates options; without arguments those of RFC 8259, with names that do not repeat, to a depth of 512.
        public init(
            repeatedNames: RepeatedNames = .refused, allowsLoneSurrogates: Bool = false, maximumDepth: Int = 512
        ) {
            self.repeatedNames = repeatedNames
            self.allowsLoneSurrogates = allowsLoneSurrogates
            self.maximumDepth = maximumDepth
        }
    }
}
