extension Tables {
    /// What a validation counts, and the verdicts that it remembers.
    ///
    /// Steps are the work of looking at members, elements, bytes and states of patterns; what takes a number of them
    /// that a schema or an instance chooses takes them before it begins.
    ///
    /// A schema that several others lead to is visited several times for the same value, and again for each value in
    /// it: with two recursive references for each level, twice as often with each level. Such visits are counted. Once
    /// there are more than ordinary schemas need, the verdict on each value is remembered, so that it is reached once.
    struct State {
        /// What an instance can be beyond. Its verdict is then unknown.
        enum Limit: String, Sendable {
            case maximumDepth, maximumVisitsPerValue, maximumStepsPerByte, maximumLocationsSize
        }

        /// How many schemas are being applied, one within the other.
        var level = 0
        /// The limit that was exceeded first.
        private(set) var exceeded: Limit?
        /// How many steps are left.
        private var stepsLeft: Int
        /// How many visits to shared schemas are left until verdicts are remembered.
        private var visits = Int.max
        /// How many are left after these.
        private var furtherVisits = 0
        /// How many bytes an evaluation may still take for locations, messages and defaults that it fills in.
        private(set) var bytesLeft = Int.max
        /// The verdicts by value and schema.
        private var verdicts: [UInt64: Bool] = [:]
        /// They take some 100 MB.
        private static let maximumVerdicts = 4_000_000

        /// The steps that the validation of a document of that many bytes may take. Those of an evaluation are longer.
        init(byteCount: Int, _ limits: Schema.Limits, isEvaluation: Bool) {
            let base = isEvaluation ? 20_000_000 : 50_000_000
            stepsLeft = Self.sum(base, max(0, limits.maximumStepsPerByte), times: byteCount)
        }

        /// Limits the visits to shared schemas: those with remembered verdicts are as many as the limit allows.
        mutating func limitVisits(valueCount: Int, _ limits: Schema.Limits, isEvaluation: Bool) {
            visits = Self.sum(20_000, 10, times: valueCount)
            furtherVisits = Self.sum(isEvaluation ? 0 : 200_000, limits.maximumVisitsPerValue, times: valueCount)
        }

        private static func sum(_ base: Int, _ factor: Int, times count: Int) -> Int {
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: factor)
            return isTooLarge || product > Int.max - base ? Int.max : base + product
        }

        /// Takes steps, of which there is a fixed number. Whether the validation may go on.
        @inline(__always)
        mutating func take(_ steps: Int) -> Bool {
            stepsLeft &-= steps
            return stepsLeft >= 0 || exceedSteps()
        }

        @inline(never)
        private mutating func exceedSteps() -> Bool {
            stepsLeft = -1
            exceeded = exceeded ?? .maximumStepsPerByte
            return false
        }

        /// Whether a pattern matches, as far as there are steps for the search.
        mutating func matches(_ pattern: Pattern, _ text: Span<UInt8>) -> Bool {
            let isFound = pattern.matches(text, within: &stepsLeft)
            return take(0) && isFound
        }

        /// As ``matches(_:_:)-(_,Span<UInt8>)``.
        mutating func matches(_ pattern: Pattern, _ text: String) -> Bool {
            text.withUTF8Bytes { matches(pattern, $0.span) }
        }

        /// Counts a visit to a shared schema. Whether no verdicts are remembered yet.
        @inline(__always)
        mutating func visit() -> Bool {
            visits &-= 1
            return visits >= 0
        }

        /// Counts a visit while verdicts are remembered. Whether it is allowed.
        mutating func visitFurther() -> Bool {
            (visits, furtherVisits) = (-1, max(furtherVisits - 1, -1))
            if hasEnded { exceeded = exceeded ?? .maximumVisitsPerValue }
            return !hasEnded
        }

        /// Limits the bytes of an evaluation.
        mutating func limitBytes(_ limits: Schema.Limits) { bytesLeft = max(0, limits.maximumLocationsSize) }

        /// Counts bytes of an evaluation. Whether it may go on.
        mutating func spend(_ bytes: Int) -> Bool {
            bytesLeft = max(-1, bytesLeft - bytes)
            if bytesLeft < 0 { exceeded = exceeded ?? .maximumLocationsSize }
            return bytesLeft >= 0
        }

        /// Gives bytes back, unless there were too few of them.
        mutating func restore(bytesLeft bytes: Int) { if bytesLeft >= 0 { bytesLeft = bytes } }

        /// Whether nothing further was allowed, so that what was asked since then has no meaning.
        var hasEnded: Bool { furtherVisits < 0 || stepsLeft < 0 || bytesLeft < 0 }

        mutating func exceedDepth() { exceeded = exceeded ?? .maximumDepth }

        func verdict(on position: Int, _ schema: NodeID) -> Bool? { verdicts[Self.key(position, schema)] }

        mutating func remember(_ isAccepted: Bool, on position: Int, _ schema: NodeID) {
            guard !hasEnded, verdicts.count < Self.maximumVerdicts else { return }
            verdicts[Self.key(position, schema)] = isAccepted
        }

        private static func key(_ position: Int, _ schema: NodeID) -> UInt64 {
            UInt64(UInt32(bitPattern: schema)) << 32 | UInt64(UInt32(truncatingIfNeeded: position))
        }
    }

    /// A state for the validation of an instance, or for its full evaluation, whose visits may each make a failure.
    func state(for instance: JSON, isEvaluation: Bool = false) -> State {
        let (text, nodes) = (instance.document.text, instance.document.index.nodes)
        return state(text.span, nodes.span, at: instance.position, isEvaluation: isEvaluation)
    }

    func state(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, at position: Int, isEvaluation: Bool = false
    ) -> State {
        var state = State(byteCount: text.count, limits, isEvaluation: isEvaluation)
        if countsVisits {
            let count = nodes.valueCount(at: position)
            state.limitVisits(valueCount: count, limits, isEvaluation: isEvaluation)
        }
        return state
    }
}
