"""What the modules of the console decide, without a page: each function with cases, and what it is to return."""

import json

STREAM = {"stream": "a.b", "accepted": 0, "rejected": 0, "faults": [], "others": []}
CONFIGURATION = {
    "sample": {"unit": "session", "rate": 0.25},
    "producers": {"metrics_platform_client": {"curation": {"page_id": {"in": [1, 2]}, "page_title": {"equals": "x"}}}}}
CURATED = {"stage": "curation", "outcome": "dropped", "why": "fails", "rules": [
    {"attribute": "page_id", "operator": "in", "value": 3, "holds": False},
    {"attribute": "page_title", "operator": "equals", "value": None, "holds": False},
    {"attribute": "page_title", "operator": "other", "value": "x", "holds": True}]}
OUT = {"stage": "sampling", "outcome": "dropped", "why": "position 0.6, not below 0.1"}
FAULT = {"id": "1", "kind": "status", "status": 503, "retry-after": "7", "moment": "before", "target": "events",
         "stream": ["a.b"], "requests": 3, "hits": 2, "events": 3,
         "last": "2026-01-31T12:00:00.000Z", "clients": [{"userAgent": "curl/8", "hits": 2}]}
# 2026-02-01, 12:00 UTC
NOON = 1769947200000
LASTS = "It lasts until it is switched off."
FAULTS = [
    ({"kind": "delay", "delay": 2, "target": "schemas"}, f"asks for a schema, the intake responds 2 s late. {LASTS}"),
    ({"kind": "reset", "moment": "after", "probability": 0.5, "seconds": 30},
     "sends events, for about 50 % of the requests, the intake resets the connection instead of a response, although "
     "it has stored the events. It ends 30 s after it was added, or when it is switched off."),
    ({"kind": "truncate", "delay": 0.25, "destination": "x"}, "sends events for x, the intake sends half of its "
     f"response, although it has stored the events, 0.25 s late. {LASTS}"),
    ({"kind": "garbage", "moment": "after", "status": 500}, "sends events, the intake responds with bytes that are no "
     f"JSON and status 500, although it has stored the events. {LASTS}"),
    ({"kind": "mixed", "invalid": 0.25, "error": 0.1},
     f"sends events, the intake rejects about 25 % of the events as invalid and 10 % with an error. {LASTS}"),
    *[({"kind": kind, "target": "stream-configs"},
       f"asks for stream configurations, the intake sends {words}. {LASTS}")
      for kind, words in [("stale", "stream configurations as they were when the fault was added"),
                          ("broken", "half of the configurations"), ("missing", "no stream")]],
    *[({"kind": kind, "target": "stream-configs", "stream": ["a.b", "c"]},
       f"asks for stream configurations of a.b, c, the intake {words}. {LASTS}")
      for kind, words in [("broken", "sends a text in place of the settings of a.b, c"),
                          ("missing", "leaves out a.b, c")]]]
INVALID = {
    "position": 4, "receivedAt": "2026-01-31T12:00:03.000Z", "valid": False, "status": "invalid", "stream": "a.b",
    "schema": "/s/1.0.0", "repeats": 1, "event": {"dt": "2026-01-31T12:00:00Z", "action": 7},
    "context": {"errorsText": "'.action' should be string", "errors": [
        {"dataPath": ".action", "message": "should be string", "schemaPath": "#/properties/action/type"}] * 2}}

def account(submitted, pending=0, delivered=0, **dropped):
    return {"submitted": submitted, "pending": pending, "delivered": delivered, "dropped": dropped}


TIME = "2026-01-31T12:00:00.000Z"
REPORT = {"ids": ["i", "s"], "time": TIME, "attempt": 1, "ledger": {
    **account(5, 1, 2, curated=1, invalid=1), "streams": {"a.b": account(5, 1, 2, curated=1, invalid=1)}}}
CUT = {**REPORT, "ledger": {**REPORT["ledger"], "submitted": 6}}
LATEST = "At 2026-01-31 12:00:00 UTC by its clock, before its latest request, the client i had counted"

# As the page has two events to compare, and a pasted text.
AS_TEXTS = (".then(({ different, equal }) => ({ equal, different: different.map("
            "pair => [f.nameOf(pair.path), pair.here?.text ?? null, pair.there?.text ?? null]) }))")
COMPARED = "m.differences(m.pairsOf(j.parse(a), j.parse(b)), m.areExactlySame)" + AS_TEXTS
UNMET = "m.unmet(j.parse(a), m.pasted(b))" + AS_TEXTS
ABOUT = ("m.about({ ...a, event: a.event && j.parse(JSON.stringify(a.event)), "
         "attributes: a.attributes && j.parse(JSON.stringify(a.attributes)) })")
