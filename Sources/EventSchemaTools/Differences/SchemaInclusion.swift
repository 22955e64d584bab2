import EventSchema

/// Proves that one schema accepts every value that another one accepts.
///
/// Where no proof is found, the change counts as a breaking one.
struct SchemaInclusion {
    private let comparer: SchemaComparer

    /// Proofs are not nested deeper, and lists of more alternatives are not tried, since each is compared with each.
    private static let maximumDepth = 2
    private static let maximumAlternatives = 32

    /// `nil` within as many proofs as may be nested, and where a reference may lead to what has changed.
    init?(in comparer: SchemaComparer) {
        guard comparer.proofDepth < Self.maximumDepth, !comparer.hasReferences else { return nil }
        self.comparer = SchemaComparer(
            hasReferences: false, proofDepth: comparer.proofDepth + 1, comparer.dialect)
    }

    /// Whether two schemas accept the same values.
    func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
        accepts(left, all: right) && accepts(right, all: left)
    }

    /// Whether a schema accepts all values of another one.
    func accepts(_ wide: JSONValue, all narrow: JSONValue) -> Bool {
        var comparer = comparer
        // Properties that only the wide schema names may have had any value here.
        comparer.compare(narrow.schemaObject, wide.schemaObject, at: .root.shared(true))
        return comparer.changes.allSatisfy { $0.verdict < .breaking && $0.kind != .safeBoundAdded }
    }

    /// Whether `oneOf`, `not` or `contains` with a value allows all that it allows with another value.
    func allows(_ keyword: String, _ wide: JSONValue, all narrow: JSONValue) -> Bool {
        switch keyword {
        case "not": accepts(narrow, all: wide)
        case "contains": accepts(wide, all: narrow)
        default: allowsAlternatives(wide.array, all: narrow.array)
        }
    }

    /// A value that one alternative accepts must be accepted by one of the new ones, and by no other.
    private func allowsAlternatives(_ wide: [JSONValue]?, all narrow: [JSONValue]?) -> Bool {
        guard let wide, let narrow, max(wide.count, narrow.count) <= Self.maximumAlternatives else { return false }
        if wide.count == narrow.count, zip(wide, narrow).allSatisfy({ $0 == $1 || isSame($0, $1) }) { return true }
        return narrow.allSatisfy { old in wide.contains { $0 == old || accepts($0, all: old) } }
            && wide.indices.allSatisfy { index in
                wide[..<index].allSatisfy { $0.schemaObject.excludes(wide[index].schemaObject) }
            }
    }
}

extension JSONObject {
    /// Whether no value satisfies both schemas: their types differ, or the values that they list, or those of a
    /// property that both require.
    fileprivate func excludes(_ other: JSONObject) -> Bool {
        let (own, others) = (SchemaTypes(self), SchemaTypes(other))
        if own.isDisjoint(with: others) || listsOtherValues(than: other) { return true }
        guard own.isOnlyObjects || others.isOnlyObjects else { return false }
        let (left, right) = (ObjectSchema(self), ObjectSchema(other))
        return left.required.contains { name in
            guard right.required.contains(name), let one = left.properties[name], let two = right.properties[name]
            else { return false }
            let (own, others) = (one.schemaObject, two.schemaObject)
            return SchemaTypes(own).isDisjoint(with: SchemaTypes(others)) || own.listsOtherValues(than: others)
        }
    }

    private func listsOtherValues(than other: JSONObject) -> Bool {
        guard let own = EnumeratedValues(self)?.values, let others = EnumeratedValues(other)?.values else {
            return false
        }
        return !own.contains(where: others.contains)
    }
}
