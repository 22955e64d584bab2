import EventCatalog
import EventSupport

extension Rule {
    static let similarStreamNames = Rule(
        "similar-stream-names", .warning, "The names of two streams differ in one letter, in case or in separators.",
        reason: "One of the two is often a misspelling. Events of the misspelt name are refused, or split in two.",
        mistake: .streams("app.search", "app.serach"), corrected: .search)
}

/// Finds streams whose names are alike but for one letter, for case or for separators.
///
/// Two names are alike when both have the same letters and digits, or when one letter of a word of at least five
/// letters is added, removed, replaced, or swapped with its neighbour. Digits always distinguish streams: `app.v1` and
/// `app.v2` are two versions. Short words are often abbreviations, such as `wcqs` and `wdqs`.
enum SimilarNameChecks {
    /// - Complexity: linear in the number of names, quadratic in the length of each.
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
    /// A name as a whole, or without the letter at a position.
    private struct Variant {
        let name: Int
        let position: Int?
    }

    private var names: [(text: String, letters: [UInt8])] = []
    /// The first variant of each text.
    private var variants: [[UInt8]: Variant] = [:]

    /// Adds a name.
    ///
    /// - Returns: a name that is like it and was added before; `nil` when there is no such name.
    mutating func add(_ name: String) -> String? {
        let (letters, isReplaceable) = Self.letters(of: name)
        names.append((name, letters))
        var similar = findOrAdd(letters, Variant(name: names.count - 1, position: nil))
        for position in letters.indices where isReplaceable[position] {
            let rest = Array(letters[..<position] + letters[(position + 1)...])
            let found = findOrAdd(rest, Variant(name: names.count - 1, position: position))
            similar = similar ?? found
        }
        return similar.map { names[$0].text }
    }

    /// Finds a variant of the same text, and adds this one if there is none.
    ///
    /// - Returns: the other variant's name, when the two names are alike.
    private mutating func findOrAdd(_ text: [UInt8], _ variant: Variant) -> Int? {
        guard let other = variants[text] else {
            variants[text] = variant
            return nil
        }
        guard other.name != variant.name else { return nil }
        guard let first = other.position, let second = variant.position else { return other.name }
        let isSwap = abs(first - second) == 1 && names[other.name].letters[first] == names[variant.name].letters[second]
        return first == second || isSwap ? other.name : nil
    }

    /// The lower-case letters and the digits of a name, and which of them may be the one that differs. Separators
    /// between digits stay: `v1.1` is not `v11`.
    private static func letters(of name: String) -> (bytes: [UInt8], isReplaceable: [Bool]) {
        var bytes: [UInt8] = []
        var isReplaceable: [Bool] = []
        var wordLength = 0
        func endWord() {
            if wordLength >= minimumWordLength {
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

    private static let minimumWordLength = 5
}
