public import EventSchema
import Foundation

extension Fault {
    /// The keys of a fault as JSON and as text. Underscores are accepted in place of hyphens.
    enum Key: String, CaseIterable {
        case kind, target, stream, destination, requests, seconds, probability, seed, moment, delay, status
        case retryAfter = "retry-after"
        case invalid, error
        /// Keys that the intake adds when it lists faults. They are ignored when a fault is read.
        case id, hits, last, events, clients

        /// The keys that can be set.
        static var written: [Key] { allCases.filter { ![.id, .hits, .last, .events, .clients].contains($0) } }
    }

    /// Reads a fault from a JSON object: `{"kind": "status", "status": 503, "stream": ["app.search"], "requests": 3}`.
    ///
    /// - Throws: ``FaultError`` with the invalid key and its allowed values.
    public init(json: JSONValue) throws(FaultError) {
        guard let object = json.object else {
            throw FaultError("a fault must be an object such as {\"kind\": \"status\", \"status\": 503}")
        }
        let fields = try FaultFields(object)
        guard let kind: Kind = try fields.choice(.kind) else {
            throw FaultError("kind is missing: one of \(Kind.allCases.names)")
        }
        self.init(kind)
        target = try fields.choice(.target) ?? target
        streams = try fields.names(.stream) ?? streams
        destination = try fields.text(.destination)
        requests = try fields.integer(.requests, in: 1...Int.max)
        duration = try fields.duration(.seconds)
        probability = try fields.share(.probability) ?? probability
        seed = try fields.integer(.seed, in: 0...Int.max).map(UInt64.init)
        moment = try fields.choice(.moment) ?? moment
        delay = try fields.duration(.delay) ?? delay
        status = try fields.integer(.status, in: 200...599)
        retryAfter = try fields.text(.retryAfter)
        invalidShare = try fields.share(.invalid) ?? invalidShare
        errorShare = try fields.share(.error) ?? errorShare
        try check(fields)
    }

    /// Refuses keys that the kind does not have and combinations that are not allowed.
    private func check(_ fields: FaultFields) throws(FaultError) {
        let only: [Key: [Kind]] = [
            .status: [.status, .garbage], .retryAfter: [.status], .invalid: [.mixed], .error: [.mixed],
            .moment: [.status, .reset, .garbage],
        ]
        for (key, kinds) in only.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where fields.has(key) && !kinds.contains(kind) {
            throw FaultError("\(key.rawValue) is allowed with \(kinds.names), not with \(kind.rawValue)")
        }
        if kind == .status, status == nil { throw FaultError("status is missing: a number from 200 to 599") }
        if kind == .delay, delay == .zero { throw FaultError("delay is missing: a time such as 2s or 250ms") }
        if invalidShare + errorShare > 1 { throw FaultError("the sum of invalid and error must be at most 1") }
        switch (kind, target) {
        case (.stale, .streamConfigs), (.broken, .streamConfigs), (.missing, .streamConfigs), (.mixed, .events): break
        case (.stale, _), (.broken, _), (.missing, _):
            throw FaultError("the target of \(kind.rawValue) must be stream-configs, not \(target.rawValue)")
        case (.mixed, _): throw FaultError("the target of mixed must be events, not \(target.rawValue)")
        case (_, .schemas) where !streams.isEmpty || destination != nil:
            throw FaultError("stream and destination are allowed with events and stream-configs, not with schemas")
        default: break
        }
        if moment == .after, target != .events, fields.has(.moment) {
            throw FaultError("moment is allowed with events only: requests for \(target.rawValue) store nothing")
        }
    }

    /// The fault as JSON, without keys that have their default value.
    public var json: JSONObject {
        var fields = JSONObject()
        func put(_ key: Key, _ value: JSONValue?) { if let value { fields[key.rawValue] = value } }
        let plain = Fault(kind)
        put(.kind, .string(kind.rawValue))
        put(.target, .string(target.rawValue))
        put(.stream, streams.isEmpty ? nil : .array(streams.map(JSONValue.string)))
        put(.destination, destination.map(JSONValue.string))
        put(.requests, requests.map(JSONValue.number))
        put(.seconds, duration.map { .number($0.inSeconds) })
        put(.probability, probability == plain.probability ? nil : .number(probability))
        put(.seed, seed.map { .number(JSONNumber($0)) })
        put(.moment, target == .events && kind.hasMoment ? .string(moment.rawValue) : nil)
        put(.delay, delay == .zero ? nil : .number(delay.inSeconds))
        put(.status, status.map(JSONValue.number))
        put(.retryAfter, retryAfter.map(JSONValue.string))
        put(.invalid, kind == .mixed ? .number(invalidShare) : nil)
        put(.error, kind == .mixed ? .number(errorShare) : nil)
        return fields
    }
}

extension Fault.Kind {
    fileprivate var hasMoment: Bool { [.status, .reset, .garbage].contains(self) }
}

extension Collection where Element: RawRepresentable<String> {
    /// The raw values, separated by commas, for a message.
    var names: String { map(\.rawValue).joined(separator: ", ") }
}

extension Duration {
    /// The time in seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
