/// A parsed regular expression. It has no groups, since what they capture is not used.
indirect enum PatternNode: Sendable {
    case empty
    case set(CodeSet)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repetition(PatternNode, minimum: Int, maximum: Int?)
    case start
    case end
    case wordBoundary(isBoundary: Bool)
    case look(PatternNode, isAhead: Bool, isNegated: Bool)
}
