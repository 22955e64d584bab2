/// A change of a value in a document. ``JSON/changing(_:)`` applies any number of them in one pass.
public struct JSONEdit: Sendable {
    enum Change: Sendable {
        case set(JSON)
        case remove
    }

    let path: ArraySlice<String>
    let change: Change

    /// Gives the member at a path of names another value. A name that is missing is added at the end of its object,
    /// with the objects that lead to it. Where a value on the way is not an object, nothing changes.
    public static func set(_ path: [String], to value: JSON) -> JSONEdit {
        JSONEdit(path: path[...], change: .set(value))
    }

    /// Removes the member at a path of names, if it is there. An empty path has no effect.
    public static func remove(_ path: [String]) -> JSONEdit { JSONEdit(path: path[...], change: .remove) }

    /// The same change seen from the member that the path begins with.
    fileprivate var inner: JSONEdit { JSONEdit(path: path.dropFirst(), change: change) }
}

extension JSON {
    /// The value with changes, as a new document; without any, the value itself. What does not change is copied as it
    /// stands. Of several changes of the same member the last one counts; those of a member and of what is in it are
    /// applied in their order.
    ///
    /// ```swift
    /// let json = try JSON(parsing: #"{"meta": {"id": 1}, "old": 2}"#)
    /// json.changing([.set(["meta", "dt"], to: now), .remove(["old"])])  // {"meta": {"id": 1,"dt":"…"}}
    /// ```
    ///
    /// - Complexity: linear in the size of the document and in the number of edits.
    public func changing(_ edits: [JSONEdit]) -> JSON {
        guard !edits.isEmpty else { return self }
        var builder = JSONBuilder(capacity: bytes.count + 32 * edits.count)
        builder.value(self, changedBy: edits.filter { $0.sets || !$0.path.isEmpty })
        return builder.finish()
    }
}

extension JSONBuilder {
    /// Writes a value with changes.
    fileprivate mutating func value(_ value: JSON, changedBy edits: [JSONEdit]) {
        if let last = edits.lastIndex(where: { $0.path.isEmpty }) {
            if case .set(let replacement) = edits[last].change {
                return self.value(replacement, changedBy: Array(edits[(last + 1)...]))
            }
        }
        guard value.kind == .object, !edits.isEmpty else { return self.value(value) }
        beginObject()
        var remaining = MemberEdits(edits)
        copyMembers(of: value, &remaining)
        addMembers(remaining)
        endObject()
    }

    /// Copies runs of members that do not change as they stand, and takes the edits of the others from the list.
    private mutating func copyMembers(of object: JSON, _ remaining: inout MemberEdits) {
        let document = object.document
        let nodes = document.index.nodes
        var name = object.position + 1
        var (runStart, runCount) = (name, 0)
        for _ in 0..<object.node.count {
            let next = nodes[name + 1].following(name + 1)
            let edits = remaining.take(nodes[name], of: document)
            if edits.isEmpty {
                runCount += 1
            } else {
                append(document, members: runStart..<name, count: runCount)
                let member = JSON(document: document, position: name + 1)
                addMember(document.string(nodes[name]), member, edits)
                (runStart, runCount) = (next, 0)
            }
            name = next
        }
        append(document, members: runStart..<name, count: runCount)
    }

    /// Writes a member with its changes, of which the last one may be its removal.
    private mutating func addMember(_ name: String, _ value: JSON?, _ edits: [JSONEdit]) {
        var value = value
        var inner: [JSONEdit] = []
        for edit in edits.map(\.inner) {
            guard edit.path.isEmpty else {
                inner.append(edit)
                continue
            }
            inner = []
            if case .set(let replacement) = edit.change { value = replacement } else { value = nil }
        }
        if value == nil, !inner.contains(where: \.sets) { return }
        self.name(name)
        if let value { return self.value(value, changedBy: inner) }
        beginObject()
        addMembers(MemberEdits(inner))
        endObject()
    }

    /// Writes the members that edits add, in the order in which their names come first.
    private mutating func addMembers(_ edits: MemberEdits) {
        for member in edits.members where !member.edits.isEmpty { addMember(member.name, nil, member.edits) }
    }
}

/// The edits of an object's members, by the name of the member.
private struct MemberEdits {
    /// In the order in which the names come first. Those that were taken have no edits.
    private(set) var members: [(name: String, edits: [JSONEdit])] = []
    /// The numbers of the members whose names have a hash.
    private var numbers: [UInt32: [Int]] = [:]
    /// The bits of the hashes, so that most names of a document are not looked up.
    private var filter: UInt64 = 0

    init(_ edits: [JSONEdit]) {
        for edit in edits {
            guard let name = edit.path.first else { continue }
            let hash = name.withUTF8Bytes { WordHash.hash($0.span) }
            let known = numbers[hash]?.first { members[$0].name.isExactly(name) }
            if let known {
                members[known].edits.append(edit)
            } else {
                filter |= Self.bit(of: hash)
                numbers[hash, default: []].append(members.count)
                members.append((name, [edit]))
            }
        }
    }

    /// Takes the edits of the member with a name from the list.
    mutating func take(_ name: JSONNode, of document: JSONDocument) -> [JSONEdit] {
        let hash = document.hash(name)
        guard filter & Self.bit(of: hash) != 0 else { return [] }
        for number in numbers[hash] ?? [] {
            guard members[number].name.withUTF8Bytes({ document.isString(name, $0) }) else { continue }
            defer { members[number].edits = [] }
            return members[number].edits
        }
        return []
    }

    private static func bit(of hash: UInt32) -> UInt64 { 1 << UInt64(hash & 63) }
}

extension JSONEdit {
    fileprivate var sets: Bool { if case .set = change { true } else { false } }
}
