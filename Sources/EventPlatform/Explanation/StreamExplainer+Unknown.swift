import EventSchema
package import EventStreams
import EventSupport

/// What is not known of an event, so that a stage cannot be decided.
extension StreamExplainer {
    /// The attributes and identifiers that an event is known to lack, of those without a value.
    package enum Missing: Sendable {
        /// All: a client knows what it adds.
        case every
        /// Those that the stream lists: of a whole event, from which the client's own identifiers may be left out.
        case listed
        /// Those that are given as null.
        case only(Set<ContextualAttribute>)
    }

    /// An attribute that the client adds to an event if it has a value.
    struct AddedAttribute {
        let attribute: ContextualAttribute
        /// Its field; `nil` if the schema has none.
        let path: [String]?
        /// Its value in the event.
        let value: JSONValue?
    }

    func attributes(addedTo event: EventPipeline.Event, of stream: StreamConfiguration) -> [AddedAttribute] {
        let (context, fields, json) = (event.submission.context, event.schema?.fields ?? .all, event.document.json)
        return StreamContext.attributes(of: stream).map { attribute in
            let attribute = snapshot.declared(attribute, in: context)
            let path = fields.path(of: attribute)
            return AddedAttribute(
                attribute: attribute, path: path, value: path.flatMap { json[path: $0].map(JSONValue.init) })
        }
    }

    /// The unit whose identifier decides whether the event is in sample, if the identifier is not known.
    func unknownUnit(_ identifier: String?, _ stream: StreamConfiguration) -> SamplingUnit? {
        guard case .sample(let unit, let rate, _) = stream.sampling, rate > 0, rate < 1, identifier == nil,
            !isMissing(unit.attribute, of: stream)
        else { return nil }
        return unit
    }

    /// The fields whose values decide whether curation lets the event pass; empty if it is decided without them.
    func unknownFields(
        _ findings: [CurationFinding], _ stream: StreamConfiguration, _ event: EventPipeline.Event
    ) -> [String] {
        let given = Set(misuses.map(\.attribute))
        let unknown = attributes(addedTo: event, of: stream).filter {
            $0.value == nil && !given.contains($0.attribute.name) && !isMissing($0.attribute, of: stream)
        }
        let paths = Dictionary(unknown.map { ($0.attribute.name, $0.path) }) { first, _ in first }
        var fields: [String] = []
        for finding in findings where !finding.holds {
            // An attribute without a field is missing, whatever its value.
            guard let path = paths[finding.attribute] ?? nil else { return [] }
            let field = path.joined(separator: ".")
            if !fields.contains(field) { fields.append(field) }
        }
        return fields
    }

    private func isMissing(_ attribute: ContextualAttribute, of stream: StreamConfiguration) -> Bool {
        switch missing {
        case .every: true
        case .listed: StreamContext.attributes(of: stream).contains(attribute)
        case .only(let attributes): attributes.contains(attribute)
        }
    }
}

extension SamplingUnit {
    /// The attribute that has the identifier of the unit.
    fileprivate var attribute: ContextualAttribute {
        switch self {
        case .session: .performerSessionID
        case .device: .agentAppInstallID
        case .pageview: .performerPageviewID
        }
    }
}
