import EventSupport
import Yams

/// An error of the parser, located where the text has to be corrected.
struct YAMLProblem {
    let rule: Rule
    private let position: TextPosition?
    private let problem: String
    private let remedy: String

    init(_ error: any Error, in text: YAMLText) {
        switch error {
        case YamlError.scanner(let context, let problem, let mark, _),
            YamlError.parser(let context, let problem, let mark, _),
            YamlError.composer(let context, let problem, let mark, _):
            let found = YAMLSyntaxProblem(
                problem, at: TextPosition(of: mark), in: context.map { TextPosition(of: $0.mark) },
                of: text.restored(text.marked))
            rule = .invalidSyntax
            (position, self.problem, remedy) = (found.position, found.problem, found.remedy)
        case YamlError.duplicatedKeysInMapping(let duplicates, let context):
            rule = .duplicateKey
            position = Self.copy(of: duplicates.first ?? "", in: text.marked, from: context.mark)
            let names = duplicates.map(text.restored).joined(separator: ", ")
            problem = "Given more than once in the same map: \(names)."
            remedy = "Keep one of them."
        case YamlError.reader(let problem, let offset, _, let text):
            rule = .invalidSyntax
            position = TextPosition(of: text.prefix(offset ?? 0).utf8.count, in: Array(text.utf8))
            self.problem = "The text has a character that YAML does not allow: \(problem)."
            remedy = "Remove the character."
        default:
            rule = .invalidSyntax
            position = nil
            problem = "Not YAML: \(error)."
            remedy = "Correct the text."
        }
    }

    func finding(in source: SourceText) -> CatalogFinding {
        CatalogFinding(
            rule, position?.location(in: source) ?? SourceLocation(file: source.file), problem, remedy: remedy)
    }

    /// The position of a name that occurs a second time in the map that begins at a mark, since the parser reports only
    /// the map. For a map that is not written line by line, the position of the map.
    private static func copy(of name: String, in text: String, from mark: Mark) -> TextPosition {
        let spellings = [name, "'\(name)'", "\"\(name)\""]
        let lines = text.sourceLines.map { String($0) }
        let copies = lines.indices.dropFirst(mark.line - 1).filter { number in
            let (indent, rest) = (lines[number].prefix(mark.column - 1), lines[number].dropFirst(mark.column - 1))
            guard number == mark.line - 1 || indent.allSatisfy({ $0 == " " }) else { return false }
            return spellings.contains { rest.hasPrefix($0) && rest.dropFirst($0.count).drop { $0 == " " }.first == ":" }
        }
        let line = copies.dropFirst().first.map { $0 + 1 } ?? mark.line
        return TextPosition(line: line, column: mark.column)
    }
}

extension TextPosition {
    fileprivate init(of mark: Mark) { self.init(line: mark.line, column: mark.column) }
}
