"""The console says what is so: about faults, broken edits, what is not known, and names of others."""

import json
import re
import urllib.request

from axe_playwright_python.sync_playwright import Axe

import console as tests
import console_modules

GROUPS = {"attribute": "performer_groups", "operator": "contains_any", "value": None, "holds": False}
CURATION = {"stage": "curation", "outcome": "undecided", "reached": True, "why": "give performer.groups",
            "rules": [GROUPS], "unknown": ["performer.groups"]}
SAMPLING = {"stage": "sampling", "outcome": "undecided", "reached": True, "why": "the session id is not known",
            "unknown": ["session"]}
DROPPED = {**console_modules.CURATED, "reason": "curated", "reached": False}
CONFIGURATION = {
    "sample": {"unit": "session", "rate": 0.25},
    "producers": {"metrics_platform_client": {"curation": {"performer_groups": {"contains_any": ["user"]}}}}}
KNOWN = {**console_modules.STREAM, "configuration": CONFIGURATION}
NEVER_SENT = tests.NEVER_SENT
FINDING = {"severity": "error", "file": "/p/Streams/later.yaml", "line": 3, "problem": "Wrong.", "remedy": "Mend it.",
           "stream": "a.b"}
SAYS = " Until it is corrected, the intake may serve the files as they were before the edit."

# As in console_modules.
DECISIONS = [
    ("fields", "moment(a)", [(["2026-01-31T12:51:47.123Z"], "2026-01-31 12:51:47")]),
    ("foreign", "own(a, b) ?? null", [([{}, "constructor"], None), ([{"toString": 1}, "toString"], 1)]),
    ("configuration", "rule(a, b, c)", [([{}, "page_id", "constructor"], "page_id constructor")]),
    ("explanation", "undecided(a, b)", [
        ([{"outcome": "undecided", "stages": [SAMPLING, CURATION]}, CONFIGURATION], [
            {"title": "Perhaps sampled out", "text": "Cannot be decided: give the session id. 25 % of all sessions are "
             "in sample. An event of any other session never arrives."},
            {"title": "Perhaps curated", "text": "Cannot be decided: give performer.groups. A client sends an event "
             'only if performer_groups contains one of "user".'}])]),
    ("explanation", "outcomeOf(a, b)", [
        ([CURATION, "undecided"], "cannot be decided"), ([DROPPED, "undecided"], "if reached, would be dropped"),
        ([DROPPED, "dropped"], "not reached, would be dropped")]),
    ("faultwords", "[m.title(a), m.effect(a)]", [
        ([{"target": "events", "kind": "status", "status": 503, "moment": "before"}],
         ["Refused by a fault", "A client keeps the events, and sends them again later."]),
        ([{"target": "events", "kind": "status", "status": 202, "moment": "before"}],
         ["Refused by a fault", "A client takes the events for delivered: they are lost."]),
        ([{"target": "events", "kind": "truncate"}],
         ["Disturbed by a fault",
          "The events are stored; a client may send them again, and each is then a duplicate."]),
        ([{"target": "stream-configs", "kind": "broken"}],
         ["Stream configurations disturbed by a fault", "A client keeps the configurations that it has. One without "
          "any keeps its events in the input buffer, and asks again."]),
        ([{"target": "stream-configs", "kind": "broken", "stream": ["a.b"]}],
         ["Stream configurations disturbed by a fault",
          "A client cannot read the settings of these streams, and drops their events (streamQuarantined)."])]),
    ("reasons", "reasons(a).map(reason => [reason.title, reason.isCertain ?? false])", [
        ([{**KNOWN, "explanation": {"outcome": "undecided", "stages": [CURATION]}, "accepted": 1}],
         [["Others of this stream have arrived", False], ["Perhaps curated", False], [NEVER_SENT, False]]),
        # Whatever its session is, the event gets no further than curation.
        ([{**KNOWN, "explanation": {"outcome": "undecided", "stages": [SAMPLING, DROPPED]}}],
         [["Curated", True], ["Perhaps sampled out", False]]),
        ([{**KNOWN, "configuration": None, "unread": ["The active faults could not be read: no."]}],
         [[NEVER_SENT, False], ["Not everything could be read", False]]),
        ([{**KNOWN, "findings": [FINDING, {**FINDING, "stream": "c.d"}]}],
         [["An error in later.yaml", False], ["Sampled out", False], ["Curated", False], [NEVER_SENT, False],
          ["Errors in other files", False]]),
        ([{**console_modules.STREAM, "findings": [FINDING]}],
         [["An error in later.yaml", True], ["Unknown stream", False]]),
        ([{**console_modules.STREAM, "findings": [{**FINDING, "stream": "c.d"}]}],
         [["Errors in other files", False], ["Unknown stream", False]])]),
    ("reasons", "reasons(a)[0].text", [
        ([{**console_modules.STREAM, "findings": [FINDING]}], f"/p/Streams/later.yaml:3: Wrong. Mend it.{SAYS}")]),
]


