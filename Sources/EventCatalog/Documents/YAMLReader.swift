import EventSchema
import EventSupport
import Yams

/// Reads the YAML that schemas, streams and experiments are written in, strictly.
///
/// Only a plain `true` or `false` is a boolean, only an empty value, `~` or `null` is null, and only what JSON calls a
/// number is a number, kept digit by digit. Everything else is a string: `on`, `yes`, timestamps, versions. Quoted
/// scalars are always strings. Tags are refused. Aliases (`*`) and merge keys (`<<`) are resolved within bounds.
struct YAMLReader {
    private let file: String
    private let text: YAMLText
    private var findings: [CatalogFinding] = []
    /// The anchors that the aliases of the rest of the document may name.
    private var anchors: [String: YAMLValue] = [:]
    /// The number of values that aliases have added.
    private var expanded = 0

    /// The maximum number of values that the aliases of a document may add: far more than the largest schema has.
    private static let maximumExpandedValues = 100_000
    /// The maximum depth of lists and maps, the parser's own limit. With aliases, a file of any size can have more.
    private static let maximumDepth = 1000

    private init(_ text: YAMLText, file: String) { (self.text, self.file) = (text, file) }

    /// Reads one document.
    static func read(_ bytes: [UInt8], file: String) throws(CatalogError) -> (value: JSONValue, marks: YAMLMarks) {
        guard let text = YAMLText(bytes) else {
            throw CatalogError(
                .unreadableFile, SourceLocation(file: file), "The file is not UTF-8.", remedy: "Save the file as UTF-8."
            )
        }
        var reader = YAMLReader(text, file: file)
        let result: YAMLValue
        do {
            // Without rules for tags: plain scalars are typed below.
            let parser = try Parser(yaml: text.marked, resolver: .basic, encoding: .utf8)
            guard let root = try parser.singleRoot() else {
                throw CatalogError(
                    .unreadableFile, SourceLocation(file: file), "The file is empty.",
                    remedy: "Write a document, or remove the file.")
            }
            // Nodes refer to their anchors weakly; the parser holds them.
            result = withExtendedLifetime(parser) { reader.convert(root, depth: 0) }
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError([YAMLProblem(error, in: text).finding(in: file)])
        }
        guard reader.findings.isEmpty else { throw CatalogError(reader.findings) }
        return (result.value, result.marks)
    }

    // MARK: - Nodes

    private mutating func convert(_ node: Node, depth: Int) -> YAMLValue {
        let position = TextPosition(of: node)
        let value = hasTag(node) ? YAMLValue(.null, at: position) : converted(node, depth: depth, at: position)
        if let anchor = node.anchor { anchors[anchor.rawValue] = value }
        return value
    }

    private mutating func converted(_ node: Node, depth: Int, at position: TextPosition) -> YAMLValue {
        switch node {
        case .scalar(let scalar):
            if let name = text.alias(inPlain: scalar) { return resolve(name, depth: depth, at: position) }
            return YAMLValue(text.value(of: scalar), at: position)
        case .sequence(let sequence):
            return YAMLValue(sequence.map { convert($0, depth: depth + 1) }, at: position)
        case .mapping(let mapping):
            var map = YAMLMap(at: position)
            for (key, node) in mapping { add(key, convert(node, depth: depth + 1), to: &map) }
            return YAMLValue(map)
        case .alias: return YAMLValue(.null, at: position)  // the text of the parser has none
        }
    }

    private mutating func add(_ key: Node, _ value: YAMLValue, to map: inout YAMLMap) {
        let position = TextPosition(of: key)
        guard case .scalar(let scalar) = key, text.alias(inPlain: scalar) == nil else {
            return addFinding(
                .invalidSyntax, position, "The name of a member is no scalar.", "Write a word, or a quoted string.")
        }
        let name = text.restored(scalar.string)
        if let anchor = key.anchor { anchors[anchor.rawValue] = YAMLValue(text.value(of: scalar), at: position) }
        if scalar.isPlain, name == "<<" {
            guard !map.merge(value) else { return }
            return addFinding(
                .unresolvedAlias, position,
                "A merge key (<<) takes a map or a list of maps; this is of type \(value.value.typeName).",
                "Name the anchor of a map, such as “<<: *name”; quote the name if “<<” is meant.")
        }
        guard map.add(value, named: name, at: position) else {
            return addFinding(
                .duplicateKey, position, "Given more than once in the same map: \(name).", "Keep one of them.")
        }
    }

    // MARK: - Aliases

    private mutating func resolve(_ name: String, depth: Int, at position: TextPosition) -> YAMLValue {
        let nothing = YAMLValue(.null, at: position)
        guard expanded <= Self.maximumExpandedValues else { return nothing }
        guard let value = anchors[name] else {
            addFinding(
                .unresolvedAlias, position, "The alias *\(name) has no anchor &\(name) that ends before it.",
                "Define the anchor above, not around the alias; quote the text if it is no alias.")
            return nothing
        }
        expanded += value.count
        guard expanded <= Self.maximumExpandedValues else {
            addFinding(
                .unresolvedAlias, position,
                "The aliases of the file stand for more than \(Self.maximumExpandedValues) values.",
                "Use fewer aliases, or divide the file.")
            return nothing
        }
        guard depth + value.height <= Self.maximumDepth else {
            addFinding(
                .unresolvedAlias, position, "Nested too deeply: *\(name) brings more than \(Self.maximumDepth) levels.",
                "Use fewer levels.")
            return nothing
        }
        return value
    }

    // MARK: - Findings

    /// Whether the node has a tag; a finding is added when it does.
    private mutating func hasTag(_ node: Node) -> Bool {
        guard !["", "!"].contains(node.writtenTag) else { return false }
        addFinding(
            .yamlTag, TextPosition(of: node), "The tag \(text.restored(node.writtenTag)) is not supported.",
            "Remove it; quote the value for a string.")
        return true
    }

    private mutating func addFinding(_ rule: Rule, _ position: TextPosition, _ problem: String, _ remedy: String) {
        findings.append(CatalogFinding(rule, position.location(in: file), problem, remedy: remedy))
    }
}
