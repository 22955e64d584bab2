#if Kafka
    import EventIntake
    import EventSchema
    import EventStreams

    /// Where in Kafka an event goes: its topic and its key.
    struct KafkaRouting: Sendable {
        /// Why an event has no topic or no key.
        struct Refusal: Error, Equatable {
            let reason: String
            /// Who has to act.
            let cause: RejectionCause
        }

        /// What this instance puts before the names of streams, such as `eqiad.`.
        let topicPrefix: String
        /// The names of topics that events have chosen.
        private let names: TopicNames
        /// A stream without a topic of its own, and what its topic is: most events of a request are of one stream.
        private var known: (stream: String, topic: String, isChosen: Bool)?

        init(topicPrefix: String, names: TopicNames = TopicNames()) {
            (self.topicPrefix, self.names) = (topicPrefix, names)
        }

        /// The message of an event.
        mutating func message(of event: SinkEvent) throws(Refusal) -> KafkaMessage {
            let (topic, isChosen) = try topic(of: event)
            return KafkaMessage(
                topic: topic, isTopicChosen: isChosen, key: try key(of: event), value: event.json,
                schema: event.schema, id: event.id.replacingUnpairedSurrogates)
        }

        /// The topic: the one that the stream is configured with, or the prefix and the stream's name. Two topics are
        /// one for each datacentre, of which this instance knows only its prefix. Legacy streams have no prefix.
        private mutating func topic(of event: SinkEvent) throws(Refusal) -> (name: String, isChosen: Bool) {
            let configured = configuredTopic(of: event)
            if configured == nil, let known, known.stream == event.stream { return (known.topic, known.isChosen) }
            let topic = configured ?? prefix(of: event.stream) + event.stream
            // Of a pattern, and without stream configurations, the event chooses the stream.
            let isChosen = configured == nil && event.configuration?.name != event.stream
            guard TopicNames.isPossible(topic) else {
                let source = configured == nil ? "The name of its stream" : "What its stream has in topics"
                throw Refusal(
                    reason: "\(source) cannot be the name of a topic, which has up to 249 letters, digits and the "
                        + "characters . _ - only.", cause: isChosen ? .client : .configuration)
            }
            guard !isChosen || names.admit(topic) else {
                throw Refusal(
                    reason: "Its stream is not configured by its name, and events have named as many topics as the "
                        + "intake allows.", cause: .client)
            }
            if configured == nil { known = (event.stream, topic, isChosen) }
            return (topic, isChosen)
        }

        private func configuredTopic(of event: SinkEvent) -> String? {
            guard let topics = event.configuration?.settings["topics"]?.array, topics.count == 1,
                let topic = topics[0].string, !topic.hasPrefix("/")  // of a pattern, the topic is a pattern
            else { return nil }
            return topic
        }

        private func prefix(of stream: String) -> String { stream.hasPrefix("eventlogging_") ? "" : topicPrefix }

        /// The key: an object with the fields of `message_key_fields` in their order; `nil` when there are none. Equal
        /// numbers are written alike, since the bytes of a key decide about its partition.
        private func key(of event: SinkEvent) throws(Refusal) -> [UInt8]? {
            guard let fields = try keyFields(of: event), !fields.isEmpty else { return nil }
            var key = JSONObject()
            for field in fields {
                guard let path = field.value.string, !path.isEmpty else {
                    throw Self.unusableKey(
                        "message_key_fields.\(field.name)", "the path of a field, such as page.page_id")
                }
                guard let value = event.event[path: path.split(separator: ".").map(String.init)], !value.isNull else {
                    throw Refusal(
                        reason: "It has no \(path), which is in the keys of its stream "
                            + "(message_key_fields.\(field.name)).", cause: .client)
                }
                key[field.name] = JSONValue(value).withUniformNumbers
            }
            return JSONValue.object(key).jsonBytes
        }

        /// The setting, of which PHP writes an empty map as an empty list.
        private func keyFields(of event: SinkEvent) throws(Refusal) -> JSONObject? {
            switch event.configuration?.settings["message_key_fields"] {
            case nil, .null: return nil
            case .object(let fields): return fields
            case .array(let elements) where elements.isEmpty: return nil
            default: throw Self.unusableKey("message_key_fields", "an object, such as {page_id: page.page_id}")
            }
        }

        private static func unusableKey(_ setting: String, _ wanted: String) -> Refusal {
            Refusal(
                reason: "The configuration of its stream is wrong: \(setting) must be \(wanted).",
                cause: .configuration)
        }
    }

    /// A message for a topic.
    struct KafkaMessage: Sendable {
        let topic: String
        /// Whether the event, and no configuration, has chosen the topic.
        var isTopicChosen = false
        let key: [UInt8]?
        let value: [UInt8]
        /// The value of the header `$schema`.
        let schema: String
        /// The value of the header `meta.id`.
        let id: String

        /// What it takes of the queue.
        var byteCount: Int {
            (key?.count ?? 0) + value.count + "$schema".utf8.count + schema.utf8.count + "meta.id".utf8.count
                + id.utf8.count
        }
    }
#endif
