import EventSchema

extension ConstraintMap {
    /// Whether the settings have everything that this map requires; they may have more.
    ///
    /// The first list that is compared with a list decides at once, whatever is required after it: that is what the
    /// platform does, and constraints that work there must give the same streams here.
    ///
    /// At most `depth` levels are compared; anything deeper counts as a match.
    func isContained(in settings: JSONValue, depth: Int) -> Bool {
        guard depth > 0 else { return true }
        for member in members {
            guard let actual = settings.phpElement(member.key) else { return false }
            switch member.value {
            case .text(let text):
                guard actual.phpText == text else { return false }
            case .map(let map):
                if map.isList, let elements = actual.phpList { return map.areElements(of: elements) }
                guard actual.isPHPArray, map.isContained(in: actual, depth: depth - 1) else { return false }
            }
        }
        return true
    }

    private func areElements(of list: [JSONValue]) -> Bool {
        let texts = list.map { $0.phpText ?? "Array" }
        return members.allSatisfy { member in
            switch member.value {
            case .text(let text): texts.contains(text)
            case .map: texts.contains("Array")
            }
        }
    }
}

/// Settings as PHP sees them, for comparing them as the platform does.
extension JSONValue {
    fileprivate var isPHPArray: Bool { object != nil || array != nil }

    /// The elements of a list; an empty map is one too.
    fileprivate var phpList: [JSONValue]? { object?.isEmpty == true ? [] : array }

    /// The member of a map or the element of a list, unless it is null.
    fileprivate func phpElement(_ key: String) -> JSONValue? {
        var found = self[key]
        if let array, let position = Int(key), array.indices.contains(position), String(position) == key {
            found = array[position]
        }
        return found?.isNull == false ? found : nil
    }

    /// A scalar as PHP turns it into text; `nil` for maps and lists.
    var phpText: String? {
        switch self {
        case .null, .bool(false): ""
        case .bool(true): "1"
        case .string(let text): text
        case .number(let number): number.phpText
        case .array, .object: nil
        }
    }
}
