import EventSchema
import EventSupport
import Yams

extension Rule {
    static let unresolvedAlias = Rule(
        "unresolved-alias", .error, "An alias (*) or a merge key (<<) of YAML cannot be resolved.",
        reason: "The settings that it stands for would be missing.",
        mistake: """
            app.search: &search
              schema_title: analytics/product_metrics/app/base
            app.suggestions: *serch
            """,
        corrected: """
            app.search: &search
              schema_title: analytics/product_metrics/app/base
            app.suggestions: *search
            """)

    static let yamlTag = Rule(
        "yaml-tag", .error, "A value has a tag of YAML, such as !!str.",
        reason: "Settings and schemas are JSON, which has no tags; a reader without the tag's type fails.",
        mistake: "app.search:\n  schema_title: !title analytics/product_metrics/app/base\n", corrected: .search)
}

/// Reads the YAML that schemas, streams and experiments are written in, strictly.
///
/// Only a plain `true` or `false` is a boolean, only an empty value, `~` or `null` is null, and only what JSON calls a
/// number is a number, kept digit by digit. Everything else is a string: `on`, `yes`, timestamps, versions. Quoted
/// scalars are always strings. Aliases (`*`) and merge keys (`<<`) are resolved within bounds.
///
/// Only a syntax error ends the reading. Other mistakes are findings, and the most plausible value is taken, so that
/// the other mistakes of the file are found too: the first of two members with one name, since the finding stands at
/// the second; the value of a tagged node without its tag; for an alias without anchor, the value of the anchor with
/// the nearest name, or else nothing.
struct YAMLReader {
    private let source: SourceText
    private let text: YAMLText
    private var findings: [CatalogFinding] = []
    /// The anchors that the aliases of the rest of the document may name.
    private var anchors: [String: YAMLValue] = [:]
    /// The number of values that aliases have added.
    private var expanded = 0
    private let byteOrderMarks: YAMLByteOrderMarks

    /// The maximum number of values that the aliases of a document may add: far more than the largest schema has.
    private static let maximumExpandedValues = 100_000
    /// The maximum depth of lists and maps, the parser's own limit. With aliases, a file of any size can have more.
    private static let maximumDepth = 1000

    private init(_ text: YAMLText, of source: SourceText) {
        (self.text, self.source) = (text, source)
        byteOrderMarks = YAMLByteOrderMarks(in: source)
    }

    /// What was read, and what is wrong with it.
    struct Reading {
        let value: JSONValue
        let marks: YAMLMarks
        let findings: [CatalogFinding]
    }

    /// Reads one document.
    ///
    /// - Throws: ``CatalogError`` when the bytes are not one document of YAML.
    static func read(_ source: SourceText) throws(CatalogError) -> Reading {
        guard let text = YAMLText(source.bytes) else {
            throw CatalogError(
                .unreadableFile, YAMLText.firstInvalid(in: source.bytes).location(in: source.file),
                "The file is not UTF-8 from here on.",
                remedy: "Save the file as UTF-8.")
        }
        do { return try reading(of: text, source) } catch {
            guard error.isRepeatedName else { throw error.error }
            do { return try reading(of: text.withDistinctNames(), source) } catch let other {
                // The repeated name, and the syntax error that the parser finds behind it.
                throw CatalogError(error.error.findings + (other.isRepeatedName ? [] : other.error.findings))
            }
        }
    }

    /// Why a text could not be read.
    private struct Failure: Error {
        let error: CatalogError
        /// Whether the parser ended at a map that has a name twice.
        var isRepeatedName = false
    }

    private static func reading(of text: YAMLText, _ source: SourceText) throws(Failure) -> Reading {
        var reader = YAMLReader(text, of: source)
        do {
            // Without rules for tags: plain scalars are typed below.
            let parser = try Parser(yaml: text.marked, resolver: .basic, encoding: .utf8)
            guard let root = try parser.singleRoot() else {
                throw CatalogError(
                    .unreadableFile, SourceLocation(file: source.file), "The file is empty.",
                    remedy: "Write a document, or remove the file.")
            }
            // Nodes refer to their anchors weakly; the parser holds them.
            return withExtendedLifetime(parser) { reader.reading(of: root) }
        } catch let error as CatalogError {
            throw Failure(error: error)
        } catch {
            let problem = YAMLProblem(error, in: text)
            throw Failure(
                error: CatalogError([problem.finding(in: source)]), isRepeatedName: problem.rule == .duplicateKey)
        }
    }

