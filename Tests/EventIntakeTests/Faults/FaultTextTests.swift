import EventIntake
import EventSchema
import Testing

/// A fault as text and as JSON: what is meant, and what is wrong.
@Suite struct FaultTextTests {
    @Test(
        arguments: [
            ("status=503", ["kind": "status", "status": 503]),
            (
                "status=503,stream=app.search|app.read,requests=3,retry-after=2",
                [
                    "kind": "status", "status": 503, "stream": ["app.search", "app.read"], "requests": 3,
                    "retry-after": "2",
                ]
            ),
            ("delay=250ms,probability=0.5,seed=7", ["kind": "delay", "delay": 0.25, "probability": 0.5, "seed": 7]),
            ("delay=2m", ["kind": "delay", "delay": 120]),
            ("reset=after,seconds=30", ["kind": "reset", "moment": "after", "seconds": 30]),
            (
                "truncate, destination=eventgate-logging-external",
                ["kind": "truncate", "destination": "eventgate-logging-external"]
            ),
            ("garbage=207,target=events", ["kind": "garbage", "status": 207]),
            ("mixed,invalid=0.1,error=0.2", ["kind": "mixed", "invalid": 0.1, "error": 0.2]),
            ("missing,stream=app.search", ["kind": "missing", "stream": "app.search"]),
            ("status=404,target=stream-configs", ["kind": "status", "status": 404, "target": "stream-configs"]),
            ("kind=stale", ["kind": "stale"]),
            (
                "status=503,retry-after=Wed, 21 Oct 2026 07:28:00 GMT,requests=1",
                ["kind": "status", "status": 503, "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT", "requests": 1]
            ),
            ("status=429,retry_after=5", ["kind": "status", "status": "429", "retry_after": 5]),
        ] as [(String, JSONValue)])
    func `a fault reads the same from text and JSON`(text: String, json: JSONValue) throws {
        let fault = try Fault(text)
        let other = try Fault(json: json)
        #expect(fault == other)
        let again = try Fault(json: .object(fault.json))
        #expect(again == fault)
    }

    @Test(
        arguments: [
            ("", "there is no fault \"\": the kinds are status, delay, reset"),
            ("sttaus=503", "there is no fault \"sttaus\": the kinds are status, delay"),
            ("status", "status is missing: a number from 200 to 599"),
            ("status=99", "status must be a whole number, from 200 to 599; it is \"99\""),
            ("status=600", "status must be"),
            ("status=abc", "status must be"),
            ("delay", "delay is missing"),
            ("delay=-1", "delay must be a time of at most a day"),
            ("delay=3h", "delay must be a time"),
            ("delay=nan", "delay must be a time"),
            ("reset=later", "moment must be one of before, after"),
            ("status=503,request=3", "there is no key \"request\": the keys are kind, target"),
            ("status=503,requests=0", "requests must be a whole number, 1 or more"),
            ("status=503,requests=1.5", "requests must be"),
            ("status=503,requests=1,requests=2", "requests is given twice"),
            ("status=503,probability=2", "probability must be a number from 0 to 1"),
            ("status=503,soon", "\"soon\" is not of the form KEY=VALUE"),
            ("status=503,stream=", "stream must be names of streams"),
            ("status=503,stream=a||b", "stream must be names of streams"),
            ("mixed,invalid=0.6,error=0.6", "the sum of invalid and error must be at most 1"),
            ("mixed=2", "mixed takes no value"),
            ("reset,retry-after=2", "retry-after is allowed with status, not with reset"),
            ("stale,target=events", "the target of stale must be stream-configs, not events"),
            ("mixed,target=schemas", "the target of mixed must be events, not schemas"),
            ("status=500,target=schemas,stream=a", "stream and destination are allowed with events and stream-configs"),
            ("status=500,target=stream-configs,moment=after", "moment is allowed with events"),
            ("status=503,retry-after=2\r\nX: y", "retry-after must be a text of printable ASCII characters"),
        ])
    func `an invalid fault is refused with the key and its allowed values`(text: String, reason: String) {
        let error = #expect(throws: FaultError.self) { try Fault(text) }
        #expect(error?.message.hasPrefix(reason) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [[], "x", nil, 1, [:], ["kind": 1], ["kind": "status", "status": true]] as [JSONValue])
    func `a JSON value that is not a fault is refused`(json: JSONValue) {
        #expect(throws: FaultError.self) { try Fault(json: json) }
    }
}