def test_what_honest_modules_decide(console):
    console_modules.check(console, DECISIONS)


def faults(console):
    with urllib.request.urlopen(console.intake.url + "/v1/faults") as response:
        return json.load(response)["faults"]


def find(page, stream):
    """Asks about a stream of which nothing else is known, and returns the titles of the answers."""
    page.fill("#missing-stream", stream)
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('#page-missing > [role=status]').textContent.endsWith('…')")
    page.wait_for_selector(".answers li")
    return page.locator(".answers h3").all_inner_texts()


# MARK: - Faults


def test_the_page_meets_no_fault_and_uses_none_up(console):
    for fault in ["missing,requests=1", "broken,requests=1", "status=503,target=stream-configs,requests=1",
                  "garbage,target=schemas,requests=1", "reset,requests=1"]:
        assert console.intake.request("/v1/faults", fault) == 201
        page = console.open("#page=streams")
        tests.row_of(page, "app.search").get_by_text("50 % of all devices").first.wait_for()
        tests.row_of(page, "app.search").get_by_text("Configuration and fields").click()
        page.locator("[data-page=missing]").click()
        assert find(page, "app.error_reports")[-1] == NEVER_SENT
        schema = page.evaluate("path => import('/console/api.js').then(api => api.get(path))",
                               f"/schemas{tests.SCHEMA}")
        assert schema["title"] == "analytics/product_metrics/app/base"
        sent = page.evaluate("event => import('/console/api.js').then(api => api.submit(event))",
                             json.dumps(tests.event("tap")))
        assert sent["status"] == 201
        assert [found["hits"] for found in faults(console)] == [0], faults(console)
        assert console.intake.request("/v1/faults", method="DELETE") == 204
        page.context.close()


def test_a_fault_of_configurations_or_schemas_is_the_reason(console):
    configurations, schemas = "Stream configurations disturbed by a fault", "Schemas disturbed by a fault"
    for fault, title, words in [
            ("broken", configurations, "keeps its events in the input buffer"),
            ("garbage,target=stream-configs", configurations, "keeps its events in the input buffer"),
            ("status=503,target=stream-configs", configurations, "keeps its events in the input buffer"),
            ("missing", configurations, "drops the events of a stream that is left out (unknownStream)"),
            ("missing,stream=app.error_reports", configurations, "leaves out app.error_reports"),
            ("status=503,target=schemas", schemas, "waits in its store, for ten minutes at most")]:
        assert console.intake.request("/v1/faults", fault) == 201
        for way in tests.WAYS:
            page, titles = tests.look_for(console, way, "app.error_reports", session=tests.SESSION)
            assert titles == [title, NEVER_SENT, "A client would send it"], (fault, titles)
            assert words in page.locator(".answers li").first.inner_text()
            assert "Mozilla" not in page.locator(".answers").inner_text()
            page.context.close()
        assert console.intake.request("/v1/faults", method="DELETE") == 204


