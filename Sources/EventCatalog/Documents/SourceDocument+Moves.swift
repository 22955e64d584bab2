package import EventSchema

extension SourceDocument {
    /// A value that counts as if it stood elsewhere: under another name, or in another map.
    package struct Move: Sendable {
        /// The path where it is found, after the moves before this one.
        package let from: [String]
        /// The path where it counts.
        package let to: [String]

        package init(from: [String], to: [String]) { (self.from, self.to) = (from, to) }

        /// The move in a value that has this one's value at a path.
        func below(_ path: [String]) -> Move { Move(from: path + from, to: path + to) }

        /// The path before the move of what is at a path after it.
        func origin(of path: [String]) -> [String] {
            path.starts(with: to) ? from + path.dropFirst(to.count) : path
        }
    }
}

extension JSONValue {
    /// The value after a move; the same where nothing is to be moved.
    package func applying(_ move: SourceDocument.Move) -> JSONValue {
        guard let object, let value = self[path: move.from] else { return self }
        let nested = move.to.reversed().reduce(value) { .object([$1: $0]) }
        return .object(object.removing(move.from[...]).merged(with: nested.object ?? [:]))
    }
}
