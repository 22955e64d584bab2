#if Kafka
    import EventIntake
    import EventSupport
    import InMemoryLogging
    import Logging
    import Testing

    @testable import EventIntakeKafka

    /// A sink that writes to a cluster of mock brokers with one topic, `app.test`.
    struct ClusterWithSink {
        let cluster: MockCluster
        let sink: KafkaSink
        let logs = InMemoryLogHandler()
        let metrics = PrometheusMetrics()

        init(_ more: [String: String] = [:]) throws {
            cluster = try MockCluster()
            cluster.create("app.test")
            sink = try KafkaSink(
                cluster.settings(more), metrics: metrics, logger: Logger(label: "test") { [logs] _ in logs })
        }

        /// Runs a body with a sink, and closes it.
        static func open(
            _ more: [String: String] = [:], _ body: (ClusterWithSink) async throws -> Void
        ) async throws {
            let opened = try ClusterWithSink(more)
            // The optimiser would end it after its last use here, and the sink still needs it.
            defer { withExtendedLifetime(opened.cluster) {} }
            do { try await body(opened) } catch {
                try await opened.sink.close()
                throw error
            }
            try await opened.sink.close()
        }

        /// The ids of the events in the topic, in order.
        func ids() async throws -> [String] {
            try await cluster.messages(in: "app.test").compactMap { $0.headers["meta.id"] }
        }

        /// The lines of the sink's own log, without those of librdkafka.
        var lines: [String] { logs.entries.map { "\($0.message)" }.filter { !$0.contains("librdkafka") } }
    }

    /// What a call of `write` has thrown.
    enum Outcome: Equatable {
        case written
        case failed([Int: String])
        case unavailable(String)
        case cancelled

        init(of events: [SinkEvent], in sink: KafkaSink) async throws {
            do {
                try await sink.write(events)
                self = .written
            } catch let error as PartialWriteError {
                self = .failed(error.reasons)
            } catch let error as SinkUnavailable {
                self = .unavailable(error.description)
            } catch is CancellationError {
                self = .cancelled
            }
        }
    }
#endif
