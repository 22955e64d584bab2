/// A compiled schema as flat tables of rows without references; patterns, formats and constants are reached by number.
struct Tables: Sendable {
    var schemas: ContiguousArray<Node> = []
    var objects: ContiguousArray<ObjectRow> = []
    var arrays: ContiguousArray<ArrayRow> = []
    var strings: ContiguousArray<StringRow> = []
    var numbers: ContiguousArray<NumberRow> = []
    var generals: ContiguousArray<GeneralRow> = []
    var slots: ContiguousArray<NameSlot> = []
    var nameBytes: ContiguousArray<UInt8> = []
    var patternRows: ContiguousArray<PatternRow> = []
    var dependencies: ContiguousArray<DependencyRow> = []
    var enumerations: ContiguousArray<EnumerationRow> = []
    var lists: ContiguousArray<NodeID> = []
    var patterns: ContiguousArray<Pattern> = []
    var formats: ContiguousArray<Format> = []
    var others: ContiguousArray<ConstantSet> = []
    /// The rules in full, for what the rows do not hold.
    var stringRules: ContiguousArray<StringRules> = []
    var numberRules: ContiguousArray<NumberRules> = []
    var root: NodeID = 0
    var limits = Schema.Limits()
    /// Whether several schemas lead to the same one, or one looks at others again for what they evaluate.
    var countsVisits = false
}

extension Tables {
    init(_ parts: ProgramParts, root: NodeID, _ limits: Schema.Limits) {
        self.root = root
        self.limits = limits
        schemas = ContiguousArray(parts.nodes)
        countsVisits = schemas.contains(where: \.isShared)
        for rules in parts.objects { add(rules) }
        for rules in parts.arrays { add(rules) }
        for rules in parts.strings { add(rules) }
        for rules in parts.numbers { numbers.append(NumberRow(rules)) }
        for rules in parts.generals { add(rules) }
        stringRules = ContiguousArray(parts.strings)
        numberRules = ContiguousArray(parts.numbers)
    }

    // MARK: - Names

    /// Adds a set of names, each once.
    private mutating func add(_ names: [String], configure: (String, inout NameSlot) -> Void = { _, _ in }) -> NameSet {
        var size = 1
        while size < names.count * 2 { size *= 2 }
        let set = NameSet(firstSlot: Int32(slots.count), mask: UInt32(size - 1))
        slots.append(contentsOf: repeatElement(NameSlot(), count: size))
        for name in names { add(name, to: set, configure) }
        return set
    }

    private mutating func add(_ name: String, to set: NameSet, _ configure: (String, inout NameSlot) -> Void) {
        let bytes = ContiguousArray(name.utf8)
        var slot = NameSlot(hash: WordHash.hash(bytes.span), isTaken: true)
        guard number(of: bytes.span, slot.hash, in: set) < 0 else { return }
        var probe = slot.hash & set.mask
        while slots[Int(set.firstSlot) + Int(probe)].isTaken {
            probe = (probe + 1) & set.mask
        }
        slot.name = RowRange(start: Int32(nameBytes.count), count: Int32(bytes.count))
        nameBytes += bytes
        configure(name, &slot)
        slots[Int(set.firstSlot) + Int(probe)] = slot
    }

    /// The number of the slot that has a name; −1 when the set does not have it.
    @inline(__always)
    func number(of name: Span<UInt8>, _ hash: UInt32, in set: NameSet) -> Int {
        var probe = hash & set.mask
        while true {
            let number = Int(set.firstSlot) &+ Int(probe)
            let slot = slots[number]
            guard slot.isTaken else { return -1 }
            if slot.hash == hash, nameBytes.span.extracting(slot.name.indices).hasSameBytes(as: name) {
                return number
            }
            probe = (probe &+ 1) & set.mask
        }
    }

    // MARK: - Rules

    private mutating func add(_ nodes: [NodeID]) -> RowRange {
        defer { lists += nodes }
        return RowRange(start: Int32(lists.count), count: Int32(nodes.count))
    }

    private mutating func add(_ pattern: Pattern) -> Int32 {
        patterns.append(pattern)
        return Int32(patterns.count - 1)
    }

