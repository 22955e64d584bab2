import CoreMetrics
import EventIntake
import Foundation
import TestSupport
import Testing

/// The text for Prometheus, and what an intake counts.
@Suite(.waitLimit) struct PrometheusMetricsTests {
    @Test func `series are in the order of their names, each with its type once`() {
        let metrics = PrometheusMetrics()
        for kind in ["tea", "milk", "tea"] {
            Counter(label: "shop.orders", dimensions: [("kind", kind)], factory: metrics).increment(by: 2)
        }
        Meter(label: "open", dimensions: [], factory: metrics).set(3)
        let level = Meter(label: "level", dimensions: [("a b", "x\"\\\n")], factory: metrics)
        level.increment(by: 1.75)
        level.decrement(by: 0.25)
        #expect(
            metrics.text == """
                # TYPE level gauge
                level{a_b="x\\"\\\\\\n"} 1.5
                # TYPE open gauge
                open 3
                # TYPE shop_orders_total counter
                shop_orders_total{kind="milk"} 2
                shop_orders_total{kind="tea"} 4

                """)
    }

    @Test func `a timer is a histogram, whose buckets count what is at most as long`() {
        let metrics = PrometheusMetrics()
        let timer = Timer(label: "work", dimensions: [("of", "x")], factory: metrics)
        for milliseconds: Int64 in [1, 2, 600, 20_000] { timer.recordNanoseconds(milliseconds * 1_000_000) }
        let lines = metrics.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "# TYPE work_seconds histogram" && lines.count == 17)
        for line in [
            #"work_seconds_bucket{of="x",le="0.001"} 1"#, #"work_seconds_bucket{of="x",le="0.0025"} 2"#,
            #"work_seconds_bucket{of="x",le="0.5"} 2"#, #"work_seconds_bucket{of="x",le="1"} 3"#,
            #"work_seconds_bucket{of="x",le="+Inf"} 4"#, #"work_seconds_sum{of="x"} 20.603"#,
            #"work_seconds_count{of="x"} 4"#,
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test func `a metric that was destroyed is gone, and another kind does not take its name`() {
        let metrics = PrometheusMetrics()
        let meter = Meter(label: "a", dimensions: [], factory: metrics)
        meter.set(1)
        Recorder(label: "a", dimensions: [], aggregate: false, factory: metrics).record(2)
        #expect(metrics.text == "# TYPE a gauge\na 2\n")
        Counter(label: "a_total", dimensions: [], factory: metrics).increment()
        Meter(label: "a_total", dimensions: [], factory: metrics).set(9)
        meter.destroy()
        #expect(metrics.text == "# TYPE a_total counter\na_total 1\n")
    }

    @Test func `an intake counts events by verdict`() async throws {
        try await TestWorkspace.open(configure: { $0.metrics = PrometheusMetrics() }) { client async throws in
            let invalid = TestWorkspace.event(#","number":"x""#, id: "b")
            let unknown = TestWorkspace.event(id: "c", stream: "no.such")
            let body = "[\(TestWorkspace.event(id: "a")),\(invalid),\(unknown),\(unknown)]"
            #expect(try await client.post(body).status == 207)
            let response = try await client.get("/metrics")
            #expect(response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let text = String(decoding: response.body, as: UTF8.self)
            for (labels, count) in [
                (#"verdict="accepted""#, 1), (#"verdict="invalid",cause="client""#, 1),
                (#"verdict="error",cause="client""#, 2),
            ] { #expect(text.contains("event_intake_events_total{\(labels)} \(count)\n"), "\(text)") }
            #expect(text.contains("event_intake_request_seconds_count 1\n"))
        }
    }

    /// Fails when a field of the system's file is taken for another.
    @Test func `the response has what the process uses, and since when`() async throws {
        try await TestWorkspace.open(configure: { $0.metrics = PrometheusMetrics() }) { client async throws in
            let text = String(decoding: try await client.get("/metrics").body, as: UTF8.self)
            let values = Dictionary(
                uniqueKeysWithValues: text.split(separator: "\n").compactMap { line -> (String, Double)? in
                    let parts = line.split(separator: " ")
                    return parts.count == 2 ? Double(parts[1]).map { (String(parts[0]), $0) } : nil
                })
            let now = Date().timeIntervalSince1970
            let processor = try #require(values["process_cpu_seconds_total"])
            let start = try #require(values["process_start_time_seconds"])
            let memory = try #require(values["process_resident_memory_bytes"])
            #expect(processor > 0 && processor <= Double(clock()) / Double(CLOCKS_PER_SEC) + 0.1)
            #expect(start > now - 86_400 && start < now)
            #expect(memory > 1_000_000 && memory < 100_000_000_000)
            let (files, maximum) = (values["process_open_fds"] ?? 0, values["process_max_fds"] ?? 0)
            #expect(files > 3 && files < maximum)
        }
    }

    @Test func `without metrics there is no endpoint, and pages of other origins have none`() async throws {
        try await TestWorkspace.open { client async throws in
            #expect(try await client.get("/metrics").status == 404)
        }
        try await TestWorkspace.open(configure: { $0.metrics = PrometheusMetrics() }) { client async throws in
            let foreign = ["Origin": "https://evil.example"]
            #expect(try await client.send("GET", "/metrics", nil, foreign).status == 403)
        }
    }
}