def test_a_fault_of_other_streams_is_no_reason(console):
    assert console.intake.request("/v1/faults", ["reset,stream=app.search", "reset,destination=nowhere"]) == 201
    page = console.open("#page=missing")
    assert find(page, "app.error_reports") == [NEVER_SENT]


def hold_the_next_read(page, url):
    """Holds the next request for the faults, after which none is repeated, and lets all others pass."""
    held = []
    page.route(url, lambda route: route.continue_() if held or route.request.method != "GET" else held.append(route))
    with page.expect_request(url):
        page.evaluate("dispatchEvent(new Event('focus'))")
    return held


def test_a_fault_that_another_console_has_switched_on_is_there_once(console):
    page = console.open()
    tests.wait_for_text(page, "#faults summary", "Faults: none")
    page.click("#faults summary")
    held = hold_the_next_read(page, console.intake.url + "/v1/faults?")
    assert console.intake.request("/v1/faults", "status=503") == 201
    switch = page.get_by_role("switch", name="503 for events")
    with page.expect_response(console.intake.url + "/v1/faults?"):
        switch.click()
    held[0].continue_()
    page.wait_for_selector("[role=switch][aria-checked=true]")
    assert len(faults(console)) == 1, faults(console)


def test_a_problem_with_a_fault_goes_when_it_is_over(console):
    console.expected = ["Failed to load resource"]
    assert console.intake.request("/v1/faults", "status=503") == 201
    page = console.open()
    tests.wait_for_text(page, "#faults summary", "1 active")
    page.click("#faults summary")
    held = hold_the_next_read(page, console.intake.url + "/v1/faults?")
    assert console.intake.request("/v1/faults", method="DELETE") == 204
    with page.expect_response(lambda response: response.request.method == "DELETE") as response:
        page.get_by_role("button", name="Switch off").click()
    assert response.value.status == 404
    held[0].continue_()
    tests.wait_for_text(page, "#faults summary", "Faults: none")
    assert page.locator("#faults [role=alert]").inner_text() == ""
    page.route(console.intake.url + "/v1/faults**", lambda route: route.abort())
    page.get_by_role("switch", name="503 for events").click()
    tests.wait_for_text(page, "#faults [role=alert]", "The intake does not respond")
    page.unroute(console.intake.url + "/v1/faults**")
    page.wait_for_function("() => document.querySelector('#faults [role=alert]').textContent === ''")


# MARK: - Events that do not arrive


def test_a_source_that_fails_is_a_sentence_of_the_answer(console):
    console.expected = ["Failed to load resource"]
    page = console.open("#page=missing")
    tests.wait_for_text(page, "#missing-client", "none was seen")
    for path, words in [("/counts?", "What has arrived could not be read: "),
                        ("/v1/faults?", "The active faults could not be read: "),
                        ("/v1/stream-configs/**", "The configuration of the stream could not be read: "),
                        ("/findings?", "What the check finds could not be read: ")]:
        page.route(console.intake.url + path, lambda route: route.fulfill(body='{"app.search": {"schema'))
        titles = find(page, "app.error_reports")
        assert titles == [NEVER_SENT, "Not everything could be read"], (path, titles)
        assert words in page.locator(".answers li").last.inner_text()
        page.unroute(console.intake.url + path)


def test_what_is_not_known_is_asked_for_instead_of_a_reason(console):
    console.intake.send(tests.event("tap", performer={"session_id": tests.SESSION, "groups": ["user"]}))
    for way in tests.WAYS:
        page, titles = tests.look_for(console, way, "app.interactions", session=tests.SESSION)
        assert titles == ["Others of this stream have arrived", "Perhaps curated", NEVER_SENT], titles
        tests.wait_for_text(page, "#page-missing [role=status]", "It cannot be decided yet: give performer.groups.")
        tests.wait_for_text(page, ".stages .undecided", "curation: cannot be decided")
        tests.wait_for_text(page, ".stages .unreached", "if reached, would pass")
        page.fill("#missing-json", '{"performer": {"groups": null}}')
        page.get_by_role("button", name="Find the reason").click()
        tests.wait_for_text(page, "#page-missing [role=status]", "The reason is found: Curated.")
        page.context.close()