FIELDS = "[...m.paths(j.parse(a))].map(([path, value]) => [m.nameOf(path), value.text, m.fieldOf(path) ?? null])"
H1 = '{"big":9007199254740993,"e":1e400,"z":-0,"f":1.0,"h":123456789012345678901234567890,"s":1.5e-400}'
SWIFT_H1 = ('["big": 9007199254740993, "e": .number(JSONNumber(literal: "1e400")!), "z": -0, "f": 1.0, "h": '
            '.number(JSONNumber(literal: "123456789012345678901234567890")!), "s": '
            '.number(JSONNumber(literal: "1.5e-400")!)]')
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f 1\ufe0f\u20e3"

# module, call with the arguments a, b, c, cases of arguments and result; j and f are the modules json and fields
DECISIONS = [
    ("live", "pauseAfter(a, b, c)", [
        ([0], 2000), ([100], 2000), ([1000], 4000), ([0, 9], 2000), ([0, 1, 9000], 3000), ([0, 9, 9000], 9000),
        ([5000, 9, 9000], 20000)]),
    ("elements", "visible(a)", [
        (["a\u202eb\n"], "a\\u202eb\\u000a"), (["ü e\u0301"], "ü e\u0301"), ([FAMILY], FAMILY),
        (["\u00ad\u200b\ufeff\u180e\u3164\ufff9\u2800"], "\\u00ad\\u200b\\ufeff\\u180e\\u3164\\ufff9\\u2800"),
        (["a\u200db \ufe0fc \U000e0041"], "a\\u200db \\ufe0fc \\u{e0041}")]),
    ("elements", "visibleLines(a)", [(["a\nb\u200b"], "a\nb\\u200b")]),
    ("elements", "unseenIn(a)", [(["a\n\t\u200b\u200b\u202e"], ["\\u200b", "\\u202e"]), ([FAMILY], [])]),
    ("elements", "counted(a, b)", [([1, "event"], "1 event"), ([0, "event"], "0 events")]),
    ("elements", "cut(a, b)", [(["abc", 3], "abc"), (["abcd", 3], "abc…"), (["ab\U0001f600", 3], "ab…")]),
    ("json", "m.pretty(m.parse(a))", [
        ([H1], H1.replace("{", "{\n  ").replace(",", ",\n  ").replace(":", ": ").replace("}", "\n}")),
        (['[{ }, [ ], {"\\u0061": [1 , 2]}]'],
         '[\n  {},\n  [],\n  {\n    "\\u0061": [\n      1,\n      2\n    ]\n  }\n]'), (["null"], "null")]),
    ("json", "m.parse(a).at(...b)?.text ?? null", [
        (['{"a":1,"a":{"b":[0,1.0]}}', ["a", "b", 1]], "1.0"), (['{"a":1}', ["constructor"]], None),
        (["null", ["a"]], None), (['{"__proto__":-0}', ["__proto__"]], "-0")]),
    ("json", "(() => { try { return m.parse(a).text } catch (error) { return error.message } })()", [
        (['{"a":1,}'], "Line 1, column 8: a name in quotation marks is missing."),
        (['[\n01]'], "Line 2, column 2: “,” or “]” is missing."), (['"\\x"'],
         "Line 1, column 2: the backslash begins no escape."), ([""], "Line 1, column 1: a value is missing."),
        (["1 2"], "Line 1, column 3: the text goes on after the value."), ([" -0 "], "-0"),
        (["[" * 1001], "Line 1, column 1001: it is nested deeper than 1000."),
        (["[" * 1000 + "]" * 1000], "[" * 1000 + "]" * 1000)]),
    ("json", "isSameNumber(a, b)", [
        (["1", "1.0"], True), (["1E2", "100"], True), (["0", "-0.0"], True), (["1e400", "10e399"], True),
        (["1", "-1"], False), (["9007199254740993", "9007199254740992"], False), (["1e400", "1e401"], False)]),
    ("headers", "moved(a, b, c)", [([["x", "y", "z"], 2, 1], ["x", "z", "y"]), ([["x", "y"], 0, 1], ["y", "x"])]),
    ("terms", "terms(a)", [
        (['a  "b  c" d:"e \\" f" -g:h'], ["a", '"b  c"', 'd:"e \\" f"', "-g:h"]), (['"a b'], ['"a b']), ([""], [])]),
    ("terms", "m.withTerm(m.withoutTerm(a, b), b)", [(['"x  b" b', "b"], '"x  b" b'), (["", "b"], "b")]),
    ("fields", "term(a, b)", [
        (["stream", "app.search"], "stream:app.search"), (["action", 'a "b"'], 'action:"a \\"b\\""'),
        (["a-b", ""], '"a-b":""'), (["action", ">=x"], 'action:">=x"'), (["action", "a*b"], 'action:"a\\*b"'),
        (["action", "*"], 'action:"\\*"'), (["n", "-0"], "n:-0")]),
    ("fields", "presence(a)", [(["a.b"], "a.b:*"), (["a b"], '"a b":*')]),
    ("completion", "fieldsOf(a)", [
        (['a.b:1 -c:2 word "d:3" e:"f:4 g:5"'], ["a.b", "e"]), ([""], [])]),
    ("fields", FIELDS, [
        (['{"a":{"b":1.0,"c":[2]},"d":null,"e":{},"status":1}'], [
            ["a.b", "1.0", "a.b"], ["a.c", "[2]", "a.c"], ["d", "null", "d"], ["e", "{}", "e"], ["status", "1", None]]),
        (['{"a.b":1,"x":{"x":2},"x":3}'], [
            ['"a.b"', "1", None], ["x.x", "2", "x.x"], ["x (the 2. of this name)", "3", None]]),
        *[([text], [["the event", text, None]]) for text in ["null", "1", '"s"', "[]", "true", "{}"]]]),
    ("fields", "dataPathOf(a)", [([["page", "id"]], ".page.id"), ([["a-b", 0]], "['a-b'][0]")]),
    ("fields", "moment(a, b)", [
        (["2026-01-31T12:00:03.123Z"], "2026-01-31 12:00:03"), (["2026-01-31T12:00:03.123Z", True],
         "2026-01-31 12:00:03.123"), (["2026-01-31T12:00Z"], "2026-01-31 12:00")]),
    ("fixes", "fix(a) ?? null", [
        ([{"keyword": "required", "dataPath": ".x", "params": {"missingProperty": "y"}}], "Add y to x."),
        ([{"keyword": "enum", "dataPath": ".x", "params": {"allowedValues": ["a", 1]}}], "Give x one of: a, 1."),
        ([{"keyword": "maxLength", "dataPath": "", "params": {"limit": 3}}],
         "Give the event 3 characters at most."),
        ([{"keyword": "unheard", "dataPath": ""}], None)]),
    ("fixes", "fixOfReason(a, b) ?? null", [
        ([{"schema": "/s/1.0.0"}, "There is no schema /s/1.0.0."],
         "Correct $schema, or add /s/1.0.0 to the schemas' folder."),
        ([{}, "something else"], None)]),
    ("journey", "m.steps({ ...a, event: j.parse(JSON.stringify(a.event)) })", [([INVALID], [
        "2026-01-31T12:00:00Z: happened, by the clock of the client (dt).",
        "2026-01-31T12:00:03.000Z: received, 3.0 s later.",
        "The stream a.b is configured; fields that it has the intake fill in were added.",
        "Checked against /s/1.0.0: 2 rules are broken.",
        "Rejected, kept at position 4, and an error event was made about it.",
        "Arrived 1 more time with the same id: each is a duplicate, answered as accepted."])]),
    ("journey", "m.steps({ ...a, event: j.parse(JSON.stringify(a.event)) }).slice(0, b)", [
        ([{**INVALID, "sent": {"at": "2026-01-31T12:00:01.500Z", "attempt": 2}}, 3], [
            "2026-01-31T12:00:00Z: happened, by the clock of the client (dt).",
            "2026-01-31T12:00:01.500Z: sent, by the clock of the client, 1.5 s later, at attempt 2.",
            "2026-01-31T12:00:03.000Z: received, 1.5 s later."]),
        ([{**INVALID, "event": {}, "sent": {"at": "2026-01-31T12:00:04.000Z", "attempt": 1}}, 2], [
            "2026-01-31T12:00:04.000Z: sent, by the clock of the client, at attempt 1.",
            "2026-01-31T12:00:03.000Z: received, before that: the client's clock is fast."])]),
    ("ledger", "reportOf(a, b)?.time ?? null", [
        ([[REPORT], "s"], TIME), ([[REPORT], "i"], TIME), ([[REPORT], "x"], None), ([[REPORT], None], None)]),
    ("ledger", "accountOf(a, b) ?? null", [
        ([REPORT, "a.b"], account(5, 1, 2, curated=1, invalid=1)), ([REPORT, "constructor"], account(0)),
        ([CUT, "c.d"], None)]),
    ("ledger", "inWords(a)", [
        ([account(5, 1, 2, curated=1, invalid=1)],
         "5 submitted: 1 pending, 2 delivered, 2 dropped (curated 1, invalid 1)"),
        ([account(1, 1)], "1 submitted: 1 pending, 0 delivered, 0 dropped")]),
    ("clients", "withSilent(a).map(({ client, events }) => [client, events])", [
        ([{"clients": [{"client": "s", "events": 2}, {"client": None, "events": 1}], "ledgers": [REPORT]}],
         [["s", 2], [None, 1]]),
        ([{"clients": [{"client": None, "events": 1}], "ledgers": [REPORT]}], [[None, 1], ["i", 0]])]),
    ("compare", COMPARED, [
        (['{"a":1,"b":{"c":2}}', '{"a":"1","b":{"c":2},"d":3}'],
         {"different": [["a", "1", '"1"'], ["d", None, "3"]], "equal": 1}),
        (['{"a.b":1,"c":{}}', '{"a":{"b":1}}'],
         {"different": [['"a.b"', "1", None], ["c", "{}", None], ["a.b", None, "1"]], "equal": 0}),
        (['{"l":[1,{"x":1},3],"n":{"y":2},"e":{ }}', '{"l":[1,{"x":2}],"n":"s","e":{}}'],
         {"different": [["l[1].x", "1", "2"], ["l[2]", "3", None], ["n", '{"y":2}', '"s"']], "equal": 2}),
        (['{"a":1,"a":2}', '{"a":1,"a":3}'], {"different": [["a (the 2. of this name)", "2", "3"]], "equal": 1}),
        (['{"n":9007199254740993,"f":1.0}', '{"n":9007199254740992,"f":1}'],
         {"different": [["n", "9007199254740993", "9007199254740992"], ["f", "1.0", "1"]], "equal": 0}),
        (["null", "[]"], {"different": [["the event", "null", "[]"]], "equal": 0})]),
    ("compare", "firstDifference(a, b) ?? null", [
        (["ab", "a\u200bb"], "From character 2 on: U+0062, U+200B."), (["ab", "ac"], None),
        (["a", "\u0430"], "From character 1 on: U+0061, U+0430."),
        (["x\U0001f600", "x\U0001f601"], "From character 2 on: U+1F600, U+1F601.")]),
    ("copies", "literal(j.parse(a))", [
        ([H1], SWIFT_H1), (["[1E2,0.1,0.10000000000000000000001,9223372036854775808,-9223372036854775808]"],
                           '[1E2, 0.1, .number(JSONNumber(literal: "0.10000000000000000000001")!), '
                           '.number(JSONNumber(literal: "9223372036854775808")!), -9223372036854775808]'),
        (['{"a":"\\u200b\\ud800\\"","b":{},"c":[null,true]}'],
         '["a": "\\u{200b}\ufffd\\"", "b": [:], "c": [.null, true]]')]),
    ("copies", "submitCall(j.parse(a))", [
        (['{"meta":{"stream":"s"},"$schema":"/x/1.0.0","action":"a","element_id":7,'
          '"funnel_event_sequence_position":2}'],
         'client.submitInteraction(\n    stream: "s",\n    schema: "/x/1.0.0",\n    action: "a",\n    interactionData: '
         '.init(funnelEventSequencePosition: 2, fields: ["element_id": 7]))'),
        (["null"], 'client.submitInteraction(\n    stream: "",\n    schema: "",\n    action: "")')]),
    ("pasted", "m.pasted(a).value.text", [
        ([H1], H1), (['expectEvent(\n  stream: "a.b", [:])'], '{"meta":{"stream":"a.b"}}'),
        (['expectEvent(stream: "a", ["x": 1])'], '{"meta":{"stream":"a"},"x":1}'), ([SWIFT_H1], H1),
        (['["n": [1, -2.5, 1_000, 0x1F, 007], "o": ["a": .null, "b": true,], "e": [], "m": [:]]'],
         '{"n":[1,-2.5,1000,31,7],"o":{"a":null,"b":true},"e":[],"m":{}}'),
        (['["s": .string("x"), "n": .number(1), "l": .array([nil]), "o": .object(["b": JSONValue.bool(true)])]'],
         '{"s":"x","n":1,"l":[null],"o":{"b":true}}'),
        ([r'["a \"b\" \\(c)": "\u{202e}\n"]'], '{"a \\"b\\" \\\\(c)":"\u202e\\n"}')]),
    ("pasted", "(() => { try { return m.pasted(a).value.text } catch (error) { return error.message } })()", [
        (["none"], 'Paste an event as JSON, or the expectation of a test: expectEvent(stream: …, ["action": …]).'),
        (['["a": x]'], "“x]” is no literal of JSON in Swift."), (['["a": 1'], "“]” is missing before “”."),
        (['["a": 1, "b"]'], "“:” is missing before “]”."), (['["a": 1x]'], "“1x]” is no literal of JSON in Swift."),
        (['["a": "\\(b)"]'], "“\\(” has no value here: write the text itself."),
        (['{"a": 1'], "Line 1, column 8: “,” or “}” is missing.")]),
    ("pasted", UNMET, [
        (['{"a":1,"b":{"c":2},"e":3}', '["a": 1, "b": ["c": 3], "d": "x"]'],
         {"different": [["b.c", "2", "3"], ["d", None, '"x"']], "equal": 1}),
        # What a test expects of numbers is their value; a pasted event is compared as it is written.
        (['{"f":1.0,"o":{"x":1}}', '["f": 1, "o": [:]]'], {"different": [], "equal": 1}),
        (['{"f":1.0}', '{"f":1}'], {"different": [["f", "1.0", "1"]], "equal": 0}),
        # A list is expected as a whole.
        (['{"l":[1,{"x":2}]}', '["l": [1]]'], {"different": [["l[1].x", "2", None]], "equal": 1})]),
    ("bars", "words(a, b)", [
        (["2026-01-31T12:00Z", {"accepted": 2, "rejected": 1}], "2026-01-31 12:00 UTC: 2 accepted, 1 rejected"),
        (["2026-01-31T12:00Z", None], "2026-01-31 12:00 UTC: 0 accepted, 0 rejected")]),
    ("going", "target(a, b)", [
        (["2026-01-31T12:05:00.5Z", NOON], {"since": "2026-01-31T12:05:00.500Z"}),
        (["2026-01-31 12:05+02:00", NOON], {"since": "2026-01-31T10:05:00.000Z"}),
        (["2026-01-31", NOON], {"since": "2026-01-31T00:00:00.000Z"}),
        (["11:59", NOON], {"since": "2026-02-01T11:59:00.000Z"}),
        (["12:01:30", NOON], {"since": "2026-01-31T12:01:30.000Z"}),
        (["2026-13-31", NOON], {"id": "2026-13-31"}), (["25:00", NOON], {"id": "25:00"}), (["7", NOON], {"id": "7"}),
        (["", NOON], {"id": ""}), (["Z", NOON], {"id": "Z"})]),
    ("filters", "lines(a, b)", [(['a "b"', "x:y"], '- name: "a \\"b\\""\n  query: "x:y"\n')]),
    ("filters", "mistakesOf(a)", [
        ([{}], []), ([{"error": None, "problems": ["p"]}], ["p"]),
        ([{"error": "e.", "problems": []}], ["e. The filters are those from before."])]),
    ("faultwords", "inWords(a)", [
        ([FAULT], "To every client that sends events of a.b, the intake responds with status 503 and Retry-After: 7 "
                  "and stores none of the events. It ends after 1 more request, or when it is switched off. So far "
                  "applied to 2 requests with 3 events, the last at 2026-01-31 12:00:00 UTC, from curl/8 (2)."),
        *[([{"target": "events", "hits": 0, **fault}], f"To every client that {words} So far applied to 0 requests.")
          for fault, words in FAULTS]]),
    ("configuration", "sampling(a)", [
        ([{"rate": 0}], "No event is collected: the rate is 0."),
        ([{"rate": 1, "unit": "device"}], "Every device is in sample."),
        ([{"rate": 0.25, "unit": "session"}],
         "25 % of all sessions are in sample. An event of any other session never arrives.")]),
    ("configuration", "client(a)", [
        ([CONFIGURATION], {"rate": 0.25, "unit": "session", "values": [],
                           "rules": ["page_id is one of 1, 2", 'page_title is "x"']}),
        # A block that cannot be read has nobody in sample; an empty list of PHP is none.
        ([{"sample": "odd"}], {"rate": 0, "unit": None, "values": [], "rules": []}),
        ([{"sample": []}], {"rate": 1, "unit": None, "values": [], "rules": []}),
        # Null is no setting. A rule without operators asks for a value.
        ([{"sample": None, "producers": {"metrics_platform_client": {
            "sampling": {"identifier": "device", "rate": 0.5}, "curation": {"page_id": [], "page_title": None}}}}],
         {"rate": 0.5, "unit": "device", "values": [], "rules": ["page_id has a value"]})]),
    ("schema", "pageOf(a, b) ?? null", [
        (["analytics/app/base", None], "/schemas-site/schemas/analytics/app/base/index.html"),
        (["a/Bü", "1.0.0"], "/schemas-site/schemas/a/~42~C3~BC/1.0.0.html"),
        (["x" * 181, None], None), (["", None], None)]),
    ("clients", "gaps(a)", [
        ([{"streams": [{"stream": "a.b"}]}], ["", ""]),
        ([{"streams": [{"stream": "a.b", "missing": 3, "duplicates": 1, "gaps": [[4, 5], [9, 9]]},
                       {"stream": "c.d", "missing": 0, "duplicates": 2, "gaps": []}]}], ["3 (a.b 4–5, 9)", "3"])]),
    ("check", "inWords(a, b)", [([0, 0], ""), ([1, 2], "1 error, 2 warnings")]),
    ("check", "[...m.byStream(a, new Set(b))]", [
        ([[{"stream": "a"}, {"stream": "b"}, {}], ["a"]], [["a", [{"stream": "a"}]], [None, [{"stream": "b"}, {}]]])]),
    ("streams", "merged(a, b, c).map(s => [s.stream, s.planned, s.accepted, s.findings.length])", [
        ([[{"stream": "x", "planned": True, "accepted": 1, "findings": [{}]}],
          {"z": {"accepted": 4}, "x": {"accepted": 2}}, {"y": {}, "x": {}}],
         [["x", True, 2, 1], ["y", True, 0, 0], ["z", False, 4, 0]])]),
    ("streamrow", "numbers(a)", [
        ([{"accepted": 0, "invalid": 0, "error": 0, "perSecond": 0}], "no event"),
        ([{"accepted": 999, "invalid": 0, "error": 1, "perSecond": 0.2}],
         "999 accepted, 1 rejected: below 1 % rejected; 12 accepted in the last minute")]),
    ("streamrow", "expected(a)", [
        ([{"forecast": {"low": 0.52, "high": 40}, "perDay": 12.5}],
         "Forecast: 0.52 to 40 events a day; 13 a day arrive.")]),
    ("sending", "another(j.parse(a))", [
        (['{"meta":{"id":"1","dt":"d","request_id":"r","stream":"s"},"n":1.0,"n":-0}'],
         '{\n  "meta": {\n    "stream": "s"\n  },\n  "n": 1.0,\n  "n": -0\n}'),
        (["null"], "null"), (['{"meta":1e400}'], '{\n  "meta": 1e400\n}')]),
    ("explanation", "j.written(m.question(a))", [
        ([{"stream": "a.b", "session": "", "json": ""}], "null"),
        ([{"stream": "a.b", "session": "s", "json": ""}], '{"stream":"a.b","session":"s"}'),
        ([{"stream": "", "json": '{"meta": {"stream": "a.b"}}'}], '{"event":{"meta": {"stream": "a.b"}}}'),
        ([{"stream": "a.b", "json": '{"page": {"id": 9007199254740993}}'}],
         '{"stream":"a.b","attributes":{"page": {"id": 9007199254740993}}}')]),
    ("json", "m.written([a, { b, c: m.parse(c) }])", [([None, "\u2028", "[1.0]"], '[null,{"b":"\u2028","c":[1.0]}]')]),
    ("explanation", ABOUT, [
        ([{"stream": "a.b", "session": "s"}], {"stream": "a.b", "client": "s"}),
        ([{"event": {"meta": {"stream": "a.b"}, "performer": {"session_id": "s"}}}], {"stream": "a.b", "client": "s"}),
        ([{"stream": "a.b", "attributes": {"agent": {"app_install_id": "i"}}}], {"stream": "a.b", "client": "i"}),
        ([{"event": {"meta": {"stream": 7}, "agent": None, "performer": "p"}}], {"stream": None, "client": None})]),
    ("explanation", "wanted(a)", [
        ([{"unknown": ["device", "performer.is_logged_in"]}], "the app install id, performer.is_logged_in"),
        ([{"unknown": ["constructor"]}], "constructor"), ([{}], "")]),
    ("explanation", "shownExplanation(a).textContent", [
        ([{"outcome": "sent", "stages": [], "remarks": ["A remark."], "sampled": "one session of four"}],
         "In sample: one session of fourA remark.")]),
    ("explanation", "outcomeOf(a)", [
        ([{**OUT, "reached": True}], "dropped here"),
        ([{**CURATED, "reached": False}], "not reached, would be dropped"),
        ([{"outcome": "passes", "reached": False}], "not reached, would pass")]),
    ("explanation", "verdict(a, b)", [
        ([{"outcome": "dropped", "reason": "curated", "stages": [CURATED]}, CONFIGURATION], {
            "title": "Curated", "text": "A rule fails: page_id is one of 1, 2: the event has 3."}),
        ([{"outcome": "dropped", "reason": "curated", "stages": [{**CURATED, "rules": CURATED["rules"][1:]}]},
          CONFIGURATION],
         {"title": "Curated", "text": 'A rule fails: page_title is "x": the event has no value.'}),
        ([{"outcome": "dropped", "reason": "curated", "stages": [{**CURATED, "rules": [
            {"attribute": "page_id", "operator": "in", "value": None, "holds": False, "removed": "it is a text"}]}]},
          CONFIGURATION], {"title": "Curated", "text": "A rule fails: page_id is one of 1, 2: it is a text."}),
        ([{"outcome": "dropped", "reason": "curated", "stages": [{**CURATED, "rules": [
            {"attribute": "page_id", "operator": None, "value": None, "holds": False}]}]}, {}],
         {"title": "Curated", "text": "A rule fails: page_id has a value: the event has no value."}),
        ([{"outcome": "dropped", "reason": "outOfSample", "stages": [OUT, CURATED]}, CONFIGURATION],
         {"title": "Sampled out", "text": "Position 0.6, not below 0.1."}),
        ([{"outcome": "waits", "stages": [{"stage": "consent", "outcome": "waits", "why": "it is pending"}]}, {}],
         {"title": "It waits at the client", "text": "It is pending."})]),
    ("reasons", "reasons(a).map(reason => reason.title)", [
        ([STREAM], ["Unknown stream"]),
        ([{**STREAM, "configuration": {}}], ["Never submitted, or still at the client"]),
        ([{**STREAM, "configuration": CONFIGURATION, "accepted": 1, "rejected": 1, "faults": [FAULT]}],
         ["Refused by a fault", "Rejected", "Others of this stream have arrived", "Sampled out", "Curated",
          "Never submitted, or still at the client"]),
        ([{**STREAM, "configuration": CONFIGURATION, "rejected": 1,
           "explanation": {"outcome": "dropped", "reason": "outOfSample", "stages": [OUT]}}],
         ["Sampled out", "Rejected"]),
        ([{**STREAM, "configuration": CONFIGURATION, "faults": [FAULT],
           "explanation": {"outcome": "sent", "stages": []}}],
         ["Refused by a fault", "Never submitted, or still at the client", "A client would send it"])]),
    ("reasons", "reasons(a).map(reason => [reason.title, reason.isCertain ?? false])", [
        ([{**STREAM, "stream": "c.d", "id": "i", "configuration": {}, "accepted": 1, "heard": None, "report": REPORT}],
         [["Never submitted", True], ["Others of this stream have arrived", False]]),
        ([{**STREAM, "stream": "c.d", "id": "i", "configuration": {}, "report": CUT}],
         [["Never submitted, or still at the client", False]]),
        # The client has lost its account since.
        ([{**STREAM, "stream": "c.d", "id": "i", "configuration": {}, "report": REPORT,
           "heard": {"last": TIME, "streams": [{"stream": "c.d", "events": 1}]}}],
         [["Dropped by the client, or still there", False]])]),
    ("reasons", "reasons(a).map(reason => reason.text).join()", [
        ([{**STREAM, "stream": "c.d", "id": "i", "configuration": {}, "report": REPORT}],
         f"{LATEST} no event of c.d: until then the call was not reached."),
        ([{**STREAM, "id": "i", "configuration": {}, "heard": None, "report": REPORT}],
         f"{LATEST} of a.b 5 submitted: 1 pending, 2 delivered, 2 dropped (curated 1, invalid 1). invalid: the event "
         "breaks its schema at the client already. What was submitted later, and what was pending if no other request "
         "has arrived, is still at the client.")]),
    # Of a sampling that cannot be read, no id decides.
    ("reasons", "reasons(a)[0].hint ?? null", [
        ([{**STREAM, "canExplain": True, "configuration": {"sample": {"unit": "device", "rate": 0.5}}}],
         "Give the id of the device to decide it."),
        ([{**STREAM, "canExplain": True, "configuration": {"sample": "odd"}}], None)]),
    ("reasons", "heardOf(a, b, c)", [
        (["s", {"last": "2026-01-31T12:00:00.000Z", "streams": [{"stream": "a.b", "events": 3, "missing": 2}]}, "a.b"],
         "s was last heard at 2026-01-31 12:00:00 UTC, and has 3 events of this stream here. "
         "By their sequence numbers the intake lacks 2 events. ")]),
]


