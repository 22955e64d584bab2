#if Kafka
    import EventIntake
    import EventSchema
    import EventStreams

    /// Events of a stream, which may be configured.
    struct TestEvents {
        var stream = "app.test"
        /// What the configuration calls the stream, or a pattern; the stream's name unless it is given.
        var configured: String?
        var settings: JSONObject?

        func event(_ id: String, _ more: JSONObject = [:]) -> SinkEvent {
            var event: JSONObject = ["$schema": "/test/1.0.0", "meta": ["stream": .string(stream), "id": .string(id)]]
            for member in more { event[member.name] = member.value }
            let streams = settings.map { settings in
                StreamConfigurations(streams: JSONObject([(configured ?? stream, .object(settings))]))
            }
            return SinkEvent(
                id: id, stream: stream, schema: "/test/1.0.0", configuration: streams?[stream],
                event: JSON(.object(event)))
        }

        func events(_ ids: Range<Int>) -> [SinkEvent] { ids.map { event("\($0)") } }
    }

    extension SinkEvent {
        var text: String { String(decoding: json, as: UTF8.self) }
    }
#endif
