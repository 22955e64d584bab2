"""Times jsonschema-rs on the cases that `validators` is given: python peer.py CASES SECONDS."""
import json
import sys
import time

import jsonschema_rs


def compiled(schema):
    return jsonschema_rs.validator_for(schema, validate_formats=True)


def timed(seconds, body):
    """The nanoseconds of one call, of as many as that time has room for, after as many that are not counted."""
    for _ in range(2):
        calls, batch, start = 0, 1, time.perf_counter_ns()
        while time.perf_counter_ns() - start < seconds * 1e9:
            for _ in range(batch):
                body()
            calls += batch
            batch = min(64, batch * 2)
    return round((time.perf_counter_ns() - start) / calls)


def figures(case, seconds):
    schemas = [compiled(each["schema"]) for each in case["sets"]]
    texts = [each["texts"] for each in case["sets"]]
    values = [[json.loads(text) for text in each] for each in texts]
    checks = [(schema.is_valid, each) for schema, each in zip(schemas, values)]
    raw = [(schema.is_valid, each) for schema, each in zip(schemas, texts)]

    def over(lists, body):
        for each in lists:
            for item in each:
                body(item)

    def changed(value):
        value["dt"] = "2026-11-26T10:00:00Z"
        return json.dumps(value)

    def validate():
        for is_valid, each in checks:
            for value in each:
                is_valid(value)

    def parse_and_validate():
        for is_valid, each in raw:
            for text in each:
                is_valid(json.loads(text))

    return {
        "name": case["name"],
        "verdicts": "".join("1" if is_valid(value) else "0" for is_valid, each in checks for value in each),
        "times": {
            "compile": timed(seconds, lambda: [compiled(each["schema"]) for each in case["sets"]]),
            "parse": timed(seconds, lambda: over(texts, json.loads)),
            "validate": timed(seconds, validate),
            "parse and validate": timed(seconds, parse_and_validate),
            "write": timed(seconds, lambda: over(values, json.dumps)),
            "change and write": timed(seconds, lambda: over(values, changed)),
        },
    }


for line in open(sys.argv[1]):
    print(json.dumps(figures(json.loads(line), float(sys.argv[2]))), flush=True)
