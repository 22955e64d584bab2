import EventSchema
import Foundation
import TestSupport
import Testing

/// The log of `eventctl serve`.
@Suite(.waitLimit) struct ServedLogTests {
    /// Fails when text is between the lines of JSON.
    @Test func `with --log-format json each line of the log is an object, also of notices and requests`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("title: [\n", to: "Schemas/bad/1.0.0.yaml")
        try folder.write(
            "app.few:\n  schema_title: error\n  sample: {unit: device, rate: 0.2}\n", to: "Streams/few.yaml")
        let server = try await Server.start(
            store: folder.path("intake.sqlite"),
            [
                "--streams", folder.path("Streams"), "--schemas", Checkout.file("Schemas").path,
                folder.path("Schemas"), "--log-format", "json", "--log-level", "info", "--access-log",
            ])
        _ = try await requestJSON("\(server.url)/healthz")
        await server.child.waitForErrors(containing: "/healthz")
        server.child.send(SIGTERM)
        let result = await server.child.result()
        #expect(result.status == 0, "\(result.errors)")
        let lines = try result.errors.split(separator: "\n").map { try JSONValue(parsing: $0) }
        let notices = lines.compactMap { $0["event-platform.intake.notice"]?.string }
        #expect(notices.contains { $0.contains("Schemas/bad/1.0.0.yaml:2:1: ") })
        #expect(notices.contains { $0.contains("app.few 0.2") })
        let request = try #require(lines.first { $0["event-platform.intake.request.path"] == "/healthz" })
        #expect(request["event-platform.intake.response.status"] == 200 && request["level"] == "info")
        #expect(lines.contains { $0["logger"] == "eventctl.serve" && $0["level"] == "info" }, "the server's own")
    }

    @Test func `a level leaves out what is below, but no request`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("title: [\n", to: "Schemas/bad/1.0.0.yaml")
        let server = try await Server.start(
            store: folder.path("intake.sqlite"),
            [
                "--schemas", Checkout.file("Schemas").path, folder.path("Schemas"), "--log-level", "error",
                "--access-log",
            ])
        _ = try await requestJSON("\(server.url)/healthz")
        await server.child.waitForErrors(containing: " info request ")
        #expect(await !server.child.errorsSoFar().contains("bad/1.0.0.yaml"))
        await server.stop()
    }

    #if Kafka
        /// A server whose cluster does not answer, and what is in its log.
        private static func withKafka(
            _ settings: String, _ arguments: [String] = [],
            _ body: (TemporaryFolder, Child) async throws -> Void
        ) async throws -> [JSONValue] {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            try folder.write(
                "app.few:\n  schema_title: error\n  sample: {unit: device, rate: 0.2}\n", to: "Streams/few.yaml")
            try folder.write("s3cret\n", to: "password")
            try folder.write(settings, to: "kafka.conf")
            let child = try Child(
                "eventctl",
                [
                    "serve", "--sink", "kafka", "--kafka-config", folder.path("kafka.conf"), "--streams",
                    folder.path("Streams"), "--kafka-secret", "sasl.password=\(folder.path("password"))",
                ] + arguments)
            #expect(await child.firstLine()?.hasPrefix("ready http://") == true)
            try await body(folder, child)
            child.send(SIGTERM)
            let result = await child.result()
            #expect(result.status == 0 && !result.errors.contains("s3cret"), "\(result.errors)")
            return try result.errors.split(separator: "\n").map { try JSONValue(parsing: $0) }
        }

        private static let settings =
            "bootstrap.servers = 127.0.0.1:1\nsecurity.protocol = sasl_plaintext\nsasl.mechanism = PLAIN\n"
            + "sasl.username = us3r\n"

        /// Fails when the signal ends the intake, or settings that cannot be used replace those in use.
        @Test func `SIGHUP reads the settings of Kafka again, and those that cannot be used change nothing`()
            async throws
        {
            let lines = try await Self.withKafka(Self.settings) { folder, child in
                await child.waitForErrors(containing: "Kafka does not answer")
                try folder.write(Self.settings + "linger.ms = 5 # five\n", to: "kafka.conf")
                child.send(SIGHUP)
                await child.waitForErrors(containing: "kafka.conf:5: linger.ms: a comment")
                try folder.write("other-s3cret\n", to: "password")
                try folder.write(Self.settings + "linger.ms = 5\n", to: "kafka.conf")
                child.send(SIGHUP)
                await child.waitForErrors(containing: "Kafka's settings were replaced")
            }
            let kept = try #require(lines.first { $0["message"] == "Kafka's settings stay as they were" })
            #expect(kept["level"] == "error")
            let replaced = try #require(lines.first { $0["message"] == "Kafka's settings were replaced" })
            #expect(replaced["level"] == "notice")
            #expect(
                replaced["event-platform.kafka.settings"]?.string?.contains("linger.ms, sasl.mechanism, sasl.pass")
                    == true)
            // Its streams have their rates on purpose.
            #expect(!lines.contains { $0["event-platform.intake.notice"]?.string?.contains("--in-sample") == true })
        }

        /// Fails when librdkafka's lines are below the level of the log, whatever it is.
        @Test func `librdkafka's errors are in the log, and its lines for debugging if they are asked for`()
            async throws
        {
            let usual = try await Self.withKafka(Self.settings) { _, child in
                await child.waitForErrors(containing: "Connection refused")
            }
            #expect(usual.contains { $0["message"] == "librdkafka" && $0["level"] == "error" })
            #expect(!usual.contains { $0["level"] == "debug" })
            let debugging = Self.settings + "debug = all\nlog_level = 7\n"
            let all = try await Self.withKafka(debugging, ["--log-level", "debug"]) { _, child in
                await child.waitForErrors(containing: "Broker changed state")
            }
            #expect(all.contains { $0["message"] == "librdkafka" && $0["level"] == "debug" })
            #expect(!all.contains { $0["event-platform.kafka.line"]?.string?.contains("us3r") == true })
        }
    #endif
}
