#if Kafka
    import CRdKafka
    import EventIntakeKafka
    import EventSupport
    import Foundation
    import TestSupport
    import Testing

    /// A cluster of mock brokers on this machine, in a process of its own (`Tests/MockBrokers`), with faults on command.
    ///
    /// It does not recognise duplicates, forgets beyond 5 MB a partition, and takes a request whose predecessor has
    /// failed, which a real broker refuses by its sequence number.
    final class MockCluster: Sendable {
        private struct NoCluster: Error {}

        let servers: String
        private let helper: Locked<Helper>

        init(brokers: Int = 3) throws {
            var helper = try Helper(["\(brokers)"])
            guard let servers = helper.nextLine(), servers.contains(":") else { throw NoCluster() }
            (self.servers, self.helper) = (servers, Locked(helper))
        }

        deinit { helper.withLock { $0.end() } }

        /// Settings for this cluster, with short times, and one request in flight to a broker.
        ///
        /// With more, librdkafka concludes from a response to a later request that an earlier one has arrived, and does
        /// not send it again. That is right only on brokers that refuse gaps: this one would lose what it has
        /// acknowledged. A test that needs more must not check what is lost.
        func settings(_ more: [String: String] = [:]) -> KafkaSettings {
            let settings = [
                "bootstrap.servers": servers, "topic.metadata.propagation.max.ms": "100", "linger.ms": "0",
                "reconnect.backoff.ms": "20", "reconnect.backoff.max.ms": "100",
                "max.in.flight.requests.per.connection": "1",
            ]
            return KafkaSettings(settings.merging(more) { $1 })
        }

        func create(_ topic: String, partitions: Int = 1) { run("create \(partitions) \(topic)") }

        /// Makes a topic absent, or what else an error says of it; nil makes it usable again.
        func setError(_ error: rd_kafka_resp_err_t?, of topic: String) {
            run("set-error \((error ?? RD_KAFKA_RESP_ERR_NO_ERROR).rawValue) \(topic)")
        }

        /// The next requests to produce fail with these errors.
        func failNext(_ errors: [rd_kafka_resp_err_t]) {
            run("fail-next \(errors.map { "\($0.rawValue)" }.joined(separator: " "))")
        }

        /// Stops a broker, or all.
        func stop(_ broker: Int = -1) { run("stop \(broker)") }

        /// Starts a broker, or all.
        func start(_ broker: Int = -1) { run("start \(broker)") }

        func setRoundTrip(milliseconds: Int) { run("round-trip \(milliseconds)") }

        func setLeader(_ broker: Int, of topic: String) { run("leader \(broker) \(topic)") }

        private func run(_ command: String) {
            let reply = helper.withLock { helper in
                helper.write(command)
                return helper.nextLine()
            }
            #expect(reply == "ok", "\(command)")
        }
    }

    /// The process with the brokers. Unchecked, since a process and its pipes are not `Sendable`: every use is under the
    /// lock of ``MockCluster``.
    private struct Helper: @unchecked Sendable {
        private let process: Process
        private let input: FileHandle
        private let output: FileHandle
        private var unread = Data()

        init(_ arguments: [String]) throws {
            let (process, pipes) = try Process.start { process in
                process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                    .appendingPathComponent("MockBrokers")
                process.arguments = arguments
                let pipes = (input: Pipe(), output: Pipe())
                process.standardInput = pipes.input
                process.standardOutput = pipes.output
                return pipes
            }
            self.process = process
            (input, output) = (pipes.input.fileHandleForWriting, pipes.output.fileHandleForReading)
        }

        /// Writes a line. That it could not be written shows in the reply.
        func write(_ line: String) {
            do { try input.write(contentsOf: Data("\(line)\n".utf8)) } catch { Issue.record("\(error)") }
        }

        /// Reads a line; `nil` when the process has ended.
        mutating func nextLine() -> String? {
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { unread = Data(unread[(end + 1)...]) }
                    return String(decoding: unread[..<end], as: UTF8.self)
                }
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = read(output.fileDescriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return nil }
                unread += buffer[..<count]
            }
        }

        /// Ends the process, which ends with its input, and waits for it.
        func end() {
            input.closeFile()
            process.waitUntilExit()
            output.closeFile()
        }
    }
#endif
