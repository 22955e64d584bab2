"""The console shows, compares, copies and sends an event as the intake holds it. Tests of console.py."""

import json
import pathlib
import shlex
import urllib.error
import urllib.request

import console as tests

NUMBERS = {"big": "9007199254740993", "e": "1e400", "z": "-0", "f": "1.0", "h": "123456789012345678901234567890",
           "s": "1.5e-400"}


def exact():
    """An event with numbers each of which would be another one, or none, as JavaScript has it."""
    numbers = ",".join(f'"{name}":{text}' for name, text in NUMBERS.items())
    return (f'{{"$schema":"{tests.SCHEMA}","meta":{{"stream":"app.interactions","id":"exact",'
            f'"dt":"2026-01-31T12:00:00Z"}},"agent":{{}},"action":"tap",{numbers}}}')


def send_text(console, text):
    """Submits JSON as it is written, which may be rejected."""
    request = urllib.request.Request(console.intake.url + "/v1/events", text.encode(),
                                     {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def events(console):
    """The received events, the newest first."""
    with urllib.request.urlopen(console.intake.url + "/events?order=newest") as response:
        return json.load(response)["events"]


def open_newest(console, **options):
    page = console.open(f"#open={events(console)[0]['position']}", **options)
    page.wait_for_selector("#details h2")
    return page


def value_of(page, name):
    row = page.locator(".event .fields tr", has=page.get_by_role("button", name=name, exact=True))
    return row.locator("td span").first.inner_text()


def test_an_event_is_shown_and_copied_with_its_own_numbers(console):
    send_text(console, exact())
    page = open_newest(console)
    for name, text in NUMBERS.items():
        assert value_of(page, name) == text, (name, value_of(page, name))
        assert f'"{name}": {text}' in page.locator("#details pre").inner_text()
    assert all(f'"{name}": {text}' in tests.copied(page, "Copy JSON") for name, text in NUMBERS.items())
    *_, body, _ = shlex.split(tests.copied(page, "Copy as curl"))
    assert all(f'"{name}":{text}' in body for name, text in NUMBERS.items()), body
    for name in ["Copy as Swift", "Copy as expectation"]:
        code = tests.copied(page, name)
        assert "Infinity" not in code and '"e": .number(JSONNumber(literal: "1e400")!)' in code, code
        assert '"big": 9007199254740993' in code and '"f": 1.0' in code, code
    page.get_by_text("Compare with a pasted").click()
    page.get_by_label("The event as JSON, or the expectation").fill(code)
    page.get_by_role("button", name="Compare", exact=True).click()
    page.get_by_text("0 different fields, 8 equal.").wait_for()


def test_an_event_is_sent_again_with_its_own_numbers(console):
    send_text(console, exact())
    page = open_newest(console)
    page.get_by_text("Send again, edited").click()
    page.wait_for_function("() => document.querySelector('.again textarea').value.includes('big')")
    text = page.input_value(".again textarea")
    assert all(f'"{name}": {number}' in text for name, number in NUMBERS.items()), text
    assert '"id"' not in text and '"dt"' not in text
    page.get_by_role("button", name="Send", exact=True).click()
    tests.wait_for_text(page, ".again [role=status]", "Status 400")
    console.faults = [fault for fault in console.faults if "400" not in fault]
    again = open_newest(console)
    assert all(value_of(again, name) == number for name, number in NUMBERS.items())


def test_a_number_that_is_too_large_is_not_shown_as_one_that_is_allowed(console):
    send_text(console, json.dumps(tests.event("tap", page={"id": 9007199254740993})))
    page = open_newest(console)
    assert value_of(page, "page.id") == "9007199254740993"


def test_only_events_with_exactly_this_value_are_found(console):
    send_text(console, exact())
    send_text(console, exact().replace("993,", "992,").replace("1.0", "1E2").replace("exact", "other"))
    page = open_newest(console)
    for field, q in [("big", "big:9007199254740992"), ("f", "f:1E2"), ("z", "z:-0")]:
        page.fill("#filter", "")
        page.keyboard.press("Enter")
        tests.wait_for_rows(page, 2)
        tests.choose_of_field(page, field, "Only events with this value")
        assert page.input_value("#filter") == q
        tests.wait_for_rows(page, 2 if field == "z" else 1)


def test_an_odd_text_is_found_by_its_value(console):
    for text in ["", "*", "a*b", "axb", 'a "b" \\c', ">=3"]:
        console.intake.send(tests.event("tap", element_id=text))
    page = console.open()
    tests.wait_for_rows(page, 6)
    for text in ["", "*", "a*b", 'a "b" \\c', ">=3"]:
        page.fill("#filter", page.evaluate(
            "text => import('/console/fields.js').then(m => m.term('element_id', text))", text))
        page.keyboard.press("Enter")
        tests.wait_for_rows(page, 1)


def test_an_event_may_be_anything(console):
    for text in ["null", "1", '"s"', "true", "1e400"]:
        send_text(console, f"[{text}]")
        page = open_newest(console)
        tests.wait_for_text(page, "#details h2", "error")
        shown = text.strip('"')
        assert value_of(page, "the event") == shown and page.locator("#details pre").inner_text() == text
        tests.choose_of_field(page, "the event", "Copy value")
        page.locator(".event .fields [role=status]", has_text="Copied").wait_for(state="attached")
        page.get_by_text("Send again, edited").click()
        page.wait_for_function("text => document.querySelector('.again textarea').value === text", arg=text)


def test_hidden_characters_are_shown_wherever_text_of_others_stands(console):
    console.intake.send(tests.event("user\u202egnp.exe", element_id="a\u200bb\u00adc\U000e0041d"))
    page = open_newest(console)
    assert value_of(page, "action") == "user\\u202egnp.exe"
    assert value_of(page, "element_id") == "a\\u200bb\\u00adc\\u{e0041}d"
    text = page.locator("#details pre").inner_text()
    assert '"action": "user\\u202egnp.exe"' in text and "a\\u200bb\\u00adc\\u{e0041}d" in text
    page.get_by_text("Send again, edited").click()
    note = page.locator(".again .unseen", has_text="characters that cannot be seen")
    note.get_by_text("\\u202e, \\u200b, \\u00ad, \\u{e0041}").wait_for()
    assert "user\u202egnp.exe" in page.input_value(".again textarea")
    page.fill(".again textarea", "{}")
    note.wait_for(state="detached")
    assert "\u202e" in json.loads(tests.copied(page, "Copy JSON"))["action"]


def test_hidden_characters_of_a_schema_are_shown_and_its_numbers_are_its_own(console):
    console.intake.send(tests.event(action=7))
    page = console.open("#q=valid:false")
    page.route(console.intake.url + "/schemas/**", lambda route: route.fulfill(
        body='{"properties":{"action":{"type":"string","maximum":9223372036854775807,"description":"x\u202ey"}}}'))
    tests.wait_for_rows(page, 1)
    tests.rows(page).click()
    page.get_by_role("button", name="Show the rule #/properties/action/type").click()
    tests.wait_for_text(page, ".rule mark", '"type": "string"')
    shown = page.locator(".rule pre").inner_text()
    assert "x\\u202ey" in shown and '"maximum": 9223372036854775807' in shown, shown


def test_events_whose_values_look_the_same_are_told_apart(console):
    console.intake.send(tests.event("ab"), tests.event("a\u200bb"))
    newest, first = [received["position"] for received in events(console)][:2]
    page = console.open(f"#open={newest}&compared={first}")
    page.locator(".comparison").get_by_text("different field").wait_for()
    row = page.locator(".comparison tbody tr", has_text="action").inner_text()
    assert "a\\u200bb" in row and "From character 2 on: U+200B, U+0062." in row, row


def test_every_field_is_compared_in_slices(console):
    page = console.open()
    tests.wait_for_live(page)
    found = page.evaluate("""async () => {
      const [{ parse }, { show, differences, pairsOf, areExactlySame }] = await Promise.all(
        ["json", "compare"].map(name => import(`/console/${name}.js`)))
      const event = (last, length = 10_000) => parse(JSON.stringify(Object.fromEntries(
        Array.from({ length }, (_, number) => [`f${number}`, number < last ? number : `x${number}`]))))
      const events = [event(10_000), event(9_999), event(0)]
      const box = document.body.appendChild(document.createElement("div"))
      box.className = "comparison"
      const texts = []
      for (const there of events.slice(1)) {
        await show(box, report => differences(pairsOf(events[0], there), areExactlySame, report), "a", "b")
        texts.push(box.querySelector("[role=status]").textContent)
      }
      const count = box.querySelectorAll("tbody tr").length
      const many = event(0, 100_000)
      const stopped = differences(pairsOf(many, many), areExactlySame, () => false)
      return { texts, count, stopped: await stopped.then(() => "compared", () => "stopped") }
    }""")
    assert found["texts"] == ["1 different field, 9999 equal.", "10000 different fields, 0 equal."], found
    assert found["count"] == 100 and found["stopped"] == "stopped", found
    page.get_by_role("button", name="Show all 10000 differences").click()
    page.wait_for_function("() => document.querySelectorAll('body > .comparison tbody tr').length === 10000")


def test_what_is_copied_needs_no_clipboard(console):
    console.intake.send(tests.event("tap"))
    for clipboard in ["undefined", "{ writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }"]:
        page = open_newest(console)
        page.evaluate(f"""() => {{
          Object.defineProperty(navigator, "clipboard", {{ value: {clipboard}, configurable: true }})
          document.addEventListener("copy", () => {{ window.copied = document.activeElement.value }})
        }}""")
        page.get_by_role("button", name="Copy as Swift").click()
        page.locator(".copying [role=status]", has_text="Copied").wait_for()
        assert 'action: "tap"' in page.evaluate("window.copied")
        assert page.evaluate("document.activeElement.textContent") == "Copy as Swift"
        page.evaluate("document.execCommand = () => false")
        page.get_by_role("button", name="Copy as Swift").click()
        dialog = page.get_by_role("dialog", name="Copy by hand")
        dialog.wait_for()
        assert 'action: "tap"' in page.evaluate("getSelection().toString() || document.activeElement.value")
        tests.check_accessible(page, "copy by hand")
        dialog.get_by_role("button", name="Close").click()
        dialog.wait_for(state="detached")


def test_a_command_has_the_name_of_the_token_and_never_the_token(console):
    page = console.open()
    command = page.evaluate("""async () => {
      const [{ curl }, { parse }] = await Promise.all(["copies", "json"].map(name => import(`/console/${name}.js`)))
      sessionStorage.setItem("token", "s3cret")
      const made = curl(parse(String.raw`{"a":"it's $HOME \\\\ ! \\"x\\""}`))
      sessionStorage.removeItem("token")
      return made
    }""")
    assert '-H "Authorization: Bearer $TOKEN"' in command and "s3cret" not in command
    body = shlex.split(command)[6]
    assert json.loads(body)["a"] == 'it\'s $HOME \\ ! "x"', body


def test_a_field_has_a_menu_for_the_keyboard(console):
    console.intake.send(tests.event("tap", performer={"session_id": "s"}), tests.event("swipe"))
    page = console.open("#q=action:tap")
    tests.wait_for_rows(page, 1)
    tests.rows(page).click()
    name = page.get_by_role("button", name="performer.session_id", exact=True)
    name.focus()
    focused = "document.activeElement.textContent"
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => {focused} === 'Show as a column'")
    assert name.get_attribute("aria-expanded") == "true"
    tests.check_accessible(page, "menu of a field")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == "Copy value"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    assert page.input_value("#filter") == "action:tap"
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => {focused} === 'performer.session_id'")
    assert page.locator("#details").is_visible() and name.get_attribute("aria-expanded") == "false"
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => {focused} === 'Show as a column'")
    page.keyboard.press("Enter")
    tests.wait_for_text(page, "#list .head", "performer.session_id")
    tests.choose_of_field(page, "action", "Only events without it")
    assert page.input_value("#filter") == "action:tap -action:tap"
    sizes = page.evaluate("[...document.querySelectorAll('.event .fields table button')].map(one => one.offsetHeight)")
    assert min(sizes) >= 24, sizes


def test_a_field_that_no_filter_can_name_is_in_no_filter(console):
    send_text(console, json.dumps(tests.event("tap", **{"a.b": 1, "status": "own"})))
    page = open_newest(console)
    for name in ['"a.b"', "status"]:
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_function("() => document.activeElement.textContent === 'Copy value'")
        assert page.get_by_role("menuitem").all_inner_texts() == [
            "Copy value", "No filter or column can name this field."]
        tests.check_accessible(page, f"menu of {name}")
        page.keyboard.press("Escape")


def test_the_focus_stays_in_the_pane(console):
    console.intake.send(tests.event("tap"), tests.event("swipe"))
    page = console.open()
    tests.wait_for_rows(page, 2)
    focused = "document.activeElement.textContent"
    page.locator("#list .row", has_text="tap").click()
    page.get_by_text("Send again, edited").click()
    page.wait_for_function("() => document.querySelector('.again textarea').value")
    page.fill(".again textarea", "mine")
    for name, then in [("Compare with the next that I open", "Stop comparing with event"),
                       ("Stop comparing with event", "Compare with the next that I open")]:
        page.get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")
        page.wait_for_function(f"text => {focused}.startsWith(text)", arg=then)
    # What a person has written stays, as it is the same event.
    assert page.input_value(".again textarea") == "mine"


def test_an_event_that_is_gone_is_said_to_be(console):
    console.intake.send(tests.event("tap"))
    page = open_newest(console)
    page.get_by_role("button", name="Compare with the next that I open").focus()
    page.evaluate("location.hash = '#open=999999'")
    page.get_by_role("alert").get_by_text(
        "No event has position 999999: it was removed, or never received.").wait_for()
    assert page.locator("#details h2").inner_text() == "Event 999999"
    assert page.evaluate("document.activeElement.id") == "details-title"
    assert "tap" not in page.locator("#details").inner_text()
    page.locator("#details").get_by_role("button", name="Close").click()
    assert page.locator("#details").is_hidden() and "open=" not in page.url


def test_lines_of_a_value_are_kept(console):
    console.intake.send(tests.event("tap", action_context="one\ntwo\n" + "x" * 3000))
    page = open_newest(console)
    assert value_of(page, "action_context").startswith("one\\u000atwo")
    page.get_by_role("button", name="Show all 3 lines").click()
    assert value_of(page, "action_context") == "one\ntwo\n" + "x" * 3000
    assert page.evaluate("document.activeElement.className") == "lines"


def test_many_fields_are_shown_in_steps(console):
    send_text(console, json.dumps(tests.event("wide", **{f"f{number:03}": number for number in range(450)})))
    page = open_newest(console)
    # Those that the intake fills in are unknown here.
    more = page.get_by_role("button", name="further fields")
    fields = page.locator(".event .fields tr")
    assert fields.count() == 200
    more.click()
    assert fields.count() == 400
    more.click()
    assert more.is_hidden() and fields.count() > 450


def test_what_is_downloaded_is_what_the_intake_holds(console):
    send_text(console, exact())
    page = console.open("#q=valid:false")
    tests.wait_for_rows(page, 1)
    with page.expect_download() as download:
        tests.choose(page, "More", "Download as NDJSON")
    [line] = pathlib.Path(download.value.path()).read_text().splitlines()
    assert all(f'"{name}":{number}' in line for name, number in NUMBERS.items()), line


def test_a_key_takes_no_completion_that_nobody_has_chosen(console):
    console.intake.send(tests.event("tap", page={"id": 5}))
    page = console.open()
    tests.wait_for_rows(page, 1)
    page.locator("#filter").press_sequentially("page")
    page.wait_for_selector("#completions li")
    page.keyboard.press("Tab")
    assert page.input_value("#filter") == "page"
    page.wait_for_function("() => document.activeElement.id !== 'filter'")


def test_request_and_answer_are_side_by_side_if_there_is_room(console):
    console.intake.send(tests.event(action=7))
    for width, is_beside in [(2200, True), (1280, False)]:
        page = console.open("#q=valid:false", viewport={"width": width, "height": 800})
        tests.wait_for_rows(page, 1)
        tests.rows(page).click()
        verdict, event = (page.locator(f"#details .{name}").bounding_box() for name in ["verdict", "event"])
        assert (event["x"] >= verdict["x"] + verdict["width"]) == is_beside, (width, verdict, event)
