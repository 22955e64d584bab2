/// The members of a JSON object, in the order they were added.
///
/// Names are the same only when their Unicode scalars are. Small objects, nearly all there are in events, are searched
/// from the last member to the first; from 17 members on an index of the names is kept.
public struct JSONObject: Sendable {
    /// One name and its value.
    public typealias Member = (name: String, value: JSONValue)

    private(set) var members: [Member]
    /// The position of each name in ``members``; kept only from 17 members on.
    private var index: [ExactText: Int]?

    private static let maximumUnindexedCount = 16

    /// Creates an empty object.
    public init() { members = [] }

    /// Creates an object from its members in order; of a repeated name the last value counts, at the first's position.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        self.init()
        reserveCapacity(members.underestimatedCount)
        for (name, value) in members { self[name] = value }
    }

    /// Creates an object from members whose names are known to differ.
    init(distinct members: [Member]) {
        self.members = members
        rebuildIndex()
    }

    /// The value of that name. Setting `nil` removes the member; a new name goes to the end.
    ///
    /// - Complexity: constant on average; removing is linear in the number of members.
    public subscript(name: String) -> JSONValue? {
        get { position(of: name).map { members[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): append(name, value)
            case (nil, nil): break
            }
        }
    }

    /// The names, in order.
    public var names: some Sequence<String> { members.lazy.map(\.name) }

    /// Adds a member at the end unless the name is there already.
    ///
    /// - Returns: whether the member was added.
    @discardableResult
    public mutating func insert(_ value: JSONValue, forNewName name: String) -> Bool {
        guard position(of: name) == nil else { return false }
        append(name, value)
        return true
    }

    /// Changes the object of that name in place, without a copy of its members. Where the name is absent, `change` gets
    /// an empty object; a value of another type is not changed.
    package mutating func changeObject(_ name: String, _ change: (inout JSONObject) -> Void) {
        guard let position = position(of: name) else {
            var object = JSONObject()
            object.reserveCapacity(4)
            change(&object)
            return append(name, .object(object))
        }
        guard case .object(var object) = members[position].value else { return }
        members[position].value = .null  // otherwise the change would copy what both refer to
        change(&object)
        members[position].value = .object(object)
    }

    /// Gives the member at that position another value.
    mutating func replaceValue(at position: Int, with value: JSONValue) { members[position].value = value }

    /// Makes room for that many members.
    public mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    /// The position of the name among the members, or `nil` when it is absent.
    public func position(of name: String) -> Int? {
        if let index { return index[ExactText(name)] }
        let count = name.utf8.count
        // From the end, since an object that is being built is changed where it was changed last.
        return members.withUnsafeBufferPointer { members in
            members.indices.last { members[$0].name.utf8.count == count && members[$0].name.isExactly(name) }
        }
    }

    private mutating func append(_ name: String, _ value: JSONValue) {
        members.append((name, value))
        if index != nil {
            index?[ExactText(name)] = members.count - 1
        } else if members.count > Self.maximumUnindexedCount {
            rebuildIndex()
        }
    }

    private mutating func remove(at position: Int) {
        members.remove(at: position)
        if index != nil { rebuildIndex() }
    }

    private mutating func rebuildIndex() {
        guard members.count > Self.maximumUnindexedCount else { return index = nil }
        var rebuilt = [ExactText: Int](minimumCapacity: members.count)
        for (position, member) in members.enumerated() { rebuilt[ExactText(member.name)] = position }
        index = rebuilt
    }
}

extension JSONObject: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { 0 }
    /// One past the position of the last member.
    public var endIndex: Int { members.count }
    /// The member at that position.
    public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable {
    /// Whether both hold equal values under the same names, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }

    /// Hashes the members so that their order does not matter.
    public func hash(into hasher: inout Hasher) {
        var combined = 0
        for member in members {
            var one = Hasher()
            one.combine(ExactText(member.name))
            one.combine(member.value)
            combined ^= one.finalize()
        }
        hasher.combine(combined)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object; of a repeated name the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
