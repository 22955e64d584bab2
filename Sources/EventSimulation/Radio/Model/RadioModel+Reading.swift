import EventSchema

extension RadioModel {
    /// Reads a model from a JSON file.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - name: the name of the file in findings.
    /// - Throws: ``InputFindings``.
    package init(file bytes: [UInt8], name: String) throws {
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch {
            throw InputFindings("\(name): The model is not JSON: \(error). See `eventctl simulate radio --help`")
        }
        var fields = FieldReader(file: name)
        let model = fields.model(json)
        if let findings = InputFindings(fields.findings) { throw findings }
        self = model
    }
}

extension FieldReader {
    private static let watts = 0.0...100
    private static let seconds = 0.0...3600
    private static let stateCount = 2...10

    fileprivate mutating func model(_ json: JSONValue) -> RadioModel {
        let object = object(
            json, "", ["name", "source", "states", "joules_per_megabyte", "megabits_per_second", "round_trip_seconds"])
        let energy = object["joules_per_megabyte"].map { directions($0, "joules_per_megabyte", 0...1000) }
        return RadioModel(
            name: text(object["name"], "name"),
            source: object["source"].map { text($0, "source") } ?? file,
            states: states(object["states"]),
            joulesPerMegabyte: energy ?? RadioModel.Directions(sent: 0, received: 0),
            megabitsPerSecond: directions(object["megabits_per_second"], "megabits_per_second", 0.001...100_000),
            roundTrip: duration(object["round_trip_seconds"], "round_trip_seconds", 0...60))
    }

    private mutating func states(_ json: JSONValue?) -> [RadioModel.State] {
        guard let list = json?.array, Self.stateCount.contains(list.count) else {
            addFinding(
                "states", "must be a list of 2 to 10 states, from the one that transfers data down to the idle one")
            return []
        }
        let last = list.count - 1
        let states = list.enumerated().map { state($1, "states[\($0)]", isFirst: $0 == 0, isLast: $0 == last) }
        for (position, pair) in zip(states, states.dropFirst()).enumerated() where pair.1.watts > pair.0.watts {
            addFinding("states[\(position + 1)].watts", "must not be above the \(pair.0.watts) of the state before it")
        }
        if Set(states.map(\.name)).count < states.count { addFinding("states", "must have names that differ") }
        return states
    }

    private mutating func state(
        _ json: JSONValue, _ path: String, isFirst: Bool, isLast: Bool
    ) -> RadioModel.State {
        let object = object(json, path, ["name", "watts", "seconds", "promotion"])
        if isFirst, object["promotion"] != nil {
            addFinding(path + ".promotion", "must be left out: the first state is the one that transfers data")
        }
        if isLast, object["seconds"] != nil {
            addFinding(path + ".seconds", "must be left out: the radio stays in the last state")
        }
        return RadioModel.State(
            name: text(object["name"], path + ".name"),
            watts: number(object["watts"], path + ".watts", Self.watts),
            tail: isLast ? .zero : duration(object["seconds"], path + ".seconds", Self.seconds),
            promotion: object["promotion"].map { promotion($0, path + ".promotion") } ?? RadioModel.Promotion())
    }

    private mutating func promotion(_ json: JSONValue, _ path: String) -> RadioModel.Promotion {
        let object = object(json, path, ["seconds", "watts"])
        return RadioModel.Promotion(
            duration: duration(object["seconds"], path + ".seconds", 0...60),
            watts: number(object["watts"], path + ".watts", Self.watts))
    }

    private mutating func directions(
        _ json: JSONValue?, _ path: String, _ range: ClosedRange<Double>
    ) -> RadioModel.Directions {
        let object = object(json ?? [:], path, ["sent", "received"])
        return RadioModel.Directions(
            sent: number(object["sent"], path + ".sent", range),
            received: number(object["received"], path + ".received", range))
    }
}
