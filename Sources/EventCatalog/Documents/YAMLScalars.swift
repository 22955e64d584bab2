import EventSchema
import EventSupport
import Yams

extension YAMLText {
    /// The name of the alias that a scalar is; otherwise `nil`.
    func alias(inPlain scalar: Node.Scalar) -> String? { scalar.isPlain ? alias(in: scalar.string) : nil }

    func value(of scalar: Node.Scalar) -> JSONValue {
        let text = restored(scalar.string)
        guard scalar.isPlain else { return .string(text) }
        switch text {
        case "", "~", "null": return .null
        case "true": return true
        case "false": return false
        default:
            return JSONNumber(inYAML: text).map(JSONValue.number) ?? .string(text)
        }
    }
}

extension Node.Scalar {
    var isPlain: Bool { style == .plain || style == .any }
}

extension Node {
    /// The tag as it was written, or an empty text: `Node.tag` would put the kind's own tag in its place.
    var writtenTag: String {
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

extension TextPosition {
    /// Where a node begins.
    init(of node: Node) { self.init(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1) }
}
