import EventSchema

/// What is wrong with an event, as the existing intake's validator (ajv 6 with `allErrors`) tells it: the same errors in
/// the same order, which clients may take apart.
struct AjvErrors {
    private var errors: [AjvError] = []
    private let event: JSONValue
    private let schema: Schema

    init(_ evaluation: Evaluation, of schema: Schema) {
        event = evaluation.instance
        self.schema = schema
        tell(evaluation.failures, at: AjvLocation())
    }

    /// `{"errors": […], "errorsText": "…"}`
    var context: JSONValue {
        let texts = errors.map { "'\($0.dataPath)' \($0.message)" }
        return ["errors": .array(errors.map(\.value)), "errorsText": .string(texts.joined(separator: ", "))]
    }

    /// Tells what is wrong according to one schema: for each keyword what the schemas below it tell, and then what it
    /// says itself, if anything.
    private mutating func tell(_ failures: [Failure], at place: AjvLocation) {
        guard let first = failures.first else { return }
        let source = schema.source(of: first)
        for broken in AjvKeywordOrder(source).sorted(failures, at: place) {
            tellBelow(broken, source, at: place)
            guard let words = AjvMessage(broken, source, in: event) else { continue }
            errors.append(AjvError(words, at: place))
        }
    }

    private mutating func tellBelow(_ broken: FailedKeyword, _ source: JSONValue, at place: AjvLocation) {
        let failure = broken.failure
        switch broken.keyword {
        case "$ref":
            let target = schema.isSeparateReference(failure) ? "#" : source["$ref"]?.string
            tell(failure.causes, at: place.below(failure, referringTo: target))
        case "properties": tell(failure.causes, at: place.below(failure, .property))
        case "patternProperties", "additionalProperties": tell(failure.causes, at: place.below(failure, .member))
        case "propertyNames": tellOfName(failure, at: place)
        case "additionalItems" where source["additionalItems"] == false: break
        case "items", "additionalItems", "contains":
            for element in failure.causes + failure.trials {
                tell(element.causes, at: place.below(element, .element))
            }
        case "allOf", "anyOf", "oneOf":
            for branch in failure.causes + failure.trials { tell(branch.causes, at: place.below(branch)) }
        default: tell(failure.causes, at: place.below(failure))
        }
    }

    private mutating func tellOfName(_ failure: Failure, at place: AjvLocation) {
        let first = errors.count
        tell(failure.causes, at: place.below(failure))
        for index in errors[first...].indices { errors[index].propertyName = failure.propertyName }
    }
}