    private mutating func reading(of root: Node) -> Reading {
        let position = TextPosition(of: root)
        let whole = convert(root, depth: 0)
        var marks = whole?.marks ?? YAMLMarks(position: position)
        if whole == nil { marks.isComplete = false }
        return Reading(value: whole?.value ?? .null, marks: marks, findings: findings)
    }

    // MARK: - Nodes

    /// - Returns: `nil` for what cannot be read, and has a finding.
    private mutating func convert(_ node: Node, depth: Int) -> YAMLValue? {
        let position = TextPosition(of: node)
        let value = tagged(node) ?? converted(node, depth: depth, at: position)
        if let anchor = node.anchor { anchors[anchor.rawValue] = value }
        return value
    }

    private mutating func converted(_ node: Node, depth: Int, at position: TextPosition) -> YAMLValue? {
        switch node {
        case .scalar(let scalar):
            if let name = text.alias(inPlain: scalar) { return resolve(name, depth: depth, at: position) }
            return YAMLValue(byteOrderMarks.restored(text.value(of: scalar), of: scalar, at: position), at: position)
        case .sequence(let sequence):
            return YAMLValue(sequence.map { convert($0, depth: depth + 1) }, at: position)
        case .mapping(let mapping):
            var map = YAMLMap(at: position)
            for (key, node) in mapping { add(key, convert(node, depth: depth + 1), to: &map) }
            return YAMLValue(map)
        case .alias: return nil  // the text of the parser has none
        }
    }

    private mutating func add(_ key: Node, _ value: YAMLValue?, to map: inout YAMLMap) {
        let position = TextPosition(of: key)
        guard case .scalar(let scalar) = key, text.alias(inPlain: scalar) == nil else {
            map.leaveOut()
            return addFinding(
                .invalidSyntax, position, "The name of a member is not a scalar.", "Write a word, or a quoted string.")
        }
        let name = byteOrderMarks.restored(text.restored(scalar.string), of: scalar, at: position)
        if let anchor = key.anchor { anchors[anchor.rawValue] = YAMLValue(text.value(of: scalar), at: position) }
        guard let value else { return map.leaveOut() }
        if scalar.isPlain, name == "<<" {
            guard !map.merge(value) else { return }
            map.leaveOut()
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

    private mutating func resolve(_ name: String, depth: Int, at position: TextPosition) -> YAMLValue? {
        guard expanded <= Self.maximumExpandedValues, let value = value(of: name, at: position) else { return nil }
        expanded += value.count
        guard expanded <= Self.maximumExpandedValues else {
            addFinding(
                .unresolvedAlias, position,
                "The aliases of the file stand for more than \(Self.maximumExpandedValues) values.",
                "Use fewer aliases, or divide the file.")
            return nil
        }
        guard depth + value.height <= Self.maximumDepth else {
            addFinding(
                .unresolvedAlias, position, "Nested too deeply: *\(name) brings more than \(Self.maximumDepth) levels.",
                "Use fewer levels.")
            return nil
        }
        return value
    }

    /// The value of an anchor, or else of the one with the nearest name: the other settings of a misspelt alias are
    /// checked too.
    private mutating func value(of name: String, at position: TextPosition) -> YAMLValue? {
        if let value = anchors[name] { return value }
        let nearest = anchors.keys.sorted().nearest(to: name)
        addFinding(
            .unresolvedAlias, position, "The alias *\(name) has no anchor &\(name) that ends before it.",
            nearest.map { "Did you mean “*\($0)”?" }
                ?? "Define the anchor above, not around the alias; quote the text if it is not an alias.")
        return nearest.flatMap { anchors[$0] }
    }

    // MARK: - Findings

    /// Adds a finding for a node with a tag.
    ///
    /// - Returns: the text where the tag makes one of a scalar; otherwise the value is that without the tag.
    private mutating func tagged(_ node: Node) -> YAMLValue? {
        guard !["", "!"].contains(node.writtenTag) else { return nil }
        let position = TextPosition(of: node)
        addFinding(
            .yamlTag, position, "The tag \(text.restored(node.writtenTag)) is not supported.",
            "Remove it; quote the value for a string.")
        guard let scalar = node.scalar, node.writtenTag == Tag.Name.str.rawValue else { return nil }
        return YAMLValue(.string(text.restored(scalar.string)), at: position)
    }

    private mutating func addFinding(_ rule: Rule, _ position: TextPosition, _ problem: String, _ remedy: String) {
        findings.append(CatalogFinding(rule, position.location(in: source), problem, remedy: remedy))
    }
}