def test_what_modules_decide(console):
    check(console, DECISIONS)


def check(console, decisions):
    page = console.open()
    wrong = []
    for module, call, cases in decisions:
        call = call if "m." in call else f"m.{call}"
        for arguments, wanted in cases:
            arguments = arguments + [None] * (3 - len(arguments))
            # A null stands for a missing argument.
            found = page.evaluate(
                f"async all => {{ const [m, j, f] = await Promise.all(['{module}', 'json', 'fields']"
                f".map(name => import(`/console/${{name}}.js`))); "
                f"const [a, b, c] = all.map(one => one ?? undefined); return {call} }}", arguments)
            if json.dumps(found, sort_keys=True) != json.dumps(wanted, sort_keys=True):
                wrong.append(f"{module}: {call} of {arguments}\n  {found}\n  instead of {wanted}")
    assert not wrong, "\n".join(wrong)


def test_completions_begin_with_what_is_written(console):
    console.intake.send({"$schema": "/analytics/product_metrics/app/base/1.3.0", "meta": {"stream": "app.interactions"},
                         "action": "two words", "my_action": "x", "agent": {}})
    page = console.open()
    found = page.evaluate("""async words => {
      const { KnownFields } = await import("/console/completion.js")
      const known = new KnownFields()
      await known.refresh()
      return words.map(word => known.completions(word).map(({ text }) => text))
    }""", ["acti", "-action:tw", "", "none:"])
    assert found == [["action:", "my_action:"], ['-action:"two words"'], [], []], found


