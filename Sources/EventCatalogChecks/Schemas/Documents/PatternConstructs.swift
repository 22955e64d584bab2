/// The constructs of a regular expression whose meaning depends on the engine.
struct PatternConstructs {
    /// A construct, what it means, and what to write instead.
    struct Construct {
        let text: String
        let meaning: String
        let remedy: String
    }

    /// Constructs of other engines that ECMA-262 reads as something else.
    private(set) var foreign: [Construct] = []
    /// Constructs of ECMA-262 that other engines read differently, or not at all.
    private(set) var differing: [Construct] = []

    init(_ source: String) {
        let text = Array(source)
        var index = 0
        var isInClass = false
        while index < text.count {
            switch text[index] {
            case "\\" where index + 1 < text.count:
                addEscape(text[index + 1], isInClass)
                index += 1
            case "[":
                if isInClass, index + 1 < text.count, text[index + 1] == ":" { addClass(text[(index)...]) }
                isInClass = true
            case "]": isInClass = false
            case "(" where !isInClass: addGroup(String(text[index...].prefix(4)))
            default: break
            }
            index += 1
        }
    }

    private mutating func addEscape(_ letter: Character, _ isInClass: Bool) {
        switch letter {
        case "A" where !isInClass: addForeign("\\A", "matches the letter A", "Write “^” for the start of the text.")
        case "Z" where !isInClass, "z" where !isInClass:
            addForeign("\\\(letter)", "matches the letter \(letter)", "Write “$” for the end of the text.")
        case "h", "Q", "E", "G", "R", "X", "e", "a":
            addForeign(
                "\\\(letter)", "matches the letter \(letter)", "Write the characters that are meant, in brackets.")
        case "d": addDiffering("\\d", "also matches digits of other scripts in some engines", "Write “[0-9]”.")
        case "w": addDiffering("\\w", "also matches letters of other scripts in some engines", "Write “[A-Za-z0-9_]”.")
        case "s":
            addDiffering("\\s", "matches other blanks in each engine", "Write the blanks that are meant: “[ \\t]”.")
        case "b" where !isInClass, "B" where !isInClass:
            addDiffering(
                "\\\(letter)", "depends on what an engine takes for a letter", "Write the neighbours that are meant.")
        default: break
        }
    }

    private mutating func addClass(_ rest: ArraySlice<Character>) {
        let name = String(rest.dropFirst(2).prefix { $0.isLetter })
        guard rest.dropFirst(2 + name.count).first == ":", !name.isEmpty else { return }
        addForeign("[:\(name):]", "matches one of these characters", "Write the characters that are meant: “[a-z]”.")
    }

    private mutating func addGroup(_ opening: String) {
        if opening.hasPrefix("(?<=") || opening.hasPrefix("(?<!") {
            addDiffering(
                String(opening.prefix(4)), "looks behind, which RE2, Go and older JavaScript engines refuse",
                "Write the pattern without it.")
        } else if opening.hasPrefix("(?=") || opening.hasPrefix("(?!") {
            addDiffering(
                String(opening.prefix(3)), "looks ahead, which RE2 and Go refuse", "Write the pattern without it.")
        }
    }

    private mutating func addForeign(_ text: String, _ meaning: String, _ remedy: String) {
        foreign.append(Construct(text: text, meaning: meaning, remedy: remedy))
    }

    private mutating func addDiffering(_ text: String, _ meaning: String, _ remedy: String) {
        differing.append(Construct(text: text, meaning: meaning, remedy: remedy))
    }
}
