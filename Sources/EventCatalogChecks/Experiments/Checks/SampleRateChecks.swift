import EventCatalog
import EventSchema
import EventStreams
import EventSupport

extension Rule {
    static let missingSampleRate = Rule(
        "missing-sample-rate", .error, "An experiment or an instrument has no sample rate.",
        reason: "Most clients read it as 0, so that nobody takes part; Android reads it as 1.",
        mistake: .experiment(["sample_rate": "{}"]), corrected: .experiment(["sample_rate": "{default: 0}"]))

    static let invalidSampleRate = Rule(
        "invalid-sample-rate", .error, "A sample rate is not a number from 0 to 1, or is not for a list of wikis.",
        reason: "Clients read a rate without a number as 0, and leave out an experiment whose rate is beyond 0 to 1.",
        mistake: .experiment(["sample_rate": "{defalt: 0.5}"]),
        corrected: .experiment(["sample_rate": "{default: 0.5}"]))

    static let repeatedWiki = Rule(
        "repeated-wiki", .warning, "A sample rate names a wiki twice.",
        reason: "Clients use the first rate that names the wiki. Another one has no effect there.",
        mistake: .experiment(["sample_rate": "{default: 0, 0.1: [enwiki], 0.2: [enwiki]}"]),
        corrected: .experiment(["sample_rate": "{default: 0, 0.1: [enwiki], 0.2: [frwiki]}"]))
}

/// Checks of `sample_rate`: `{default: 0.5, 0.1: [frwiki]}`.
enum SampleRateChecks {
    static func findings(in entry: AuthoredExperiment, _: ExperimentCheckContext) -> [ExperimentFinding] {
        let setting = entry.setting("sample_rate")
        guard entry.value.object != nil else { return [] }
        if setting == nil || setting?.object?.isEmpty == true || setting?.array?.isEmpty == true {
            return [
                entry.finding(
                    .missingSampleRate, "sample_rate", "The \(entry.list.entry) has no sample rate.",
                    "Write “sample_rate: {default: 1}” for everyone, or {default: 0} for nobody.")
            ]
        }
        return (setting?.object ?? [:]).compactMap { name, value in
            problem(with: name, value).map { problem, remedy in
                entry.finding(.invalidSampleRate, "sample_rate", problem, remedy, at: [name])
            }
        } + repeatedWikis(in: entry)
    }

    /// The wikis that more than one rate is for.
    private static func repeatedWikis(in entry: AuthoredExperiment) -> [ExperimentFinding] {
        let wikis = (entry.setting("sample_rate")?.object ?? [:]).flatMap { rate, wikis in
            (wikis.array ?? []).enumerated().map { (rate: rate, position: $0, name: $1.string) }
        }
        return wikis.repetitions(by: \.name).map { first, again in
            entry.finding(
                .repeatedWiki, "sample_rate", "The wiki “\(again.name ?? "")” has the rate \(first.rate) already.",
                "Remove it here or there, or write the wiki that was meant.", at: [again.rate, "\(again.position)"])
        }
    }

    private static func problem(with name: String, _ value: JSONValue) -> (problem: String, remedy: String)? {
        if name == "default" { return problem(withRate: value, "The default rate is \(value)") }
        guard WikiSampleRate.rate(.string(name)) != nil else {
            return (
                "“\(name)” is neither “default” nor a rate.",
                ["default"].suggestion(for: name) ?? "Write a rate, and behind it the list of its wikis."
            )
        }
        guard let wikis = value.array, wikis.allSatisfy({ $0.string != nil }) else {
            return (
                "The rate \(name) is for \(value), which is not a list of wikis.", "Write database names: [frwiki]."
            )
        }
        return problem(withRate: .string(name), "A rate is \(name)")
    }

    private static func problem(withRate value: JSONValue, _ subject: String) -> (problem: String, remedy: String)? {
        guard let rate = WikiSampleRate.rate(value) else {
            return ("\(subject), which is not a number.", RateRemedy(value).text)
        }
        return (0...1).contains(rate) ? nil : ("\(subject), which is not from 0 to 1.", RateRemedy(value).text)
    }
}
