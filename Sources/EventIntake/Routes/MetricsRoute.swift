import EventSchema
import Hummingbird

/// `GET /metrics`: what the intake counts, and what its process uses, for Prometheus.
struct MetricsRoute: Sendable {
    let metrics: PrometheusMetrics

    init?(_ metrics: PrometheusMetrics?) {
        guard let metrics else { return nil }
        self.metrics = metrics
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/metrics", summary: "What the intake counts, in the text format of Prometheus.",
                responses: [
                    .init(status: 200, summary: "The metrics.", content: [("text/plain", ["type": "string"])])
                ]
            ) { _, _ in Response(metrics.response) }
        ]
    }
}
