public import EventCatalog
import EventStreams
import EventSupport

/// The text of a waiver, taken apart.
struct WaiverText {
    /// What makes a comment a waiver.
    static let keyword = "eventctl-allow"

    let rule: Rule
    let until: String
    let end: UTCInstant
    let reason: String

    /// What is wrong with the text of a waiver.
    struct Problem: Error {
        let problem: String
        let remedy: String
        /// The id of a rule that is unknown, and the nearest known id.
        var misspelt: (id: String, suggestion: String)?
    }

    private static let form = "Write “# eventctl-allow RULE-ID until 2027-01-31: reason”."

    /// - Parameter text: what follows the keyword.
    /// - Throws: ``Problem``.
    init(_ text: Substring) throws(Problem) {
        let head = text.prefix { $0 != ":" }
        let words = head.split(separator: " ")
        guard let id = words.first, id != "until" else {
            throw Problem(problem: "The waiver names no rule.", remedy: Self.form)
        }
        guard !id.hasSuffix(",") else { throw Self.misplaced(["", "until"]) }
        rule = try Self.rule(String(id))
        guard words.count == 3, words[1] == "until" else { throw Self.misplaced(words.dropFirst()) }
        until = String(words[2])
        guard until.utf8.count == 10, let day = UTCInstant(iso8601: until) else {
            throw Problem(
                problem: "The waiver's date “\(until)” is not a day of the calendar.",
                remedy: "Write the last day of the waiver as year, month and day, such as 2027-01-31.")
        }
        end = UTCInstant(seconds: day.seconds + 86_400)
        reason = text.dropFirst(head.count + 1).trimmed
        guard !reason.isEmpty else {
            throw Problem(
                problem: "The waiver has no reason.",
                remedy: "Say behind a colon why the finding may stay: “until \(until): reason”.")
        }
    }

    /// What stands in place of the keyword in a comment that was probably meant to be a waiver: a word or two near it,
    /// with a rule behind them. `nil` for any other comment.
    static func misspeltKeyword(in comment: Substring) -> Substring? {
        let text = comment.drop { $0 == "#" }.drop(while: \.isWhitespace)
        let words = text.split(separator: " ", maxSplits: 3)
        return [1, 2].lazy.compactMap { count -> Substring? in
            guard words.count > count else { return nil }
            let word = text[..<words[count - 1].endIndex]
            let spelling = word.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 }
            guard [keyword].nearest(to: String(spelling), limit: 2) != nil, word != keyword else { return nil }
            return Rule.all.map(\.id).nearest(to: String(words[count])) == nil ? nil : word
        }.first
    }

    private static func rule(_ id: String) throws(Problem) -> Rule {
        if let rule = Rule.withID(id) {
            guard !Rule.doubtRules.contains(rule) else {
                throw Problem(
                    problem: "\(id) cannot be waived: it would be in doubt what the file says.",
                    remedy: "Correct the file, and remove the waiver.")
            }
            return rule
        }
        let ids = Rule.all.map(\.id)
        throw Problem(
            problem: "The waiver names the rule “\(id)”, which does not exist.",
            remedy: ids.suggestion(for: id) ?? "“eventctl rules” lists the rules.",
            misspelt: ids.nearest(to: id).map { (id, $0) })
    }

    private static func misplaced(_ words: ArraySlice<Substring>) -> Problem {
        guard let until = words.firstIndex(of: "until") else {
            return Problem(problem: "The waiver has no date.", remedy: form)
        }
        if until > words.startIndex {
            return Problem(
                problem: "The waiver names more than one rule.", remedy: "Write a waiver of its own for each rule.")
        }
        return Problem(problem: "The waiver's date is not followed by a colon and a reason.", remedy: form)
    }
}

extension Rule {
    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    /// The rule of that id; `nil` when there is no such rule.
    public static func withID(_ id: String) -> Rule? { byID[id] }
}
