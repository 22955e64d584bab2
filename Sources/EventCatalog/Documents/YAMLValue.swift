import EventSchema
import EventSupport

/// A value that was read, with the marks of its parts.
struct YAMLValue {
    let value: JSONValue
    let marks: YAMLMarks
    /// The number of values in it, itself included.
    private(set) var count = 1
    /// The number of levels of lists and maps in it.
    private(set) var height = 0

    /// A scalar.
    init(_ value: JSONValue, at position: TextPosition) {
        self.value = value
        marks = YAMLMarks(position: position)
    }

    /// A list; `nil` stands for an element that cannot be read, which is left out.
    init(_ all: [YAMLValue?], at position: TextPosition) {
        let elements = all.compactMap(\.self)
        value = .array(elements.map(\.value))
        let isComplete = elements.count == all.count && elements.allSatisfy(\.marks.isComplete)
        marks = YAMLMarks(position: position, parts: elements.map(\.marks), isComplete: isComplete)
        count += elements.reduce(0) { $0 + $1.count }
        height = 1 + (elements.map(\.height).max() ?? 0)
    }

    init(_ map: YAMLMap) {
        (value, marks) = (.object(map.object), map.marks)
        count += map.count
        height = 1 + map.height
    }
}

/// The members of a map while it is read.
struct YAMLMap {
    private(set) var object = JSONObject()
    private(set) var marks: YAMLMarks
    /// The number of values in the members.
    private(set) var count = 0
    /// The number of levels of lists and maps in the members.
    private(set) var height = 0
    /// The names of members that a merge brought, which the map's own members replace.
    private var merged: Set<String> = []

    init(at position: TextPosition) { marks = YAMLMarks(position: position) }

    /// Leaves a member out that cannot be read.
    mutating func leaveOut() { marks.isComplete = false }

    /// Adds a member of the map's own.
    ///
    /// - Returns: whether it was added: a member of that name may be there already.
    mutating func add(_ member: YAMLValue, named name: String, at position: TextPosition) -> Bool {
        guard let place = object.position(of: name) else {
            append(member.value, member.marks, named: name, at: position)
            addSize(member)
            return true
        }
        guard merged.remove(name) != nil else { return false }
        object[name] = member.value
        marks.names[place] = position
        marks.parts[place] = member.marks
        addSize(member)
        return true
    }

    /// Adds the members of another map whose names are absent, or of a list of maps of which the first counts.
    ///
    /// - Returns: whether the source is a map or a list of maps.
    mutating func merge(_ source: YAMLValue) -> Bool {
        let parts = source.value.array.map { Array(zip($0, source.marks.parts)) } ?? [(source.value, source.marks)]
        let maps = parts.compactMap { value, marks in value.object.map { (object: $0, marks: marks) } }
        guard maps.count == parts.count else { return false }
        for map in maps {
            for (place, member) in map.object.enumerated() where object.position(of: member.name) == nil {
                merged.insert(member.name)
                append(member.value, map.marks.parts[place], named: member.name, at: map.marks.names[place])
            }
        }
        addSize(source)
        return true
    }

    private mutating func append(_ value: JSONValue, _ part: YAMLMarks, named name: String, at position: TextPosition) {
        object.insert(value, forNewName: name)
        marks.names.append(position)
        marks.parts.append(part)
    }

    private mutating func addSize(_ part: YAMLValue) {
        count += part.count
        height = max(height, part.height)
        if !part.marks.isComplete { marks.isComplete = false }
    }
}
