"""What the tests of the console share, and the tests of its pages; `console_tests.py` runs them."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.request

from axe_playwright_python.sync_playwright import Axe

import page_checks

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = "/analytics/product_metrics/app/base/1.3.0"
SESSION = "a1b2c3d4e5f6a7b8c9d0"
# Letters that would turn the text around them are shown as their code.
OVERRIDE, SCRIPT = "abc\u202edef", "<script>alert(1)</script><img src=x onerror=alert(2)>"


class Intake:
    """A running `eventctl serve` on a store of its own, which can be stopped and started again."""

    def __init__(self, eventctl, folder, *options):
        self.streams = folder / "Streams"
        shutil.copytree(ROOT / "Streams", self.streams)
        # Declares an attribute that a stream lists.
        shutil.copy(ROOT / "Project.yaml", folder)
        self.command = [eventctl, "serve", "--streams", str(self.streams), "--schemas", str(ROOT / "Schemas"),
                        "--store", str(folder / "store.sqlite"), *options]
        self.log = open(folder / "serve.log", "w")
        self.process, self.port = None, 0

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port)], stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("ready "):
            sys.exit(f"{' '.join(self.command)} did not start: {pathlib.Path(self.log.name).read_text()}")
        self.url = line.split()[1]
        self.port = int(self.url.rsplit(":", 1)[1])
        return self

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)
        self.process.stdout.close()

    def request(self, path, body=None, method=None, **headers):
        request = urllib.request.Request(
            self.url + path, None if body is None else json.dumps(body).encode(), method=method,
            headers={"Content-Type": "application/json", **headers})
        try:
            with urllib.request.urlopen(request) as response:
                return response.status
        except urllib.error.HTTPError as error:
            return error.code

    def send(self, *events):
        return self.request("/v1/events", list(events))

    def clear(self):
        assert self.request("/events", method="DELETE") == 204 == self.request("/v1/faults", method="DELETE")


class Console:
    """Pages of the console in a browser, which note what they do."""

    def __init__(self, browser, intake):
        self.browser, self.intake, self.faults = browser, intake, []
        # What Chromium itself says while there is no intake.
        self.expected = []

    def open(self, fragment="", context=None, **options):
        page = (context or self.browser.new_context(**options)).new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: self.note(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.note(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.note(f"dialog {dialog.message}"), dialog.dismiss()))
        own = (self.intake.url, f"blob:{self.intake.url}", "data:")
        page.on("request", lambda request: request.url.startswith(own) or self.note(f"request to {request.url}"))
        self.prepare(page)
        page.goto(self.intake.url + "/console" + fragment)
        return page

    def prepare(self, page):
        """Called before a page is opened."""
        if folder := os.environ.get("CONSOLE_PAGE"):
            serve_from(page, pathlib.Path(folder))

    def note(self, text):
        if not any(expected in text for expected in self.expected):
            self.faults.append(text)


def serve_from(page, folder):
    """Takes the files of the page from a folder, with the headers of the intake where it has such a file."""
    types = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}

    def fulfil(route):
        path = folder / (route.request.url.split("/console")[1].split("?")[0].lstrip("/") or "index.html")
        if not path.is_file():
            return route.continue_()
        headers = {**route.fetch().headers, "content-type": types[path.suffix]}
        for name in ["content-length", "content-encoding"]:
            headers.pop(name, None)
        route.fulfill(status=200, headers=headers, body=path.read_text())

    page.route(lambda url: "/console" in url, fulfil)


def event(action="click", schema=SCHEMA, stream="app.interactions", **fields):
    return {"$schema": schema, "meta": {"stream": stream}, "action": action, "agent": {}, **fields}


def rows(page):
    return page.locator("#list .rows [data-position]")


def wait_for_height(page, count):
    """Until the list has a number of rows, of which only those in sight are in the document."""
    page.wait_for_function("n => document.querySelector('#list .rows').clientHeight === n * 34", arg=count)


def wait_for_live(page):
    page.wait_for_selector("#state.live")


def wait_for_rows(page, count):
    page.wait_for_function("n => document.querySelectorAll('#list .rows [data-position]').length === n", arg=count)


def wait_for_text(page, selector, text):
    page.wait_for_function(
        "([s, t]) => document.querySelector(s)?.textContent.includes(t)", arg=[selector, text])


# MARK: - Live feed


def test_an_event_appears_by_itself(console):
    page = console.open()
    wait_for_live(page)
    assert page.locator("#empty").inner_text().startswith("The intake holds no event")
    assert console.intake.send(event("tap")) == 201
    wait_for_rows(page, 1)
    assert "tap" in rows(page).first.inner_text() and "accepted" in rows(page).first.inner_text()
    console.intake.send(event("swipe"))
    wait_for_rows(page, 2)
    assert "swipe" in page.locator("#list [aria-rowindex='2']").last.inner_text()
    wait_for_text(page, "#minutes-text", "2 accepted, 0 rejected")


def test_a_filter_is_applied_to_stored_and_live_events(console):
    console.intake.send(event("tap"), event("swipe"))
    page = console.open()
    wait_for_rows(page, 2)
    page.fill("#filter", "action:tap")
    page.keyboard.press("Enter")
    wait_for_rows(page, 1)
    wait_for_live(page)
    assert "q=action%3Atap" in page.url
    console.intake.send(event("swipe"), event("tap"))
    wait_for_rows(page, 2)
    page.go_back()
    wait_for_rows(page, 4)


def test_a_filter_with_a_mistake_is_explained(console):
    page = console.open("#q=valid:perhaps")
    wait_for_text(page, "#filter-problem", "valid must be true or false")
    assert page.locator("#state").inner_text() == "Refused"
    page.fill("#filter", '"click')
    page.keyboard.press("Enter")
    wait_for_text(page, "#filter-problem", "click")
    assert "error.validation" not in page.locator("#filter-problem").inner_text()
    page.fill("#filter", "action:>=x")
    page.keyboard.press("Enter")
    wait_for_text(page, "#filter-problem", "action can be compared with a number only, not with “x”")
    console.faults = [fault for fault in console.faults if "400" not in fault]
    page.fill("#filter", "")
    page.keyboard.press("Enter")
    wait_for_live(page)


def test_a_field_that_no_event_has_is_named(console):
    console.intake.send(event("tap"))
    page = console.open("#q=acton:tap")
    wait_for_text(page, "#empty", "No event here has a field acton.")
    page.fill("#filter", "action:swipe")
    page.keyboard.press("Enter")
    wait_for_live(page)
    wait_for_text(page, "#empty", "No event satisfies the filter.")
    assert "has a field" not in page.locator("#empty").inner_text()


def test_fields_and_values_are_completed(console):
    console.intake.send(event("tap", action_source="toolbar"), event("swipe"))
    page = console.open()
    wait_for_rows(page, 2)
    page.locator("#filter").press_sequentially("source")
    page.wait_for_selector("#completions li")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.input_value("#filter") == "action_source:"
    page.wait_for_selector("#completions li")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert page.input_value("#filter") == "action_source:toolbar "
    page.keyboard.press("Enter")
    wait_for_rows(page, 1)


def test_terms_are_read_as_they_are_written(console):
    odd = {"action": 'a "b" \\c', "action_source": "-x:y", "element_id": ">=3", "action_context": "*?[a]"}
    console.intake.send(event(**odd), event("other"))
    page = console.open()
    for field, value in odd.items():
        if "*" in value:
            continue  # stands for any characters
        term = page.evaluate("([f, v]) => import('/console/fields.js').then(m => m.term(f, v))", [field, value])
        page.fill("#filter", term)
        page.keyboard.press("Enter")
        wait_for_rows(page, 1)


def test_an_event_opens_while_the_list_runs(console):
    console.intake.send(event("tap"))
    page = console.open()
    wait_for_rows(page, 1)
    rows(page).first.click()
    wait_for_text(page, "#details", "analytics/product_metrics")
    console.intake.send(event("swipe"))
    wait_for_rows(page, 2)
    assert page.locator("#details").is_visible() and '"tap"' in page.locator("#details pre").inner_text()
    for field in ["action", "meta.stream"]:  # the first is one already
        choose_of_field(page, field, "Show as a column")
    wait_for_text(page, "#list .head", "meta.stream")
    url = page.url
    again = console.open("#" + url.split("#")[1])
    wait_for_text(again, "#details pre", "tap")
    wait_for_text(again, "#list .head", "meta.stream")
    choose_of_field(page, "action", "Only events with this value")
    wait_for_rows(page, 1)


def choose(page, button, item):
    """Opens the menu of a button, and takes an item."""
    page.get_by_role("button", name=button, exact=True).click()
    page.get_by_role("menu").get_by_role("menuitem", name=item, exact=True).or_(
        page.get_by_role("menuitemcheckbox", name=item, exact=True)).click()


def choose_of_field(page, field, item):
    page.get_by_role("button", name=field, exact=True).click()
    page.get_by_role("menuitem", name=item, exact=True).click()


def copied(page, name):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=name, exact=True).click()
    page.locator(".copying", has_text=name).get_by_text("Copied").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def heads(page):
    return [text.strip() for text in page.locator("#list .head [data-key]").all_inner_texts()]


def test_columns_are_managed_in_their_heads(console):
    console.intake.send(event("tap"))
    page = console.open("#columns=stream,action,reason")
    wait_for_rows(page, 1)
    widths = "[...document.querySelectorAll('#list .head [role=columnheader]')].map(cell => cell.offsetWidth)"
    stream, action, reason = page.evaluate(widths)[2:5]
    assert stream == action < reason
    before = page.evaluate(widths)[3]
    for _ in range(3):
        choose(page, "Column action", "Wider")
    assert page.evaluate(widths)[3] == before + 180
    assert page.evaluate("document.activeElement.dataset.key") == "action"
    assert rows(page).first.locator("> span").nth(3).evaluate("cell => cell.offsetWidth") == before + 180
    choose(page, "Column action", "Move left")
    assert heads(page)[2:5] == ["action", "stream", "reason"]
    page.keyboard.press("Shift+ArrowRight")
    assert heads(page)[2:5] == ["stream", "action", "reason"]
    assert page.evaluate("document.activeElement.dataset.key") == "action"
    # By its edge to another width, and by itself to another place.
    edge = page.locator("#list .head .edge").nth(1).bounding_box()
    drag(page, edge["x"] + 4, edge["y"] + 10, -150)
    assert page.evaluate(widths)[3] == before + 30
    head = page.get_by_role("button", name="Column stream", exact=True).bounding_box()
    drag(page, head["x"] + 20, head["y"] + 10, page.evaluate(widths)[2])
    assert heads(page)[2:5] == ["action", "stream", "reason"]
    assert not page.get_by_role("menu").count()
    choose(page, "Column stream", "Remove")
    assert heads(page)[2:4] == ["action", "reason"]
    assert page.evaluate("document.activeElement.dataset.key") == "reason"
    page.get_by_role("button", name="Add a column").click()
    page.keyboard.type("meta.stream")
    page.keyboard.press("Enter")
    wait_for_text(page, "#list .rows", "app.interactions")
    again = console.open("#" + page.url.split("#")[1])
    wait_for_text(again, "#list .rows", "app.interactions")
    assert heads(again) == heads(page) and again.evaluate(widths) == page.evaluate(widths)


def drag(page, x, y, by):
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by / 2, y)
    page.mouse.move(x + by, y)
    page.mouse.up()


def test_an_invalid_event_shows_its_reason(console):
    assert console.intake.send(event(action=7)) == 400
    console.intake.send(event(stream="nowhere"))
    page = console.open("#q=valid:false")
    wait_for_rows(page, 2)
    assert page.locator("#rejected").get_attribute("aria-pressed") == "true"
    page.locator("#list .row.invalid").click()
    wait_for_text(page, ".reasons", "should be string")
    assert ".action" in page.locator(".reasons code").inner_text()
    assert page.locator(".finding").inner_text() == "should be string"
    assert "Give action a value of type string." in page.locator(".reasons").inner_text()
    page.get_by_role("button", name="Show the rule #/properties/action/type").click()
    wait_for_text(page, ".rule mark", '"type": "string"')
    assert page.title() == "(2 rejected) Events"
    assert "fill='red'" in page.locator("link[rel=icon]").get_attribute("href")
    page.locator("#list .row.error").click()
    wait_for_text(page, ".reasons", "The stream nowhere is not configured")
    assert "declare nowhere in a file" in page.locator(".reasons").inner_text()


def test_an_invalid_event_and_its_error_event_are_one_row(console):
    console.intake.send(event(action=7))
    page = console.open()
    wait_for_text(page, "#list .rows", "invalid")
    wait_for_rows(page, 1)
    wait_for_text(page, "#minutes-text", "0 accepted, 1 rejected")
    rows(page).click()
    page.get_by_role("button", name="Open its error event").click()
    wait_for_text(page, "#details", "errored_stream_name")
    page.fill("#filter", "stream:*.error.validation")
    page.keyboard.press("Enter")
    wait_for_text(page, "#list .rows", "eventgate-analytics-external.error.validation")
    console.intake.send({"$schema": SCHEMA, "action": "without a stream", "agent": {}})
    page.fill("#filter", "")
    page.keyboard.press("Enter")
    wait_for_text(page, "#list .rows", "without a stream")
    wait_for_rows(page, 2)


def test_rejected_events_are_grouped_by_finding(console):
    console.intake.send(event(action=7), event(action=8), event("tap"))
    console.intake.send(event(stream="nowhere"))
    page = console.open()
    wait_for_text(page, "#findings summary", "2 findings")
    page.locator("#findings summary").focus()
    page.keyboard.press("Enter")
    group = page.locator("#findings tbody tr", has_text=".action should be string")
    assert "#/properties/action/type" in group.inner_text() and group.locator("td").first.inner_text() == "2"
    console.intake.send(event(action=9))
    wait_for_text(page, "#findings tbody tr:first-child td", "3")
    page.get_by_role("button", name="Open the newest event: .action should be string").click()
    wait_for_text(page, "#details pre", '"action": 9')
    assert page.title() == "(4 rejected) Events"
    page.fill("#filter", "stream:nowhere")
    page.keyboard.press("Enter")
    wait_for_text(page, "#findings summary", "1 finding")


def test_a_minute_is_chosen_with_its_bar_and_in_the_list(console):
    console.intake.send(event("tap"), event(action=7))
    page = console.open()
    wait_for_rows(page, 2)
    wait_for_text(page, "#minutes-text", "1 accepted, 1 rejected")
    bar = page.locator("#minutes rect.rejected").first.bounding_box()
    page.mouse.click(bar["x"] + bar["width"] / 2, bar["y"] + 2)
    page.wait_for_selector("#minutes rect.chosen")
    wait_for_rows(page, 2)
    minute = page.input_value("#minute")
    assert f"minute={minute.replace(':', '%3A')}" in page.url
    page.select_option("#minute", "")
    page.wait_for_selector("#minutes rect:not(.chosen)")
    assert "minute=" not in page.url
    past = console.open("#minute=2026-01-31T12:00Z")
    wait_for_text(past, "#state", "Events of 2026-01-31 12:00 UTC")
    wait_for_rows(past, 0)


def test_what_has_arrived_is_hidden_and_shown_again(console):
    console.intake.send(event("before"), event(action=7))
    page = console.open()
    wait_for_rows(page, 2)
    page.keyboard.press("c")
    wait_for_rows(page, 0)
    wait_for_live(page)
    wait_for_text(page, "#minutes-text", "0 accepted, 0 rejected")
    wait_for_text(page, "#findings summary", "none")
    assert page.title() == "Events" and "since=" in page.url
    console.intake.send(event("after"))
    wait_for_rows(page, 1)
    wait_for_text(page, "#list .rows", "after")
    page.reload()
    wait_for_rows(page, 1)
    with page.expect_download() as download:
        choose(page, "More", "Download as NDJSON")
    assert pathlib.Path(download.value.path()).read_text().count("\n") == 1
    choose(page, "More", "From now on")
    wait_for_rows(page, 3)
    page.go_back()
    wait_for_rows(page, 1)


def test_one_field_goes_to_a_time_an_id_and_a_position(console):
    console.intake.send({**event("tap"), "meta": {"stream": "app.interactions", "id": "the-id"}}, event("swipe"))
    page = console.open("#q=action:swipe")
    wait_for_rows(page, 1)
    position = int(rows(page).first.get_attribute("data-position"))
    page.keyboard.press("g")
    page.keyboard.type("the-id")
    page.keyboard.press("Enter")
    wait_for_text(page, "#details pre", '"tap"')
    assert page.input_value("#filter") == "action:swipe"
    choose(page, "More", "Go to a time or an id …")
    page.fill("#go-to", str(position))
    page.keyboard.press("Enter")
    wait_for_text(page, "#details pre", '"swipe"')
    choose(page, "More", "Go to a time or an id …")
    page.fill("#go-to", "no-id")
    page.keyboard.press("Enter")
    wait_for_text(page, "#go-problem", "No event has the id or the position no-id.")
    page.fill("#go-to", "2999-01-31 12:00")
    page.keyboard.press("Enter")
    wait_for_rows(page, 0)
    assert "since=2999-01-31T12%3A00%3A00.000Z" in page.url and page.locator("#going").is_hidden()


def test_two_events_are_compared(console):
    console.intake.send(event("tap", action_source="toolbar"), event("swipe", funnel_name="checkout"))
    page = console.open()
    wait_for_rows(page, 2)
    page.locator("#list .row", has_text="tap").click()
    page.get_by_role("button", name="Compare with the next that I open").click()
    page.wait_for_function("() => location.hash.includes('compared=')")
    page.locator("#list .row", has_text="swipe").click()
    wait_for_text(page, ".comparison", "different fields")
    found = page.locator(".comparison tbody tr").all_inner_texts()
    assert 'action\t"swipe"\t"tap"' in found and 'action_source\t—\t"toolbar"' in found, found
    assert not any("meta.stream" in row for row in found)
    page.get_by_role("button", name="Stop comparing with event").click()
    page.wait_for_selector(".comparison", state="detached")


def test_an_event_is_compared_with_the_expectation_of_a_test(console):
    console.intake.send(event("tap", element_id="save", action_context='{"n": 1}'), event("swipe"))
    page = console.open()
    wait_for_rows(page, 2)
    page.locator("#list .row", has_text="tap").click()
    expectation = copied(page, "Copy as expectation")
    for action, wanted in [("tap", "0 different fields, 4 equal."), ("swipe", "3 different fields, 1 equal.")]:
        page.locator("#list .row", has_text=action).click()
        page.get_by_text("Compare with a pasted").click()
        if action == "tap":
            page.get_by_label("The event as JSON, or the expectation").fill(expectation)
        page.get_by_role("button", name="Compare", exact=True).click()
        page.get_by_text(wanted).wait_for()
    assert 'element_id\t—\t"save"' in page.locator("#details .pasted tbody tr").all_inner_texts()
    page.get_by_label("The event as JSON, or the expectation").fill("none")
    page.get_by_role("button", name="Compare", exact=True).click()
    page.get_by_text("Paste an event as JSON").wait_for()


def test_an_event_has_its_journey_and_its_stream(console):
    console.intake.send(event("tap", dt="2026-01-31T12:00:00Z"))
    page = console.open("#q=action:tap")
    wait_for_rows(page, 1)
    rows(page).click()
    wait_for_text(page, "#details ol", "2026-01-31T12:00:00Z: happened")
    wait_for_text(page, "#details ol", f"Checked against {SCHEMA}: satisfied.")
    page.get_by_text("Stream app.interactions: sampling").click()
    wait_for_text(page, ".configuration", "Every session is in sample.")
    wait_for_text(page, ".configuration", 'performer_groups contains one of "user", "editor"')
    wait_for_text(page, ".configuration", "agent_app_version_name")


def test_an_event_is_copied_as_swift_and_as_an_expectation(console):
    page = console.open()
    odd = event('a "b" \\(c)', action_context='{"n": 1.5, "o": [true, null], "e": {}}', element_id="\u202e", own=2)
    copy = """([name, text]) => Promise.all(["copies", "json"].map(name => import(`/console/${name}.js`)))
      .then(([copies, json]) => copies[name](json.parse(text)))"""
    call = page.evaluate(copy, ["submitCall", json.dumps(odd)])
    assert call == (
        'client.submitInteraction(\n    stream: "app.interactions",\n    action: "a \\"b\\" \\\\(c)",\n'
        '    interactionData: .init(elementID: "\\u{202e}", context: ["n": 1.5, "o": [true, .null], "e": [:]], '
        'fields: ["own": 2]))'), call
    expectation = page.evaluate(copy, ["expectation", json.dumps(event("tap", n=[1]))])
    assert expectation == (
        'await platform.expectEvent(\n    stream: "app.interactions",\n    ["action": "tap", "n": [1]])'), expectation
    console.intake.send(event("tap"))
    wait_for_rows(page, 1)
    rows(page).click()
    assert 'action: "tap")' in copied(page, "Copy as Swift")


def test_an_event_is_edited_and_sent_again(console):
    console.intake.send(event(action=7))
    page = console.open("#q=action:*")
    wait_for_rows(page, 1)
    rows(page).first.click()
    page.get_by_text("Send again, edited").click()
    page.wait_for_function("() => document.querySelector('.again textarea').value.includes('7')")
    page.get_by_role("button", name="Send", exact=True).click()
    wait_for_text(page, ".again [role=status]", "Status 400: '.action' should be string")
    console.faults = [fault for fault in console.faults if "400" not in fault]
    page.fill(".again textarea", page.input_value(".again textarea").replace('"action": 7', '"action": "again"'))
    page.get_by_role("button", name="Send", exact=True).click()
    wait_for_text(page, ".again [role=status]", "Accepted.")
    wait_for_text(page, "#list .rows", "again")


def test_what_the_filter_shows_is_downloaded(console):
    console.intake.send(*[event(f"a{number}") for number in range(300)])
    page = console.open("#q=action:a1*")
    wait_for_live(page)
    with page.expect_download() as download:
        choose(page, "More", "Download as NDJSON")
    lines = pathlib.Path(download.value.path()).read_text().splitlines()
    assert len(lines) == 111 and json.loads(lines[0])["action"] == "a1"


def test_scrolling_stops_the_list_and_a_button_continues(console):
    console.intake.send(*[event(f"a{number}") for number in range(100)])
    page = console.open()
    wait_for_text(page, "#list .rows", "a99")
    page.evaluate("document.querySelector('#list').scrollTop = 400")
    page.wait_for_selector("#resume:not([hidden])")
    top = page.evaluate("document.querySelector('#list').scrollTop")
    console.intake.send(event("b1"), event("b2"))
    wait_for_text(page, "#resume", "Show 2 new events")
    assert page.evaluate("document.querySelector('#list').scrollTop") == top
    page.click("#resume")
    wait_for_text(page, "#list .rows", "b2")
    assert page.locator("#resume").is_hidden()
    assert page.evaluate("document.querySelector('#list').scrollTop") == 0


def test_the_list_is_bounded_and_older_events_are_read(console):
    for batch in range(6):
        console.intake.send(*[event(f"n{batch}") for _ in range(150)])
    page = console.open()
    wait_for_height(page, 200)
    assert rows(page).count() <= 60
    page.evaluate("document.querySelector('#list').scrollTop = 1e9")
    wait_for_height(page, 400)


def test_ten_thousand_events_keep_the_page_small(console):
    page = console.open()
    wait_for_live(page)
    for _ in range(50):
        assert console.intake.send(*[event("many") for _ in range(200)]) == 201
    wait_for_text(page, "#minutes-text", "10000 accepted")
    wait_for_text(page, "#list .rows", "many")
    wait_for_height(page, 2000)
    assert rows(page).count() <= 60


def test_a_restart_of_the_intake_leaves_no_gap(console):
    console.expected = ["ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET"]
    console.intake.send(event("before"))
    page = console.open()
    wait_for_rows(page, 1)
    console.intake.stop()
    page.wait_for_selector("#state.lost")
    console.intake.start()
    console.intake.send(event("meanwhile"))
    wait_for_text(page, "#list .rows", "meanwhile")
    wait_for_live(page)
    wait_for_rows(page, 2)


def test_a_stream_that_is_added_takes_its_events(console):
    page = console.open("#q=stream:app.added")
    wait_for_live(page)
    assert console.intake.send(event("early", stream="app.added")) == 500
    wait_for_text(page, "#list .row.error", "early")
    (console.intake.streams / "added.yaml").write_text(
        "app.added:\n  schema_title: analytics/product_metrics/app/base\n")
    for _ in range(600):
        if console.intake.send(event("late", stream="app.added")) == 201:
            break
    wait_for_text(page, "#list .row.accepted", "late")


def leaves_and_comes(page, name, is_hidden):
    """What a browser does when a page is hidden or shown, left or brought back; here each tab would be shown."""
    page.evaluate("""([name, isHidden]) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true })
      const target = name === "visibilitychange" ? document : window
      target.dispatchEvent(new Event(name))
    }""", [name, is_hidden])


def test_hidden_tabs_hold_no_connection(console):
    console.expected = ["ERR_ABORTED"]
    first = last = console.open()
    for _ in range(7):
        wait_for_live(last)
        leaves_and_comes(last, "visibilitychange", True)
        last = console.open(context=first.context)
    wait_for_live(last)
    first.wait_for_selector("#state.hidden")
    console.intake.send(event(action=7))
    wait_for_rows(last, 1)
    first.wait_for_function("() => document.title === '(1 rejected) Events'")
    assert first.locator("#state").inner_text() == "Read every few seconds while hidden"
    console.intake.send(event("meanwhile"))
    leaves_and_comes(first, "visibilitychange", False)
    wait_for_live(first)
    wait_for_rows(first, 2)


def test_a_page_that_is_left_holds_no_connection(console):
    console.expected = ["ERR_ABORTED"]
    page = console.open()
    wait_for_live(page)
    leaves_and_comes(page, "pagehide", False)
    for count in range(1, 9):
        with page.expect_request(lambda request: "wait=" in request.url):
            leaves_and_comes(page, "pageshow", False)
        wait_for_live(page)
        # The request that waits ends with the event; only the next one is known to wait when the page is left.
        with page.expect_request(lambda request: "wait=" in request.url):
            console.intake.send(event("while shown"))
        wait_for_rows(page, count)
        with page.expect_event("requestfailed", lambda request: "wait=" in request.url):
            leaves_and_comes(page, "pagehide", False)
        page.wait_for_selector("#state.hidden")


# MARK: - Faults


def send_until_accepted(console, path):
    """The client with its retries: what `eventctl send` does with one event."""
    return subprocess.Popen(
        [console.intake.command[0], "send", str(path), "--stream-configs", console.intake.url], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)


def test_a_fault_is_switched_on_and_off(console):
    page = console.open()
    wait_for_live(page)
    page.click("#faults summary")
    switch = page.get_by_role("switch", name="503 for events")
    switch.click()
    wait_for_text(page, "#faults summary", "1 active")
    assert switch.get_attribute("aria-checked") == "true"
    assert console.intake.send(event("tap")) == 503
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "event.json"
        path.write_text(json.dumps(event("retried", performer={"groups": ["user"]})))
        client = send_until_accepted(console, path)
        # The page's own request, and at least one of the client.
        page.wait_for_function(
            "() => /applied to ([2-9]|[1-9][0-9]+) req/.test(document.querySelector('#faults li')?.textContent)")
        wait_for_text(page, "#faults li", "the intake responds with status 503 and stores none of the events.")
        page.get_by_role("button", name="Switch off fault").click()
        wait_for_text(page, "#faults summary", "Faults: none")
        assert switch.get_attribute("aria-checked") == "false"
        wait_for_text(page, "#list .rows", "retried")
        output = client.communicate(timeout=60)[0]
        assert client.returncode == 0, output
    page.fill("#fault", "nonsense")
    page.get_by_role("button", name="Add fault").click()
    wait_for_text(page, "#faults [role=alert]", "nonsense")
    console.faults = [fault for fault in console.faults if "400" not in fault]


# MARK: - Streams, and events that do not arrive


def test_streams_show_what_arrives_beside_what_is_configured(console):
    console.intake.send(event("tap"), event(action=7))
    console.intake.send(event(stream="nowhere"))
    page = console.open()
    page.get_by_role("button", name="Streams").click()
    row = page.locator(".stream-row", has=page.get_by_role("heading", name="app.interactions"))
    row.locator("rect.rejected").wait_for()
    assert "1 accepted, 1 rejected: 50 % rejected" in row.inner_text()
    assert "1 accepted, 1 rejected; at most 2 a minute" in row.locator("svg").get_attribute("aria-label")
    assert "10 % of all sessions are in sample" in page.locator(".stream-row", has_text="app.scroll_depth").inner_text()
    page.locator(".stream-row.noted", has_text="nowhere").wait_for()
    row.get_by_text("Configuration and fields").click()
    wait_for_text(page, ".stream-row details[open]", "performer_groups contains one of")
    page.get_by_role("button", name="Show events of app.interactions").click()
    wait_for_rows(page, 2)
    assert page.input_value("#filter") == "stream:app.interactions"
    page.go_back()
    page.wait_for_selector("#page-streams:not([hidden])")


def row_of(page, stream):
    return page.locator(f".stream-row[data-stream='{stream}']")


def test_streams_follow_what_arrives_and_keep_what_is_open(console):
    console.intake.send(event("tap"))
    page = console.open("#page=streams")
    row = row_of(page, "app.interactions")
    row.locator("p", has_text="1 accepted, 0 rejected").wait_for()
    row.get_by_text("Configuration and fields").click()
    row.get_by_role("button", name="Show events of").focus()
    console.intake.send(event("tap"), event(action=7))
    row.get_by_text("2 accepted, 1 rejected: 33 % rejected; 2 accepted in the last minute").wait_for()
    row.locator("rect.rejected").wait_for(state="attached")
    assert "2 accepted, 1 rejected" in row.locator("svg").get_attribute("aria-label")
    assert row.locator("details", has_text="Configuration and fields").get_attribute("open") is not None
    assert page.evaluate("document.activeElement.textContent") == "Show events"
    console.intake.send(event(stream="app.unplanned"))
    row_of(page, "app.unplanned").locator(".note").wait_for()
    row_of(page, "app.unplanned").get_by_role("button", name="Event missing? app.unplanned").click()
    page.wait_for_function("() => document.querySelector('#missing-stream').value === 'app.unplanned'")


def test_the_example_of_a_stream_is_sent(console):
    page = console.open("#page=streams")
    row = row_of(page, "app.search")
    row.get_by_text("Configuration and fields").click()
    row.get_by_text("Send an example, edited").click()
    page.wait_for_function(
        "() => document.querySelector(\"[data-stream='app.search'] textarea\").value.includes('query_length')")
    row.get_by_role("button", name="Send", exact=True).click()
    row.get_by_text("Accepted.").wait_for()
    row.locator("p", has_text="1 accepted").wait_for()


def test_only_streams_in_sight_are_plotted(console):
    names = [f"many.stream{number:02}" for number in range(60)]
    title = "  schema_title: analytics/product_metrics/app/base\n"
    file = console.intake.streams / "many.yaml"
    file.write_text("".join(f"{name}:\n{title}" for name in names))
    for _ in range(600):
        if console.intake.send(event(stream=names[-1])) == 201:
            break
    console.intake.send(*[event(stream=name) for name in names[:-1]])
    page = console.open("#page=streams")
    plots = []
    page.on("request", lambda request: "/counts/minutes" in request.url and plots.append(request.url))
    row_of(page, names[-1]).wait_for()
    assert not any(names[-1] in url for url in plots), plots
    row_of(page, names[-1]).scroll_into_view_if_needed()
    row_of(page, names[-1]).locator("rect.accepted").wait_for(state="attached")
    assert len(plots) < 40, len(plots)
    file.unlink()


def test_findings_appear_at_their_stream_as_files_are_edited(console):
    search, defaults = (console.intake.streams / name for name in ["search.yaml", "defaults.yaml"])
    kept = {file: file.read_text() for file in [search, defaults]}
    console.intake.send(event("tap"))
    page = console.open()
    wait_for_rows(page, 1)
    assert page.locator("#check-count").inner_text() == ""
    search.write_text(kept[search].replace("  sample:", "  smaple:", 1))
    wait_for_text(page, "#check-count", "1 error")
    wait_for_text(page, "#news", "The check finds: 1 error")
    page.get_by_role("button", name="Streams 1 error").click()
    row = row_of(page, "app.search")
    row.locator(".check .error").first.wait_for()
    wait_for_text(page, ".stream-row[data-stream='app.search'].noted .check", "Streams/search.yaml:6:3")
    assert "Did you mean “sample”?" in row.locator(".check").inner_text()
    check_accessible(page, "findings")
    search.write_text(kept[search])
    defaults.write_text(kept[defaults] + "canary_evnets_enabled: true\n")
    page.locator("#page-streams > section .check .error", has_text="Streams/defaults.yaml:").wait_for()
    row.locator(".check .error").wait_for(state="detached")
    defaults.write_text(kept[defaults])
    page.wait_for_function("() => document.querySelector('#check-count').textContent === ''")
    notes = page.locator("#page-streams > section details").first
    notes.locator("summary").click()
    console.intake.send(event("tap"))
    row_of(page, "app.interactions").locator("p", has_text="2 accepted").wait_for()
    assert notes.get_attribute("open") is not None


def test_a_forecast_is_beside_what_arrives(console):
    found = {"stream": "app.interactions", "planned": True, "accepted": 3, "invalid": 0, "error": 0, "neverFilled": [],
             "enums": [], "findings": [{"rule": "volume", "text": "3 of 10 to 40"}], "perDay": None,
             "forecast": {"low": 10.4, "high": 40}}
    page = console.open()
    page.route(console.intake.url + "/report?", lambda route: route.fulfill(json={"streams": [found]}))
    page.get_by_role("button", name="Streams").click()
    row = row_of(page, "app.interactions")
    row.locator("p", has_text="Forecast: 10 to 40 events a day; less than a day has been seen").wait_for()
    found["perDay"] = 3.14
    row.locator("p", has_text="Forecast: 10 to 40 events a day; 3.1 a day arrive.").wait_for()
    row.get_by_text("3 of 10 to 40").wait_for()


def test_schemas_are_linked_where_they_are_served(console):
    console.intake.send(event("tap"))
    page = console.open("#open=1&page=streams")
    row = row_of(page, "app.interactions")
    row.get_by_text("Configuration and fields").click()
    link = row.get_by_role("link", name="analytics/product_metrics/app/base")
    assert link.get_attribute("href") == "/schemas-site/schemas/analytics/product_metrics/app/base/index.html"
    page.get_by_role("button", name="List", exact=True).click()
    rows(page).first.click()
    link = page.locator("#details").get_by_role("link", name=SCHEMA)
    assert link.get_attribute("href") == "/schemas-site/schemas/analytics/product_metrics/app/base/1.3.0.html"
    link.click()
    page.get_by_role("heading", level=1).wait_for()
    page.go_back()
    page.locator("#details:not([hidden])").wait_for()


def has_no_link_of_a_schema(page):
    page.evaluate("() => import('/console/api.js').then(api => api.has('/'))")
    rows(page).first.click()
    wait_for_text(page, "#details dl", SCHEMA)
    page.evaluate("() => import('/console/api.js').then(api => api.has('/'))")
    return page.locator("#details a").count() == 0


def test_schemas_are_no_links_where_they_are_not_served(console):
    console.intake.send(event("tap"))
    page = console.open()
    page.route(console.intake.url + "/?", lambda route: route.fulfill(json={"addresses": ["/clients"]}))
    page.reload()
    wait_for_rows(page, 1)
    assert has_no_link_of_a_schema(page)


def find_reason(page, stream):
    page.fill("#missing-stream", stream)
    page.keyboard.press("Enter")
    wait_for_text(page, "#page-missing [role=status]", "possible reason")
    return page.locator(".answers h3").all_inner_texts()


NEVER_SENT = "Never submitted, or still at the client"
WAYS = ["mouse", "keyboard"]


def test_an_intake_that_explains_nothing_has_possible_reasons(console):
    last = NEVER_SENT
    console.intake.request("/v1/events", event("tap", schema="/nowhere/1.0.0", stream="server.requests"))
    page = console.open("#page=missing")
    page.route(console.intake.url + "/?", lambda route: route.fulfill(json={"addresses": ["/clients"]}))
    page.reload()
    page.focus("#missing-stream")
    assert page.locator("#missing-session").is_hidden()
    assert find_reason(page, "app.scroll_depth") == ["Sampled out", last]
    assert "eventctl explain app.scroll_depth --stream-configs" in page.locator(".answers code").first.inner_text()
    assert 'client.ledger["app.scroll_depth"]' in page.locator(".answers code").last.inner_text()
    assert find_reason(page, "app.article_reading") == ["Curated", last]
    assert find_reason(page, "app.error_reports") == [last]
    assert find_reason(page, "scroll_depth") == ["Unknown stream"]
    assert "Similar names: app.scroll_depth" in page.locator(".answers").inner_text()
    console.intake.request("/v1/faults", "status=503,stream=app.error_reports")
    assert find_reason(page, "app.error_reports") == ["Refused by a fault", last]
    assert find_reason(page, "server.requests") == ["Rejected", last]
    page.get_by_role("button", name="Show them: Rejected").focus()
    page.keyboard.press("Enter")
    wait_for_text(page, "#list .rows", "There is no schema /nowhere/1.0.0")
    assert page.evaluate("document.activeElement.id") == "list"


def test_a_question_to_an_intake_that_is_gone_says_so(console):
    console.expected = ["Failed to load resource"]
    page = console.open("#page=missing")
    page.route(console.intake.url + "/**", lambda route: route.abort())
    page.fill("#missing-stream", "app.error_reports")
    page.keyboard.press("Enter")
    wait_for_text(page, "#page-missing [role=status]", "The intake does not respond. Is it still running?")


def test_what_is_known_is_asked_for_unless_nothing_explains(console):
    page = console.open("#page=missing")
    held = []
    page.route(console.intake.url + "/?", lambda route: held.append(route))
    page.reload()
    status, form = page.locator("#page-missing [role=status]"), page.locator("#page-missing fieldset")
    status.get_by_text("Reading what the intake can do").wait_for()
    assert form.is_visible()
    for route in held:
        route.fulfill(json={"addresses": ["/clients"]})
    form.wait_for(state="hidden")
    assert status.inner_text() == ""


def reach(page, way, role, name):
    """Clicks an element, or presses Tab until it has the focus."""
    target = page.get_by_role(role, name=name, exact=True)
    if way == "mouse":
        target.click()
        return
    target.wait_for()
    for _ in range(40):
        if target.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"Tab does not lead to {name}")
    if role == "button":
        page.keyboard.press("Enter")


def look_for(console, way, stream=None, client=None, **given):
    """Asks where an event is, as one who has the console open. Returns the page and the titles of its answers."""
    page = console.open()
    wait_for_live(page)
    reach(page, way, "button", "Event missing?")
    page.wait_for_function("() => document.activeElement.id === 'missing-stream'")
    texts = {"Stream": stream, "Session id": given.get("session"),
             "Its attributes, or all of the event, as JSON": given.get("json")}
    if client:
        # Choices that come while the list is open would close it.
        page.wait_for_function("() => document.querySelector('#missing-client').options.length > 1")
        reach(page, way, "combobox", "A client that was seen")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        wait_for_text(page, "#page-missing [role=status]", "The form has the client's newest event.")
        assert client in page.input_value("#missing-json")
    for name, text in texts.items():
        if text:
            reach(page, way, "combobox" if name == "Stream" else "textbox", name)
            page.keyboard.insert_text(text)
    reach(page, way, "button", "Find the reason")
    page.wait_for_selector(".answers li")
    return page, page.locator(".answers h3").all_inner_texts()


def test_an_event_that_is_sampled_out_is_found(console):
    for way in WAYS:
        page, titles = look_for(console, way, "app.scroll_depth", session=SESSION)
        assert titles == ["Sampled out"], titles
        wait_for_text(page, "#page-missing [role=status]", "The reason is found: Sampled out.")
        wait_for_text(page, ".stages .dropped", "sampling: dropped here")
        wait_for_text(page, ".stages .unreached", "schema: not reached, would pass")
        assert "0.1" in page.locator(".answers p").first.inner_text()
        assert "missing=app.scroll_depth" in page.url


def test_an_event_that_is_curated_is_found(console):
    attributes = json.dumps({"page": {"namespace_id": 4}, "performer": {"is_bot": False}})
    for way in WAYS:
        page, titles = look_for(console, way, "app.article_reading", session=SESSION, json=attributes)
        assert titles == ["Curated"], titles
        assert page.locator(".answers p").first.inner_text() == (
            "A rule fails: page_namespace_id is 0: the event has 4.")


def test_an_event_that_is_invalid_is_found(console):
    for way in WAYS:
        page, titles = look_for(console, way, json=json.dumps(event(7, stream="app.error_reports")))
        assert titles[0] == "Invalid", titles
        assert "Give action a value of type string." in page.locator(".answers .reasons").inner_text()
        reach(page, way, "button", "Show the rule #/properties/action/type")
        wait_for_text(page, ".answers .rule mark", '"type": "string"')
        assert page.input_value("#missing-stream") == "app.error_reports"


def test_an_event_of_an_unknown_stream_is_found(console):
    for way in WAYS:
        page, titles = look_for(console, way, "scroll_depth", session=SESSION)
        assert titles == ["Unknown stream"], titles
        assert "Similar names: app.scroll_depth" in page.locator(".answers").inner_text()


def test_an_event_that_a_fault_refuses_is_found(console):
    console.intake.request("/v1/faults", "status=503,stream=app.error_reports")
    assert console.intake.send(event(stream="app.error_reports")) == 503
    for way in WAYS:
        page, titles = look_for(console, way, "app.error_reports", session=SESSION)
        assert titles == ["Refused by a fault", NEVER_SENT, "A client would send it"], titles
        status = page.locator("#page-missing [role=status]").inner_text()
        assert status.startswith("A client would send it, as an answer below shows. 2 possible reasons"), status
        wait_for_text(page, ".answers", "applied to 1 request with 1 event")
        wait_for_text(page, ".answers", "“Switch off”, under Faults above the list, ends it.")


def test_an_event_that_was_never_submitted_is_found(console):
    console.intake.send(event("tap", performer={"session_id": SESSION}))
    for way in WAYS:
        page, titles = look_for(console, way, "app.error_reports", client=SESSION)
        assert titles == [NEVER_SENT, "A client would send it"], titles
        wait_for_text(page, ".answers", "UTC, and has 0 events of this stream here.")
        wait_for_text(page, ".answers code", 'client.ledger["app.error_reports"]')
        page, titles = look_for(console, way, "app.error_reports", session="of a client that was never heard")
        wait_for_text(page, ".answers", "No event with of a client that was never heard has arrived")


def test_what_is_no_event_is_said(console):
    page = console.open("#page=missing&missing=app.search")
    for text, wanted in [("{", "is not JSON"), ("[]", "must be an object"), ('{"page_id": 5}', "possible reason")]:
        page.fill("#missing-json", text)
        page.get_by_role("button", name="Find the reason").click()
        wait_for_text(page, "#page-missing [role=status]", wanted)
    page.fill("#missing-json", json.dumps(event(stream="app.interactions")))
    assert page.input_value("#missing-stream") == "app.interactions"


def wait_for_filters(console, count):
    """Until the intake has read its file of filters."""
    for _ in range(6000):
        with urllib.request.urlopen(console.intake.url + "/filters") as response:
            if len(json.load(response)["filters"]) == count:
                return
    raise AssertionError(f"the intake has not {count} filters")


def wait_for_named(page, name):
    """Until the menu of filters has one: the page reads them now and then."""
    menu = page.get_by_role("button", name="Filters by name")
    for _ in range(600):
        menu.click()
        if page.get_by_role("menuitem", name=name).count():
            return page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    raise AssertionError(f"there is no filter {name}")


def test_filters_by_name_are_chosen_and_kept(console):
    console.intake.send(event("tap"), event(action=7))
    file = console.intake.streams.parent / "Filters.yaml"
    page = console.open("#q=action:t*")
    wait_for_rows(page, 1)
    choose(page, "Filters by name", "Keep this filter …")
    page.fill("#filter-name", 'Taps "all"')
    file.write_text(page.locator("#keeping pre").inner_text())
    page.keyboard.press("Escape")
    wait_for_named(page, 'Taps "all"')
    page.fill("#filter", "")
    page.keyboard.press("Enter")
    wait_for_rows(page, 2)
    choose(page, "Filters by name", 'Taps "all"')
    wait_for_rows(page, 1)
    assert page.input_value("#filter") == "action:t*"
    file.unlink()


def test_a_filter_that_is_on_by_default_applies_until_it_is_removed(console):
    console.intake.send(event("tap"), event("swipe"))
    file = console.intake.streams.parent / "Filters.yaml"
    file.write_text("- {name: Without taps, query: '-action:tap', default: true}\n- {name: Taps, query: action:tap}\n")
    wait_for_filters(console, 2)
    page = console.open()
    wait_for_rows(page, 1)
    assert page.input_value("#filter") == "-action:tap" and "q=" not in page.url
    wait_for_named(page, "Without taps (on by default)")
    page.fill("#filter", "")
    page.keyboard.press("Enter")
    wait_for_rows(page, 2)
    page.reload()
    wait_for_rows(page, 2)
    page.go_back()
    wait_for_rows(page, 1)
    again = console.open("#q=action:*")
    wait_for_rows(again, 2)
    file.unlink()
    wait_for_filters(console, 0)


def test_mistakes_in_the_file_of_filters_have_their_line(console):
    file = console.intake.streams.parent / "Filters.yaml"
    file.write_text("- name: Taps\n  query: action:tap\n- name: nameless\n")
    page = console.open()
    wait_for_text(page, "#menus [role=alert]", "Filters.yaml:3:3: ")
    assert page.locator("#menus [role=alert]").inner_text() == "1 mistake in Filters.yaml"
    wait_for_named(page, "Taps")
    page.get_by_text("1 mistake in").click()
    page.get_by_text("Filters.yaml:3:3: ").wait_for()
    file.write_text("{ name: Taps")
    wait_for_text(page, "#menus [role=alert]", "Filters.yaml:1:")
    wait_for_text(page, "#menus [role=alert]", "The filters are those from before.")
    wait_for_named(page, "Taps")
    check_accessible(page, "mistakes of filters")
    file.unlink()
    page.wait_for_selector("#menus [role=alert] p", state="detached")


def test_streams_have_findings_and_clients_are_listed(console):
    console.intake.send(event("tap", performer={"session_id": SESSION}), event(stream="app.search"))
    page = console.open("#page=streams")
    page.locator(".stream-row.noted", has_text="app.scroll_depth").wait_for()
    row = page.locator(".stream-row", has=page.get_by_role("heading", name="app.interactions"))
    row.get_by_text("Configuration and fields").click()
    wait_for_text(page, ".stream-row details[open]", "Fields that no event has")
    assert row.get_by_text("no event has a value of it").first.is_hidden()
    row.get_by_text("Attributes without a value: 5").click()
    row.get_by_text("mediawiki_database, and no event has a value of it").wait_for()
    page.get_by_role("button", name=f"Only this client: {SESSION}").click()
    wait_for_rows(page, 1)


# MARK: - Every page


def test_odd_events_are_text(console):
    console.intake.send(event(SCRIPT), event(OVERRIDE), event(stream=SCRIPT))
    console.intake.request("/v1/events", event("long", action_context="x" * 60_000))
    console.intake.request("/v1/events", event("wide", **{f"f{number}": number for number in range(6000)}))
    page = console.open()
    wait_for_text(page, "#list .rows", "wide")
    for row in rows(page).all():
        row.click()
        page.wait_for_selector("#details:not([hidden])")
    wait_for_text(page, "#list .rows", "<script>")
    wait_for_text(page, "#list .rows", "abc\\u202edef")
    assert page.locator("#panes script, #panes img").count() == 0
    page.locator("#list .row", has_text="long").first.click()
    wait_for_text(page, "#details", "Show all")
    page.get_by_role("button", name="Show all").first.click()
    page.locator("#filter").press_sequentially("a")
    page.wait_for_selector("#completions li")


def test_by_keyboard_alone(console):
    console.intake.send(event("one"), event("two"), event(action=7))
    page = console.open()
    wait_for_text(page, "#list .rows", "one")
    page.keyboard.press("x")
    wait_for_rows(page, 1)
    page.keyboard.press("x")
    wait_for_text(page, "#list .rows", "one")
    page.keyboard.press("/")
    page.keyboard.type("action:*")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.wait_for_selector("#state.live")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector("#details:not([hidden])")
    page.keyboard.press("Escape")
    assert page.locator("#details").is_hidden()
    page.keyboard.press("?")
    page.wait_for_selector("#help-text[open]")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    page.wait_for_selector("#resume:not([hidden])")
    page.keyboard.press("m")
    page.wait_for_function("document.activeElement.id === 'missing-stream'")
    page.focus("#missing-json")
    page.keyboard.type("m?")
    assert page.input_value("#missing-json") == "m?" and page.locator("#help-text").is_hidden()
    page.go_back()
    page.keyboard.press("/")
    for _ in range(8):
        page.keyboard.press("Tab")
        style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style != "none", page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


def check_accessible(page, name):
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, f"{name}: too wide"
    weak = page.evaluate(page_checks.WEAK_CONTRAST)
    assert not weak, f"{name}: {weak[:5]}"
    found = Axe().run(page).response["violations"]
    serious = [f"{rule['id']}: {rule['nodes'][0]['html']}" for rule in found
               if rule["impact"] in ("serious", "critical")]
    assert not serious, f"{name}: {serious}"


def test_light_dark_and_phone_are_accessible(console):
    console.intake.send(event("tap"), event(action=7))
    for scheme, width in [("light", 1200), ("dark", 1200), ("light", 360), ("dark", 360)]:
        page = console.open(color_scheme=scheme, viewport={"width": width, "height": 740})
        wait_for_text(page, "#list .rows", "tap")
        page.locator("#list .row.invalid").click()
        wait_for_text(page, ".reasons", "should be string")
        page.click("#findings summary")
        page.get_by_text("Stream app.interactions: sampling").click()
        wait_for_text(page, ".configuration", "is in sample")
        check_accessible(page, f"{scheme} {width}")
        for name, wanted in [("streams", ".stream-row rect"), ("missing", ".answers li")]:
            page.locator(f"[data-page={name}]").click()
            if name == "missing":
                find_reason(page, "app.scroll_depth")
            page.wait_for_selector(wanted, state="attached")
            check_accessible(page, f"{name}: {scheme} {width}")
        page.context.close()


def test_a_field_is_above_its_value_on_a_phone(console):
    console.intake.send(event("tap"))
    for width, is_above in [(360, True), (1600, False)]:
        page = console.open(viewport={"width": width, "height": 740})
        wait_for_rows(page, 1)
        rows(page).first.click()
        row = page.locator(".fields tr", has_text="tap")
        name, value = (row.locator(part).bounding_box() for part in ["th", "td"])
        assert (name["y"] + name["height"] <= value["y"]) == is_above, (name, value)
        assert name["width"] > 60 and value["width"] > 60, (name, value)


def test_nothing_is_said_on_the_console_and_nothing_leaves_the_machine(console):
    page = console.open()
    wait_for_live(page)
    page.wait_for_timeout(0)
    assert not console.faults, console.faults
