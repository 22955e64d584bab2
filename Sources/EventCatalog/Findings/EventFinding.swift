package import EventSchema
import EventSupport

/// What is wrong with an event, for the person who wrote it.
package struct EventFinding: Sendable {
    /// The place and the message.
    package let finding: Finding
    /// The name that was probably meant by a property that the schema lacks.
    package let suggestion: String?
}

extension Schema {
    /// The findings in an event, in the order of the schema.
    ///
    /// A property that the schema lacks comes with the name that was probably meant. If that one is required, it is not
    /// reported as missing too.
    package func eventFindings(in event: JSONValue) -> [EventFinding] {
        let failures = evaluation(of: JSON(event)).failures.flatMap(\.leaves)
        let missing = failures.compactMap(\.missing)
        let found = failures.map { failure in
            (failure, failure.unknown.flatMap { meantName(by: $0, in: failure, event, missing) })
        }
        let meant = Set(found.compactMap(\.1))
        return found.filter { failure, _ in failure.missing.map { !meant.contains($0) } ?? true }
            .map { EventFinding(finding: $0.finding, suggestion: $1?.name) }
    }

    /// The property that was meant by one that the schema lacks: one that is missing, or one that the event may have
    /// besides.
    private func meantName(
        by unknown: EventProperty, in failure: Failure, _ event: JSONValue, _ missing: [EventProperty]
    ) -> EventProperty? {
        let names = missing.filter { $0.object == unknown.object }.map(\.name)
        let present = JSONPointer.tokens(of: unknown.object).reduce(event as JSONValue?) { $0?.child($1) }
        let others = source(of: failure)["properties"]?.object?.names.filter { present?[$0] == nil } ?? []
        return (names.nearest(to: unknown.name) ?? others.nearest(to: unknown.name))
            .map { EventProperty(object: unknown.object, name: $0) }
    }
}

/// A property of an event, which it has or lacks.
private struct EventProperty: Hashable {
    /// The place of the object, as a JSON pointer.
    let object: String
    let name: String
}

extension Failure {
    /// The property that the event lacks; `nil` for another failure.
    fileprivate var missing: EventProperty? {
        guard case .missing(let name) = detail else { return nil }
        return EventProperty(object: finding.instanceLocation, name: name)
    }

    /// The property that the schema lacks; `nil` for another failure.
    fileprivate var unknown: EventProperty? {
        guard finding.keywordLocation.hasSuffix("/additionalProperties"),
            let slash = finding.instanceLocation.lastIndex(of: "/")
        else { return nil }
        let name = finding.instanceLocation[slash...].dropFirst()
        return EventProperty(
            object: String(finding.instanceLocation[..<slash]), name: JSONPointer.unescape(name))
    }
}
