package import EventSchema
import EventPlatform

extension RadioComparison {
    /// The comparison as a JSON object. Times are seconds, energies joules.
    package var json: JSONObject {
        let bytes = trace.appBytes
        return [
            "trace": .string(trace.name),
            "seconds": .number(trace.end.seconds.thousandths),
            "simulated_seconds": .number(duration.seconds.thousandths),
            "app": [
                "requests": .number(trace.requests.count), "sent_bytes": .number(bytes.sent),
                "received_bytes": .number(bytes.received), "events": .number(trace.events.count),
                "event_bytes": .number(trace.eventBytes),
            ],
            "radio": ["model": .string(model.name), "source": .string(model.source)],
            "modes": .array(([alone] + runs).map { .object(json($0)) }),
        ]
    }

    private func json(_ run: RadioRun) -> JSONObject {
        var json: JSONObject = [
            "mode": .string(run.mode.name), "promotions": .object(promotions(run)),
            "seconds": .object(seconds(run)), "on_seconds": .number(run.timeline.activeDuration.seconds.thousandths),
            "high_seconds": .number(run.timeline.highPowerDuration.seconds.thousandths),
            "joules": .number(run.joules.thousandths),
        ]
        guard run.mode.mode != nil else { return json }
        json["surplus_percent"] = surplus(run).map { .number($0.thousandths) } ?? .null
        json["requests"] = .number(run.requests.count)
        json["body_bytes"] = .number(run.bodyBytes)
        json["delay_seconds"] = .object(
            JSONObject(
                [("median", 0.5), ("p95", 0.95), ("longest", 1)].map { name, share in
                    (name, run.delay(ofShare: share).map { .number($0.seconds.thousandths) } ?? .null)
                }))
        json["events_at_end"] = .number(run.eventsAtEnd)
        return json
    }

    /// The promotions by the state that they leave.
    private func promotions(_ run: RadioRun) -> JSONObject {
        JSONObject(
            model.states.enumerated().dropFirst().map { ($1.name, .number(run.timeline.promotions(from: $0))) })
    }

    /// The seconds in each state, and those of all promotions.
    private func seconds(_ run: RadioRun) -> JSONObject {
        let promotions = model.states.indices.reduce(Duration.zero) {
            $0 + run.timeline.duration(of: .promotion(from: $1))
        }
        let states = model.states.enumerated().map { index, state in
            (state.name, JSONValue.number(run.timeline.duration(of: .state(index)).seconds.thousandths))
        }
        return ["promotion": .number(promotions.seconds.thousandths), "states": .object(JSONObject(states))]
    }
}
