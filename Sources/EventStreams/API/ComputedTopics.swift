package import EventSchema

extension JSONValue {
    /// A response of the stream configuration API without the `topics` that the API computes: those of each stream
    /// that the API would send too if the stream's settings had none. They say nothing of what is configured.
    package var withoutComputedTopics: JSONValue {
        guard var document = object, let streams = document["streams"]?.object else { return self }
        document["streams"] = .object(
            JSONObject(streams.map { name, settings in (name, settings.withoutComputedTopics(of: name)) }))
        return .object(document)
    }

    private func withoutComputedTopics(of stream: String) -> JSONValue {
        guard var settings = object else { return self }
        guard settings["topics"]?.array == StreamTopics.computed(of: stream, settings) else { return self }
        settings["topics"] = nil
        return .object(settings)
    }
}

extension StreamTopics {
    /// What the API sends as the `topics` of a stream whose settings name none.
    static func computed(of name: String, _ settings: JSONObject) -> [JSONValue] {
        let prefixes = settings["topic_prefixes"]?.array?.compactMap(\.string)
        return topics(of: name, prefixes: prefixes).map(JSONValue.string)
    }
}
