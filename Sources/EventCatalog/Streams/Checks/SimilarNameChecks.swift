import EventSupport

/// Finds streams whose names are alike but for one letter, for case or for separators.
///
/// Two names are alike when both have the same letters and digits, or when one letter of a word of at least five
/// letters is added, removed, replaced, or swapped with its neighbour. Digits always tell streams apart: `app.v1` and
/// `app.v2` are two versions. Short words are often abbreviations, such as `wcqs` and `wdqs`.
enum SimilarNameChecks {
    /// - Complexity: linear in the lengths of all names.
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        var seen = SeenNames()
        return context.folder.streams.compactMap { stream in
            guard !stream.name.hasPrefix("/"), let other = seen.add(stream.name) else { return nil }
            return stream.finding(
                .similarStreamNames, "The name “\(stream.name)” is almost that of the stream “\(other)”.",
                remedy: "If both are meant, give one a name that differs more; otherwise remove the misspelt one.")
        }
    }
}

/// The names that were added, found by what is left of them without one letter.
private struct SeenNames {
    /// A name without the letter at a position; without a letter, the whole name.
    private struct Variant {
        let name: String
        var position = 0
        var letter: UInt8 = 0
    }

    private var variants: [[UInt8]: Variant] = [:]

    /// Adds a name.
    ///
    /// - Returns: the first name found that is like it.
    mutating func add(_ name: String) -> String? {
        let letters = Self.letters(of: name)
        var similar = replaceIfFirst(letters.bytes, Variant(name: name))
        for position in letters.bytes.indices where letters.isReplaceable[position] {
            var rest = letters.bytes
            let variant = Variant(name: name, position: position, letter: rest.remove(at: position))
            similar = replaceIfFirst(rest, variant) ?? similar
        }
        return similar
    }

    /// Notes a variant unless there is one of the same text.
    ///
    /// - Returns: the other variant's name, when the two names are alike.
    private mutating func replaceIfFirst(_ text: [UInt8], _ variant: Variant) -> String? {
        guard let other = variants[text] else {
            variants[text] = variant
            return nil
        }
        guard other.name != variant.name else { return nil }
        let isWhole = other.letter == 0 || variant.letter == 0
        let distance = abs(other.position - variant.position)
        let isSwap = distance == 1 && other.letter == variant.letter
        return isWhole || distance == 0 || isSwap ? other.name : nil
    }

    /// The lower-case letters and the digits of a name, and which of them may be the one that differs. Separators
    /// between digits stay: `v1.1` is not `v11`.
    private static func letters(of name: String) -> (bytes: [UInt8], isReplaceable: [Bool]) {
        var bytes: [UInt8] = []
        var isReplaceable: [Bool] = []
        var wordLength = 0
        func endWord() {
            if wordLength >= shortestWord {
                for index in isReplaceable.indices.suffix(wordLength) { isReplaceable[index] = true }
            }
            wordLength = 0
        }
        let source = Array(name.lowercased().utf8)
        for (index, byte) in source.enumerated() {
            let isLetter = (0x61...0x7A).contains(byte) || byte >= 0x80
            let neighbours = [source[..<index].last, source.dropFirst(index + 1).first]
            let isBetweenDigits = neighbours.allSatisfy { $0.map(isDigit) == true }
            if !isLetter { endWord() }
            guard isLetter || isDigit(byte) || isBetweenDigits else { continue }
            bytes.append(byte)
            isReplaceable.append(false)
            if isLetter { wordLength += 1 }
        }
        endWord()
        return (bytes, isReplaceable)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static let shortestWord = 5
}
