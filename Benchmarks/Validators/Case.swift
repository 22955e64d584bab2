import ArgumentParser
import EventSchema

/// Schemas, and for each the values that it validates.
struct Case {
    enum Work: String, ExpressibleByArgument, CaseIterable {
        case compile, parse, validate, write
        case parseAndValidate = "parse and validate"
        case changeAndWrite = "change and write"
        case writeTree = "write a tree"
    }

    private let name: String
    private let sets: [Inputs]

    private struct Inputs {
        let source: JSONValue
        let schema: Schema
        let texts: [[UInt8]]
        let documents: [JSON]
        /// The same documents with white space between their parts.
        let spaced: [JSON]
        let trees: [JSONValue]

        init(_ set: JSON) throws {
            source = set["schema"].map { JSONValue($0) } ?? true
            schema = try Case.compiled(source)
            func read(_ name: String) -> [[UInt8]] {
                set[name]?.elements.map { Array(($0.string ?? "").utf8) } ?? []
            }
            texts = read("texts")
            documents = try texts.map { try JSON(parsing: $0) }
            spaced = try read("spaced").map { try JSON(parsing: $0) }
            trees = documents.map { JSONValue($0) }
        }
    }

    init(_ json: JSON) throws {
        name = json["name"]?.string ?? ""
        sets = try json["sets"]?.elements.map(Inputs.init) ?? []
    }

    /// A change of a member that many events have, or that is added.
    private static let edit = JSONEdit.set(["dt"], to: JSON("2026-11-26T10:00:00Z"))

    private static func compiled(_ schema: JSONValue) throws -> Schema {
        try Schema(schema, mode: .standard(assertsFormats: true))
    }

    /// Does a work for each schema or value once.
    ///
    /// - Returns: what depends on all results.
    func perform(_ work: Work) throws -> Int {
        var sum = 0
        for set in sets {
            switch work {
            case .compile: sum += try Self.compiled(set.source).title?.utf8.count ?? 0
            case .parse: for text in set.texts { sum += try JSON(parsing: text).bytes.count }
            case .validate: for document in set.documents { sum += set.schema.isValid(document) ? 1 : 0 }
            case .write: for document in set.spaced { sum += document.compactBytes.count }
            case .writeTree: for tree in set.trees { sum += tree.jsonBytes.count }
            case .changeAndWrite:
                for document in set.documents { sum += document.changing([Self.edit]).bytes.count }
            case .parseAndValidate:
                for text in set.texts { sum += try set.schema.isValid(JSON(parsing: text)) ? 1 : 0 }
            }
        }
        return sum
    }

    /// The verdict on each value, and the nanoseconds of each work.
    func figures(seconds: Double) throws -> JSONValue {
        let verdicts = sets.flatMap { set in set.documents.map { set.schema.isValid($0) ? "1" : "0" } }
        var times: JSONObject = [:]
        for work in Work.allCases { times[work.rawValue] = .number(JSONNumber(try nanoseconds(of: work, seconds))) }
        return ["name": .string(name), "verdicts": .string(verdicts.joined()), "times": .object(times)]
    }

    /// The nanoseconds that a work takes, as the mean of as many as that time has room for, after as many that are not
    /// counted. They are done in batches, since reading the clock would be a part of a short one.
    private func nanoseconds(of work: Work, _ seconds: Double) throws -> Int {
        let clock = ContinuousClock()
        var nanoseconds = 0
        for _ in 0..<2 {
            let start = clock.now
            var (count, batch) = (0, 1)
            repeat {
                for _ in 0..<batch { _ = try perform(work) }
                count += batch
                batch = min(64, batch * 2)
            } while clock.now - start < .seconds(seconds)
            nanoseconds = Int((clock.now - start) / .nanoseconds(1)) / count
        }
        return nanoseconds
    }
}
