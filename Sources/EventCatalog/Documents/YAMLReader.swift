import EventSchema
import Yams

/// Reads the YAML that schemas and streams are written in, strictly.
///
/// Only a plain `true` or `false` is a boolean, only an empty value, `~` or `null` is null, and only what JSON calls a
/// number is a number, kept digit by digit. Everything else is a string: `on`, `yes`, timestamps, versions. Quoted
/// scalars are always strings. Anchors, aliases and tags are refused, since the existing schema tools use none.
struct YAMLReader {
    private let file: String
    private var findings: [CatalogFinding] = []

    private init(file: String) { self.file = file }

    /// Reads one document.
    static func read(_ bytes: [UInt8], file: String) throws(CatalogError) -> (value: JSONValue, marks: YAMLMarks) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CatalogError(SourceLocation(file: file), "Not UTF-8.", remedy: "Save the file as UTF-8.")
        }
        var reader = YAMLReader(file: file)
        let result: (value: JSONValue, marks: YAMLMarks)
        do {
            // Without rules for tags: plain scalars are told apart below.
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            guard let root = try parser.singleRoot() else {
                throw CatalogError(
                    SourceLocation(file: file), "Empty.", remedy: "Write a document, or remove the file.")
            }
            // Nodes refer to their anchors weakly; the parser holds them.
            result = withExtendedLifetime(parser) { reader.convert(root) }
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError([Self.finding(for: error, in: text, file: file)])
        }
        guard reader.findings.isEmpty else { throw CatalogError(reader.findings) }
        return result
    }

    // MARK: - Nodes

    private mutating func convert(_ node: Node) -> (value: JSONValue, marks: YAMLMarks) {
        let position = Self.position(of: node)
        guard isPlain(node, at: position) else { return (.null, YAMLMarks(position: position)) }
        switch node {
        case .scalar(let scalar): return (Self.value(of: scalar), YAMLMarks(position: position))
        case .sequence(let sequence):
            let elements = sequence.map { convert($0) }
            return (.array(elements.map(\.value)), YAMLMarks(position: position, parts: elements.map(\.marks)))
        case .mapping(let mapping): return convert(mapping, at: position)
        case .alias: return (.null, YAMLMarks(position: position))
        }
    }

    private mutating func convert(_ mapping: Node.Mapping, at position: TextPosition) -> (JSONValue, YAMLMarks) {
        var object = JSONObject()
        var marks = YAMLMarks(position: position)
        for (key, node) in mapping {
            guard let name = key.scalar?.string else {
                note(Self.position(of: key), "The name of a member is no scalar.", "Write a word, or a quoted string.")
                continue
            }
            let (value, part) = convert(node)
            guard object.insert(value, forNewName: name) else { continue }
            marks.names.append(Self.position(of: key))
            marks.parts.append(part)
        }
        return (.object(object), marks)
    }

    /// Whether the node uses neither anchors nor tags; a finding is noted when it does.
    private mutating func isPlain(_ node: Node, at position: TextPosition) -> Bool {
        if node.anchor != nil {
            note(position, "Anchors and aliases (& and *) are not supported.", "Write the value out where it is used.")
            return false
        }
        guard ["", "!"].contains(node.writtenTag) else {
            note(position, "The tag \(node.writtenTag) is not supported.", "Remove it; quote the value for a string.")
            return false
        }
        return true
    }

    private mutating func note(_ position: TextPosition, _ problem: String, _ remedy: String) {
        findings.append(CatalogFinding(position.location(in: file), problem, remedy: remedy))
    }

    private static func position(of node: Node) -> TextPosition {
        TextPosition(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
    }

    private static func value(of scalar: Node.Scalar) -> JSONValue {
        let text = scalar.string
        guard scalar.style == .plain || scalar.style == .any else { return .string(text) }
        switch text {
        case "", "~", "null": return .null
        case "true": return true
        case "false": return false
        default:
            guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
                let number = JSONNumber(literal: text)
            else { return .string(text) }
            return .number(number)
        }
    }

    // MARK: - Errors

    private static func finding(for error: any Error, in text: String, file: String) -> CatalogFinding {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            CatalogFinding(
                SourceLocation(file: file, line: mark.line, column: mark.column), "Not YAML: \(problem).",
                remedy: "Mend the text at this place, or just before it.")
        case YamlError.duplicatedKeysInMapping(let duplicates, let context):
            CatalogFinding(
                copy(of: duplicates.first ?? "", in: text, from: context.mark).location(in: file),
                "Given more than once in the same map: \(duplicates.joined(separator: ", ")).",
                remedy: "Keep one of them.")
        case YamlError.reader(let problem, let offset, _, let text):
            CatalogFinding(
                TextPosition(of: text.prefix(offset ?? 0).utf8.count, in: Array(text.utf8)).location(in: file),
                "Not YAML: \(problem).", remedy: "Remove the character.")
        default:
            CatalogFinding(SourceLocation(file: file), "Not YAML: \(error).", remedy: "Mend the text.")
        }
    }

    /// Where a name stands for the second time in the map that begins at a mark: the parser tells the map alone. Of a
    /// map that is not written line by line, its beginning.
    private static func copy(of name: String, in text: String, from mark: Mark) -> TextPosition {
        let spellings = [name, "'\(name)'", "\"\(name)\""]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let copies = lines.indices.dropFirst(mark.line - 1).filter { number in
            let (indent, rest) = (lines[number].prefix(mark.column - 1), lines[number].dropFirst(mark.column - 1))
            guard number == mark.line - 1 || indent.allSatisfy({ $0 == " " }) else { return false }
            return spellings.contains { rest.hasPrefix($0) && rest.dropFirst($0.count).drop { $0 == " " }.first == ":" }
        }
        let line = copies.dropFirst().first.map { $0 + 1 } ?? mark.line
        return TextPosition(line: line, column: mark.column)
    }
}

extension Node {
    /// The tag as it was written, or an empty text: `Node.tag` would put the kind's own tag in its place.
    fileprivate var writtenTag: String {
        switch self {
        // The parser puts the tag of a string on everything quoted.
        case .scalar(let scalar):
            scalar.style == .plain || scalar.tag.description != Tag.Name.str.rawValue ? scalar.tag.description : ""
        case .sequence(let sequence): sequence.tag.description
        case .mapping(let mapping): mapping.tag.description
        case .alias(let alias): alias.tag.description
        }
    }
}