def test_repeated_requests_are_one_at_a_time(console):
    page = console.open()
    runs = page.evaluate("""async () => {
      const { repeat } = await import("/console/live.js")
      let [running, most, runs, isWanted] = [0, 0, 0, true]
      const now = repeat(async () => {
        most = Math.max(most, ++running)
        await new Promise(resolve => setTimeout(resolve))
        running -= 1
        runs += 1
      }, { isWanted: () => isWanted })
      await Promise.all([now(), now(), now()])
      await Promise.all([now(), now()])
      const counted = runs
      isWanted = false
      await now()
      return { most, counted, unwanted: runs - counted }
    }""")
    assert runs == {"most": 1, "counted": 2, "unwanted": 0}, runs


def test_views_survive_their_address(console):
    page = console.open()
    assert page.evaluate("""async () => {
      const { read, write } = await import("/console/view.js")
      const plain = {
        q: "", off: false, columns: ["stream", "action", "reason"], widths: [0, 0, 0], sort: "", open: null,
        compared: null, minute: null, since: null, page: "events", missing: null,
      }
      const views = [plain, {
        ...plain, q: 'a:"b c" -d & #', off: true, columns: [], widths: [], open: 7, minute: "2026-01-31T12:00Z",
        compared: 3, page: "streams", missing: "a b", since: "2026-01-31T12:00:01.002Z",
      }, { ...plain, q: "ü", columns: ["meta.id", "n"], widths: [0, 240], sort: "-meta.id" }]
      return views.every(view => JSON.stringify(read(write(view))) === JSON.stringify(view))
    }""")
    usual = "([v, usual]) => import('/console/view.js').then(m => [m.write(v, usual), m.read('', usual).q])"
    for q, wanted in [("a", "#"), ("", "#q="), ("b", "#q=b")]:
        assert page.evaluate(usual, [
            {"q": q, "columns": ["stream", "action", "reason"], "widths": [0, 0, 0], "page": "events"}, "a"]) == [
            wanted, "a"]
    address = "#open=-1&columns=a,a,,b&widths=x,-1&q=%zz&minute=2026-99-99T99:99Z&page=none&since=now"
    odd = page.evaluate("address => import('/console/view.js').then(v => v.read(address))", address)
    assert odd["page"] == "events"
    assert odd["open"] is None and odd["minute"] is None and odd["since"] is None and odd["columns"] == ["a", "b"]
    assert odd["widths"] == [0, 0]


def test_a_rule_is_marked_in_its_schema(console):
    page = console.open()
    schema = {"properties": {"a/b": {"maxLength": 3}}, "allOf": [{"required": ["x"]}]}
    mark = """([s, p]) => Promise.all(["schema", "json"].map(name => import(`/console/${name}.js`)))
      .then(([m, j]) => m.marking(j.parse(s), p))"""
    schema = json.dumps(schema)
    for pointer, wanted in [("#/properties/a~1b/maxLength", '"maxLength": 3'), ("#/nowhere/at/all", "")]:
        parts = page.evaluate(mark, [schema, pointer])
        assert parts["marked"].strip() == wanted
        assert json.loads(parts["before"] + parts["marked"] + parts["after"]) == json.loads(schema)
    assert '"x"' in page.evaluate(mark, [schema, "#/allOf/0/required"])["marked"]
