/// Where the values of a text are. One index can be used for one text after the other: once it has grown to their size,
/// reading allocates nothing.
///
/// Its lists are contiguous arrays, since `span` of an array needs the systems of 2025.
struct JSONIndex: Sendable {
    var nodes: ContiguousArray<JSONNode> = []
    /// What strings with escapes stand for, one after the other.
    var unescaped: ContiguousArray<UInt8> = []
    /// Whether an object has a name twice. Only an index that was read with ``JSON/Options/RepeatedNames/last`` can.
    var hasRepeatedNames = false
    /// Whether the text has white space before its last value ends.
    var hasWhiteSpace = false
    private var levels: ContiguousArray<JSONReader.Level> = []

    init() {}

    /// Reads one JSON value and nothing else, in place of what was read before.
    ///
    /// - Throws: ``JSONParseError``; the index is empty then.
    /// - Complexity: linear in the number of bytes.
    mutating func read(_ text: Span<UInt8>, options: JSON.Options) throws(JSONParseError) {
        var reader = JSONReader(reusing: &self, options: options)
        do {
            try reader.readText(text)
            reader.give(to: &self)
        } catch {
            self = JSONIndex()
            throw error
        }
    }

    /// What grows while a text is read. It is taken out of the index meanwhile, so that nothing else refers to it.
    struct Storage: Sendable {
        var nodes: ContiguousArray<JSONNode> = []
        var unescaped: ContiguousArray<UInt8> = []
        var levels: ContiguousArray<JSONReader.Level> = []
    }

    /// Gives its memory away, emptied.
    mutating func takeStorage() -> Storage {
        var taken = Storage()
        swap(&taken.nodes, &nodes)
        swap(&taken.unescaped, &unescaped)
        swap(&taken.levels, &levels)
        taken.nodes.removeAll(keepingCapacity: true)
        taken.unescaped.removeAll(keepingCapacity: true)
        taken.levels.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func setStorage(_ storage: consuming Storage) {
        nodes = storage.nodes
        unescaped = storage.unescaped
        levels = storage.levels
    }
}
