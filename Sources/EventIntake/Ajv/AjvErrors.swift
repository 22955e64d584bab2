import EventSchema

/// The errors of an event in the form of the existing intake's validator (ajv 6 with `allErrors`): the same errors in
/// the same order, because clients may parse them.
struct AjvErrors {
    /// The number of errors of one event that are reported, unless all have to be.
    static let usualMaximum = 100

    private var errors: [AjvError] = []
    /// The number of errors beyond the maximum.
    private var omitted = 0
    private let maximum: Int
    private let event: JSONValue
    private let schema: Schema

    /// The errors that failures have, in an event with its defaults. The first of them are kept, at most `maximum` and
    /// all without one; the others are counted.
    init(_ failures: [Failure], in event: JSONValue, of schema: Schema, atMost maximum: Int? = nil) {
        self.maximum = maximum ?? .max
        self.event = event
        self.schema = schema
        append(failures, at: AjvLocation())
    }

    /// `{"errors": […], "errorsText": "…"}`, and `"moreErrors"`, a number, if there are more than the maximum.
    var context: JSONValue {
        var text = errors.map { "'\($0.dataPath)' \($0.message)" }.joined(separator: ", ")
        if omitted > 0 { text += ", and \(omitted) more" }
        var context: JSONObject = ["errors": .array(errors.map(\.value)), "errorsText": .string(text)]
        if omitted > 0 { context["moreErrors"] = .number(omitted) }
        return .object(context)
    }

    /// Appends the errors of one schema: for each failed keyword the errors of its subschemas, then its own error if it
    /// has one.
    private mutating func append(_ failures: [Failure], at place: AjvLocation) {
        guard let first = failures.first else { return }
        let source = schema.source(of: first)
        for broken in AjvKeywordOrder(source).sorted(failures, at: place) {
            appendNested(broken, source, at: place)
            guard let words = AjvMessage(broken, source, in: event) else { continue }
            if errors.count < maximum { errors.append(AjvError(words, at: place)) } else { omitted += 1 }
        }
    }

    private mutating func appendNested(_ broken: FailedKeyword, _ source: JSONValue, at place: AjvLocation) {
        let failure = broken.failure
        switch broken.keyword {
        case "$ref":
            let target = schema.isSeparateReference(failure) ? "#" : source["$ref"]?.string
            append(failure.causes, at: place.below(failure, referringTo: target))
        case "properties": append(failure.causes, at: place.below(failure, .property))
        case "patternProperties", "additionalProperties": append(failure.causes, at: place.below(failure, .member))
        case "propertyNames": appendPropertyNames(failure, at: place)
        case "additionalItems" where source["additionalItems"] == false: break
        case "items", "additionalItems", "contains":
            for element in failure.causes + failure.trials {
                append(element.causes, at: place.below(element, .element))
            }
        case "allOf", "anyOf", "oneOf":
            for branch in failure.causes + failure.trials { append(branch.causes, at: place.below(branch)) }
        default: append(failure.causes, at: place.below(failure))
        }
    }

    private mutating func appendPropertyNames(_ failure: Failure, at place: AjvLocation) {
        let first = errors.count
        append(failure.causes, at: place.below(failure))
        for index in errors[first...].indices { errors[index].propertyName = failure.propertyName }
    }
}
