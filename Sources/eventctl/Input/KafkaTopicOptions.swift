import ArgumentParser
import EventPlatform
import EventSchema

#if Kafka
    import EventIntakeKafka
#endif

/// The options of `received` for a topic of Kafka.
struct KafkaTopicOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Print the messages of this topic of Kafka instead.", valueName: "NAME"))
    var topic: String?

    @Option(
        name: .customLong("kafka-config"),
        help: ArgumentHelp(
            "The settings of the cluster, as for `eventctl serve`; EVENT_KAFKA_ variables replace them.",
            valueName: "FILE"))
    var configuration: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only the newest messages of each partition, at most so many.", valueName: "N"))
    var newest: Int?

    func validate() throws {
        if topic == nil, configuration != nil || newest != nil {
            throw ValidationError("--kafka-config and --newest are only allowed with --topic")
        }
        if let newest, newest < 1 { throw ValidationError("--newest must be 1 or more") }
    }

    #if Kafka
        /// Prints what is in the topic now.
        func printMessages(of topic: String) throws {
            let reader = try KafkaOptions.withSettings(KafkaSettingsFiles(configuration: configuration, secrets: [])) {
                try KafkaReader(topic, $0)
            }
            try Output.untilClosed {
                try reader.forEachMessage(newest: newest) { try Output.line(Self.json($0)) }
            }
        }

        private static func json(_ message: KafkaReceivedMessage) -> JSONObject {
            var json: JSONObject = [
                "topic": .string(message.topic), "partition": .number(message.partition),
                "offset": .number(message.offset),
                "receivedAt": message.milliseconds.map { .string(Timestamp(milliseconds: $0).iso8601) } ?? .null,
                "key": message.key.map(value) ?? .null,
                "headers": .object(JSONObject(message.headers.sorted(by: <).map { ($0.key, .string($0.value)) })),
            ]
            json["event"] = message.value.map(value) ?? .null
            return json
        }

        /// JSON as such, and other bytes as a text.
        private static func value(_ bytes: [UInt8]) -> JSONValue {
            do { return try JSONValue(parsing: bytes) } catch { return .string(String(decoding: bytes, as: UTF8.self)) }
        }
    #else
        func printMessages(of topic: String) throws { throw KafkaOptions.notBuilt }
    #endif
}