    private mutating func add(_ rules: ObjectRules) {
        var row = ObjectRow(minimumCount: rules.minimumCount, maximumCount: rules.maximumCount)
        let required = Set(rules.required.map(ExactText.init))
        row.requiredCount = Int32(required.count)
        row.names = add(rules.names.names) { name, slot in
            slot.isRequired = required.contains(ExactText(name))
            slot.schema = rules.names.number(of: name).map { rules.properties[$0] } ?? -1
        }
        switch rules.additional {
        case .allowed: break
        case .refused(let node): (row.additional, row.additionalSchema) = (.refused, node)
        case .schema(let node): (row.additional, row.additionalSchema) = (.schema, node)
        }
        row.nameSchema = rules.nameSchema
        row.patterns = RowRange(start: Int32(patternRows.count), count: Int32(rules.patterns.count))
        for (pattern, node) in rules.patterns { patternRows.append(PatternRow(pattern: add(pattern), schema: node)) }
        let rows = rules.dependencies.map { self.row($0.name, $0.demand) }
        row.dependencies = RowRange(start: Int32(dependencies.count), count: Int32(rows.count))
        dependencies += rows
        objects.append(row)
    }

    private mutating func row(_ name: String, _ demand: ObjectRules.Dependency.Demand) -> DependencyRow {
        var row = DependencyRow(name: add([name]))
        switch demand {
        case .names(let names):
            row.required = add(names)
            row.requiredCount = Int32(Set(names.map(ExactText.init)).count)
        case .schema(let node): row.schema = node
        }
        return row
    }

    private mutating func add(_ rules: ArrayRules) {
        var row = ArrayRow(
            contains: rules.contains, minimumContained: rules.minimumContained,
            maximumContained: rules.maximumContained, containsEvaluates: rules.containsEvaluates,
            isUnique: rules.isUnique, minimumCount: rules.minimumCount, maximumCount: rules.maximumCount)
        switch rules.items {
        case .any: break
        case .all(let node): row.rest = node
        case .each(let nodes, let rest):
            row.first = add(nodes)
            if case .schema(let node) = rest { row.rest = node }
        }
        arrays.append(row)
    }

    private mutating func add(_ rules: StringRules) {
        var row = StringRow(
            minimumLength: rules.minimumLength, maximumLength: rules.maximumLength,
            hasContent: rules.encoding != nil || rules.mediaType != nil)
        if let pattern = rules.pattern { row.pattern = add(pattern) }
        if let format = rules.format {
            row.format = Int32(formats.count)
            formats.append(format)
        }
        strings.append(row)
    }

    private mutating func add(_ rules: GeneralRules) {
        var row = GeneralRow(
            reference: rules.reference?.node ?? -1, dynamicReference: rules.dynamicReference?.node ?? -1,
            not: rules.not, unevaluatedProperties: rules.unevaluatedProperties,
            unevaluatedItems: rules.unevaluatedItems, hasUnevaluated: rules.hasUnevaluated)
        if let constant = rules.constant { row.constant = add(Enumeration([constant])) }
        if let enumeration = rules.enumeration { row.enumeration = add(enumeration) }
        row.anyOf = add(rules.anyOf)
        row.oneOf = add(rules.oneOf)
        row.allOf = add(rules.allOf)
        if let conditional = rules.conditional {
            (row.condition, row.then, row.otherwise) = (conditional.condition, conditional.then, conditional.otherwise)
        }
        generals.append(row)
    }

    private mutating func add(_ enumeration: Enumeration) -> Int32 {
        var row = EnumerationRow(strings: add(enumeration.values.compactMap(\.string)))
        if !enumeration.others.isEmpty {
            row.others = Int32(others.count)
            others.append(enumeration.others)
        }
        enumerations.append(row)
        return Int32(enumerations.count - 1)
    }
}

extension NumberRow {
    init(_ rules: NumberRules) {
        if rules.roundsToDoubles { exactMagnitude = 1 << 53 }
        needsRules = rules.divisor != nil
        raise(rules.minimum, by: 0)
        raise(rules.exclusiveMinimum, by: 1)
        lower(rules.maximum, by: 0)
        lower(rules.exclusiveMaximum, by: 1)
    }

    private mutating func raise(_ limit: JSONNumber?, by step: Int64) {
        guard let limit else { return }
        guard let value = limit.int64, value < Int64.max else { return needsRules = true }
        minimum = max(minimum, value + step)
    }

    private mutating func lower(_ limit: JSONNumber?, by step: Int64) {
        guard let limit else { return }
        guard let value = limit.int64, value > Int64.min else { return needsRules = true }
        maximum = min(maximum, value - step)
    }
}
