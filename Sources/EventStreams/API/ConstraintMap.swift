/// What a constraint requires of one setting: a text, or a map or list of more.
enum ConstraintValue: Sendable, Equatable {
    case text(String)
    case map(ConstraintMap)

    fileprivate var asMap: ConstraintMap {
        switch self {
        case .text: ConstraintMap(members: [.init(key: "0", value: self)])
        case .map(let map): map
        }
    }
}

/// An ordered map as PHP has it: whole-number keys are positions, and a list is a map with the keys 0, 1, 2 ….
struct ConstraintMap: Sendable, Equatable {
    struct Member: Sendable, Equatable {
        let key: String
        var value: ConstraintValue
    }

    private(set) var members: [Member] = []

    var isList: Bool { members.indices.allSatisfy { members[$0].key == String($0) } }

    subscript(key: String) -> ConstraintValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let position = members.firstIndex { $0.key == key }
            switch (position, newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): members.remove(at: position)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Adds the members of another map as PHP's `array_merge` does: positions are counted anew, other keys replaced.
    func merged(with other: ConstraintMap) -> ConstraintMap {
        var merged = ConstraintMap()
        for member in members + other.members {
            if member.isPositional { merged.append(member.value) } else { merged[member.key] = member.value }
        }
        return merged
    }

    /// Adds the members of another map as PHP's `array_merge_recursive` does: a key that both have ends up with the
    /// values of both.
    mutating func mergeRecursively(_ other: ConstraintMap) {
        for member in other.members {
            if member.isPositional {
                append(member.value)
            } else if var present = self[member.key]?.asMap {
                switch member.value {
                case .text: present.append(member.value)
                case .map(let map): present.mergeRecursively(map)
                }
                self[member.key] = .map(present)
            } else {
                self[member.key] = member.value
            }
        }
    }

    private mutating func append(_ value: ConstraintValue) {
        let next = members.compactMap { $0.isPositional ? Int($0.key) : nil }.max().map { $0 + 1 } ?? 0
        members.append(Member(key: String(next), value: value))
    }
}

extension ConstraintMap.Member {
    /// Whether PHP takes the key for a whole number: spelled the one ordinary way.
    var isPositional: Bool { Int(key).map { String($0) == key && $0 < Int.max } ?? false }
}