def test_a_broken_edit_is_the_reason(console):
    file = console.intake.streams / "later.yaml"
    file.write_text("app.later:\n  owner: me\n  schema_title: nowhere/at/all\n")
    page = console.open("#page=missing")
    tests.wait_for_text(page, "#check-count", "1 error")
    for way in tests.WAYS:
        page, titles = tests.look_for(console, way, "app.later", session=tests.SESSION)
        assert titles[0] == "An error in later.yaml" and titles[1] == "Unknown stream", titles
        tests.wait_for_text(page, "#page-missing [role=status]", "The reason is found: An error in later.yaml.")
        words = page.locator(".answers li").first.inner_text()
        assert "Streams/later.yaml:3:" in words and "nowhere/at/all" in words, words
        page.context.close()
    page = console.open("#page=missing")
    # The edit of a good stream beside it is not served either.
    assert find(page, "app.soon")[0] == "Errors in other files"
    assert find(page, "app.error_reports") == [NEVER_SENT, "Errors in other files"]
    file.write_text("app.later: [\n")
    assert find(page, "app.later")[0] == "Errors in other files"
    assert "Streams/later.yaml:" in page.locator(".answers li").first.inner_text()
    file.unlink()


def test_a_stream_with_the_name_of_a_function_is_unknown(console):
    page = console.open("#page=missing")
    for name in ["constructor", "toString", "__proto__", "hasOwnProperty"]:
        assert find(page, name) == ["Unknown stream"], name
    console.intake.send(tests.event(stream="constructor"))
    page.locator("[data-page=streams]").click()
    tests.row_of(page, "constructor").locator("p", has_text="0 accepted, 1 rejected").wait_for()
    assert not tests.row_of(page, "constructor").locator("meter").count()


# MARK: - Words, names and requests


def test_times_have_their_date(console):
    console.intake.send(tests.event("tap", performer={"session_id": tests.SESSION}))
    page = console.open("#page=streams")
    page.get_by_role("region", name="Clients").get_by_text(
        re.compile(r"^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC$")).first.wait_for()
    page.locator("[data-page=missing]").click()
    date = r"last heard 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC"
    page.wait_for_function(
        "date => new RegExp(date).test(document.querySelector('#missing-client').innerText)", arg=date)


NAMES = """() => [...document.querySelectorAll("#page-streams :is(button, summary)[aria-label]")]
  .filter(made => !made.getAttribute("aria-label").includes(made.innerText.trim()))
  .map(made => [made.innerText, made.getAttribute("aria-label")])"""


def test_streams_with_all_open_are_accessible(console):
    console.intake.send(tests.event("tap"), tests.event(action=7))
    page = console.open("#page=streams")
    tests.row_of(page, "app.interactions").locator("p", has_text="1 accepted, 1 rejected").wait_for()
    page.evaluate("() => document.querySelectorAll('#page-streams details').forEach(made => { made.open = true })")
    assert page.evaluate(NAMES) == []
    rules = {"type": "rule", "values": ["target-size", "landmark-unique"]}
    found = Axe().run(page, options={"runOnly": rules}).response["violations"]
    assert not found, [(rule["id"], rule["nodes"][0]["html"]) for rule in found]
    tests.check_accessible(page, "streams with all open")


def test_a_page_without_news_asks_less_often(console):
    page = console.open("#page=missing")
    tests.wait_for_text(page, "#faults summary", "Faults: none")
    page.clock.install()
    page.reload()
    tests.wait_for_text(page, "#faults summary", "Faults: none")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "wait=" not in request.url else None)
    for _ in range(60):
        page.clock.run_for(1000)
        page.evaluate("() => fetch('/healthz').then(response => response.text())")
    count = sum("/healthz" not in url for url in asked)
    assert 10 < count < 45, count
