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

# module, call with the arguments a, b, c, cases of arguments and result
DECISIONS = [
    ("live", "pauseAfter(a)", [([0], 2000), ([100], 2000), ([1000], 4000)]),
    ("errorevents", "asked(a)", [
        ([""], "-stream:*.error.validation"), (["a"], "-stream:*.error.validation a"),
        (["stream:x.error.validation"], "stream:x.error.validation")]),
    ("elements", "visible(a)", [(["a\u202eb\n"], "a\\u202eb\\u000a"), (["ü"], "ü")]),
    ("elements", "counted(a, b)", [([1, "event"], "1 event"), ([0, "event"], "0 events")]),
    ("elements", "cut(a, b)", [(["abc", 3], "abc"), (["abcd", 3], "abc…")]),
    ("columns", "moved(a, b)", [([["x", "y", "z"], 2], ["x", "z", "y"])]),
    ("fields", "term(a, b)", [
        (["stream", "app.search"], "stream:app.search"), (["action", 'a "b"'], 'action:"a \\"b\\""'),
        (["a-b", ""], '"a-b":""'), (["action", ">=x"], 'action:">=x"')]),
    ("completion", "fieldsOf(a)", [
        (['a.b:1 -c:2 word "d:3" e:"f:4 g:5"'], ["a.b", "e"]), ([""], [])]),
    ("fields", "[...m.paths(a, b)]", [
        ([{"a": {"b": 1, "c": [2]}, "d": None}, 9], [["a.b", 1], ["a.c", [2]], ["d", None]]),
        ([{"a": 1, "b": 2, "c": 3}, 2], [["a", 1], ["b", 2]])]),
    ("fields", "valueOf(a, b) ?? null", [
        ([INVALID, "status"], "invalid"), ([INVALID, "reason"], "'.action' should be string"),
        ([INVALID, "action"], 7), ([INVALID, "constructor.name"], None)]),
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
    ("journey", "steps(a)", [([INVALID], [
        "2026-01-31T12:00:00Z: happened, by the clock of the client (dt).",
        "2026-01-31T12:00:03.000Z: received, 3.0 s later.",
        "The stream a.b is configured; fields that it has the intake fill in were added.",
        "Checked against /s/1.0.0: 2 rules are broken.",
        "Rejected, kept at position 4, and an error event was made about it.",
        "Arrived 1 more time with the same id: each is a duplicate, answered as accepted."])]),
    ("findings", "keys(a).map(([, finding]) => finding)", [
        ([INVALID], [{"place": ".action", "message": "should be string", "rule": "/s/1.0.0#/properties/action/type"}]),
        ([{"valid": False, "stream": None, "context": {"message": "no"}}],
         [{"place": "no stream", "message": "no", "rule": ""}])]),
    ("compare", "differences(a, b)", [
        ([{"a": 1, "b": {"c": 2}}, {"a": "1", "b": {"c": 2}, "d": 3}],
         {"different": [{"path": "a", "here": 1, "there": "1"}, {"path": "d", "here": None, "there": 3}],
          "equal": 1})]),
    ("pasted", "pasted(a)", [
        ([json.dumps(INVALID)], INVALID), (['expectEvent(\n  stream: "a.b", [:])'], {"meta": {"stream": "a.b"}}),
        (['["n": [1, -2.5, 1_000], "o": ["a": .null, "b": true,], "e": [], "m": [:]]'],
         {"n": [1, -2.5, 1000], "o": {"a": None, "b": True}, "e": [], "m": {}}),
        ([r'["a \"b\" \\(c)": "\u{202e}\n"]'], {'a "b" \\(c)': "\u202e\n"})]),
    ("pasted", "(() => { try { return m.pasted(a) } catch (error) { return error.message } })()", [
        (["none"], 'Paste an event as JSON, or the expectation of a test: expectEvent(stream: …, ["action": …]).'),
        (['["a": x]'], "“x]” is no literal of JSON in Swift."), (['["a": 1'], "“]” is missing before “”."),
        (['["a": 1, "b"]'], "“:” is missing before “]”."), (['["a": 1x]'], "“1x” is not expected there.")]),
    ("pasted", "m.unmet(a, m.pasted(b))", [
        ([{"a": 1, "b": {"c": 2}, "e": 3}, '["a": 1, "b": ["c": 3], "d": "x"]'],
         {"different": [{"path": "b.c", "here": 2, "there": 3}, {"path": "d", "here": None, "there": "x"}],
          "equal": 1})]),
    ("bars", "words(a, b)", [
        (["2026-01-31T12:00Z", {"accepted": 2, "rejected": 1}], "12:00 UTC: 2 accepted, 1 rejected"),
        (["2026-01-31T12:00Z", None], "12:00 UTC: 0 accepted, 0 rejected")]),
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
                  "applied to 2 requests with 3 events, the last at 12:00:00 UTC, from curl/8 (2)."),
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
        ([{"sample": []}], {"rate": 1, "unit": None, "values": [], "rules": []})]),
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
    ("sending", "another(a)", [
        ([{"meta": {"id": "1", "dt": "d", "request_id": "r", "stream": "s"}, "action": "tap"}],
         {"meta": {"stream": "s"}, "action": "tap"})]),
    ("explanation", "question(a)", [
        ([{"stream": "a.b", "session": "", "json": ""}], None),
        ([{"stream": "a.b", "session": "s", "json": ""}], {"stream": "a.b", "session": "s"}),
        ([{"stream": "", "json": '{"meta": {"stream": "a.b"}}'}], {"event": {"meta": {"stream": "a.b"}}}),
        ([{"stream": "a.b", "json": '{"page": {"id": 5}}'}], {"stream": "a.b", "attributes": {"page": {"id": 5}}})]),
    ("explanation", "about(a)", [
        ([{"stream": "a.b", "session": "s"}], {"stream": "a.b", "client": "s"}),
        ([{"event": {"meta": {"stream": "a.b"}, "performer": {"session_id": "s"}}}], {"stream": "a.b", "client": "s"}),
        ([{"stream": "a.b", "attributes": {"agent": {"app_install_id": "i"}}}], {"stream": "a.b", "client": "i"})]),
    ("explanation", "outcomeOf(a)", [
        ([{**OUT, "reached": True}], "dropped here"),
        ([{**CURATED, "reached": False}], "not reached, would be dropped"),
        ([{"outcome": "passes", "reached": False}], "not reached, would pass")]),
    ("explanation", "verdict(a, b)", [
        ([{"outcome": "dropped", "reason": "curated", "stages": [CURATED]}, CONFIGURATION], {
            "title": "Curated", "text": "A rule fails: page_id is one of 1, 2: the event has 3; "
                                        'page_title is "x": the event has no value.'}),
        ([{"outcome": "dropped", "reason": "curated", "stages": [{**CURATED, "rules": [
            {"attribute": "page_id", "operator": "in", "value": None, "holds": False, "removed": "it is a text"}]}]},
          CONFIGURATION], {"title": "Curated", "text": "A rule fails: page_id is one of 1, 2: it is a text."}),
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
    ("reasons", "heardOf(a, b, c)", [
        (["s", {"last": "2026-01-31T12:00:00.000Z", "streams": [{"stream": "a.b", "events": 3, "missing": 2}]}, "a.b"],
         "s was last heard at 12:00:00 UTC, and has 3 events of this stream here. "
         "By their sequence numbers the intake lacks 2 events. ")]),
]


def test_what_modules_decide(console):
    page = console.open()
    wrong = []
    for module, call, cases in DECISIONS:
        call = call if "m." in call else f"m.{call}"
        for arguments, wanted in cases:
            arguments = arguments + [None] * (3 - len(arguments))
            # A null stands for a missing argument.
            found = page.evaluate(
                f"async all => {{ const m = await import('/console/{module}.js'); "
                f"const [a, b, c] = all.map(one => one ?? undefined); return {call} }}", arguments)
            if json.dumps(found, sort_keys=True) != json.dumps(wanted, sort_keys=True):
                wrong.append(f"{module}: {call} of {arguments}\n  {found}\n  instead of {wanted}")
    assert not wrong, "\n".join(wrong)


def test_groups_of_findings_count_in_any_order(console):
    page = console.open()
    groups = page.evaluate("""async invalid => {
      const { Groups } = await import("/console/findings.js")
      const groups = new Groups()
      for (const position of [4, 9, 2]) {
        groups.add({ ...invalid, position, receivedAt: `2026-01-31T12:00:0${position}Z` })
      }
      return groups.sorted
    }""", INVALID)
    assert len(groups) == 1 and groups[0]["count"] == 3 and groups[0]["newest"] == 9, groups
    assert [groups[0][name][-3:-1] for name in ["first", "last"]] == ["02", "09"], groups


def test_completions_begin_with_what_is_written(console):
    page = console.open()
    found = page.evaluate("""async ([invalid, words]) => {
      const { SeenFields } = await import("/console/completion.js")
      const seen = new SeenFields()
      seen.add({ ...invalid, event: { action: "two words", my_action: "x" } })
      return words.map(word => seen.completions(word).map(({ text }) => text))
    }""", [INVALID, ["acti", "-action:tw", "", "none:"]])
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
      }, () => isWanted)
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
      const views = [
        { q: "", columns: ["stream", "action", "reason"], wide: [], open: null, minute: null, compared: null,
          page: "events", missing: null, since: null },
        { q: 'a:"b c" -d & #', columns: [], wide: [], open: 7, minute: "2026-01-31T12:00Z", compared: 3,
          page: "streams", missing: "a b", since: "2026-01-31T12:00:01.002Z" },
        { q: "ü", columns: ["meta.id"], wide: ["meta.id"], open: null, minute: null, compared: null, page: "events",
          missing: null, since: null },
      ]
      return views.every(view => JSON.stringify(read(write(view))) === JSON.stringify(view))
    }""")
    usual = "([v, usual]) => import('/console/view.js').then(m => [m.write(v, usual), m.read('', usual).q])"
    for q, wanted in [("a", "#"), ("", "#q="), ("b", "#q=b")]:
        assert page.evaluate(usual, [
            {"q": q, "columns": ["stream", "action", "reason"], "wide": ["none"], "page": "events"}, "a"]) == [
            wanted, "a"]
    address = "#open=-1&columns=a,a,,b&q=%zz&minute=2026-99-99T99:99Z&page=none&since=now"
    odd = page.evaluate("address => import('/console/view.js').then(v => v.read(address))", address)
    assert odd["page"] == "events"
    assert odd["open"] is None and odd["minute"] is None and odd["since"] is None and odd["columns"] == ["a", "b"]


def test_a_rule_is_marked_in_its_schema(console):
    page = console.open()
    schema = {"properties": {"a/b": {"maxLength": 3}}, "allOf": [{"required": ["x"]}]}
    mark = "([s, p]) => import('/console/schema.js').then(m => m.marking(s, p))"
    for pointer, wanted in [("#/properties/a~1b/maxLength", '"maxLength": 3'), ("#/nowhere/at/all", "")]:
        parts = page.evaluate(mark, [schema, pointer])
        assert parts["marked"].strip() == wanted
        assert json.loads(parts["before"] + parts["marked"] + parts["after"]) == schema
    assert '"x"' in page.evaluate(mark, [schema, "#/allOf/0/required"])["marked"]
