"""The list of the console: exact about what has arrived, calm while events arrive, whole in every window."""

import pathlib
import threading

import console as tests

WIDTHS = [390, 640, 1280]
# Rows and what is between them.
IN_ORDER = """() => [...document.querySelectorAll('#list .rows > *')].map(row => Number(row.ariaRowIndex))"""


def send_many(console, count, name="many", **fields):
    for first in range(0, count, 200):
        console.intake.send(*[tests.event(f"{name}{number}", **fields)
                              for number in range(first, min(first + 200, count))])


class Arriving:
    """Sends events, one after the other, until it is left."""

    def __init__(self, console):
        self.console, self.isLeft, self.count = console, False, 0
        self.thread = threading.Thread(target=self.send)

    def send(self):
        while not self.isLeft:
            self.console.intake.send(tests.event("arriving"))
            self.count += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.isLeft = True
        self.thread.join()


def scroll_to(page, top):
    page.evaluate("top => { document.querySelector('#list').scrollTop = top }", top)


def opened(page):
    """The position in the title of the opened event."""
    return int(page.locator("#details-title").inner_text().split()[1].rstrip(":"))


# MARK: - One model


def test_an_event_that_is_no_object_counts_like_any_other(console):
    page = console.open()
    tests.wait_for_live(page)
    console.intake.send(None, 1, "s", [2], *[tests.event("good") for _ in range(50)])
    tests.wait_for_text(page, "#minutes-text", "50 accepted, 4 rejected")
    tests.wait_for_text(page, "#findings summary", "Rejected: 4")
    assert page.title() == "(4 rejected) Events"
    page.get_by_role("button", name="Rejected only").click()
    tests.wait_for_rows(page, 4)
    for row in page.locator("#list .row.error").all():
        position = int(row.get_attribute("data-position"))
        row.click()
        page.wait_for_function("p => document.querySelector('#details-title')?.textContent.includes(`Event ${p}:`)",
                               arg=position)
    page.get_by_role("button", name="Rejected only").click()
    page.reload()
    tests.wait_for_text(page, "#minutes-text", "50 accepted, 4 rejected")


def test_a_view_that_fails_harms_no_other(console):
    page = console.open()
    tests.wait_for_live(page)
    told = page.evaluate("""async () => {
      const { Arrived } = await import("/console/arrived.js")
      const arrived = new Arrived()
      const told = []
      addEventListener("error", event => { told.push(event.message); event.preventDefault() })
      arrived.watch({ begin() { throw new Error("of the page") } })
      arrived.watch({ begin() { told.push("begin") }, state(state) { told.push(state) } })
      await new Promise(resolve => {
        arrived.watch({ state: resolve })
        arrived.ask({ q: "" })
      })
      return told
    }""")
    assert told == ["Uncaught Error: of the page", "begin", "live"], told
    console.faults = []


def test_title_and_findings_count_all_rejected_events(console):
    console.intake.send(*[tests.event(action=number) for number in range(300)])
    send_many(console, 300)
    page = console.open()
    page.wait_for_function("() => document.title === '(300 rejected) Events'")
    tests.wait_for_text(page, "#findings summary", "Rejected: 300, 1 finding")


def test_removed_events_leave_the_page(console):
    console.intake.send(tests.event("one"), tests.event(action=7))
    console.intake.request("/v1/events", tests.event("tagged"), **{"X-Event-Test": "t"})
    page = console.open()
    tests.wait_for_rows(page, 3)
    assert console.intake.request("/events?test=t", method="DELETE") == 204
    tests.wait_for_rows(page, 2)
    tests.wait_for_text(page, "#minutes-text", "1 accepted, 1 rejected")
    assert console.intake.request("/events", method="DELETE") == 204
    tests.wait_for_rows(page, 0)
    tests.wait_for_text(page, "#minutes-text", "0 accepted, 0 rejected")
    assert page.title() == "Events"
    console.intake.send(tests.event("after"))
    tests.wait_for_rows(page, 1)
    tests.wait_for_text(page, "#minutes-text", "1 accepted, 0 rejected")


def test_the_oldest_event_is_reached_without_a_hole(console):
    send_many(console, 3000)
    page = console.open()
    tests.wait_for_height(page, 200)
    first, last = page.evaluate("""async () => {
      const read = async order => (await (await fetch(`/events?limit=1&order=${order}`)).json()).events[0].position
      return [await read("oldest"), await read("newest")]
    }""")
    page.focus("#list")
    page.keyboard.press("End")
    page.locator(f"#row-{first}").wait_for()
    tests.wait_for_text(page, "#list .rows > :last-child", "The first event.")
    tests.wait_for_text(page, "#resume", "Stopped: continue")
    # Upwards, row by row, until the newest: each position is there.
    seen = {}
    for _ in range(4000):
        for position, index in page.evaluate("""() => [...document.querySelectorAll('#list [data-position]')]
            .map(row => [Number(row.dataset.position), Number(row.ariaRowIndex)])"""):
            seen[position] = index
        if last in seen:
            break
        page.evaluate("() => { document.querySelector('#list').scrollTop -= 600 }")
        page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert sorted(seen) == list(range(first, last + 1)), (len(seen), first, last)
    scroll_to(page, 0)
    console.intake.send(tests.event("newest"))
    page.keyboard.press("Home")
    tests.wait_for_text(page, "#list .rows", "newest")
    assert page.locator("#resume").is_hidden()


def test_the_clock_of_the_browser_does_not_matter(console):
    console.intake.send(tests.event("one"), tests.event(action=7))
    context = console.browser.new_context()
    context.add_init_script("""(() => {
      const ahead = 3 * 86400000, now = Date.now.bind(Date)
      Date.now = () => now() + ahead
    })()""")
    page = console.open(context=context)
    tests.wait_for_text(page, "#minutes-text", "1 accepted, 1 rejected")
    assert page.locator("#minutes rect").count() == 2


def test_an_event_that_is_gone_is_said_to_be(console):
    console.intake.send(tests.event("one"))
    page = console.open("#open=999999")
    tests.wait_for_text(page, "#details", "No event has position 999999")
    tests.rows(page).first.click()
    tests.wait_for_text(page, "#details pre", "one")
    page.evaluate("location.hash = '#open=888888'")
    tests.wait_for_text(page, "#details", "No event has position 888888")
    assert "one" not in page.locator("#details").inner_text()


def test_a_download_is_of_the_chosen_minute(console):
    console.intake.send(tests.event("one"))
    page = console.open("#minute=2026-01-31T12:00Z")
    tests.wait_for_text(page, "#state", "Events of 2026-01-31 12:00 UTC")
    with page.expect_download() as download:
        tests.choose(page, "More", "Download as NDJSON")
    assert pathlib.Path(download.value.path()).read_text() == ""


# MARK: - Calm


def test_a_click_opens_what_was_under_it(console):
    send_many(console, 300)
    for width in WIDTHS:
        page = console.open(viewport={"width": width, "height": 800})
        tests.wait_for_height(page, 200)
        with Arriving(console) as arriving:
            for _ in range(5):
                page.mouse.move(60, 200)
                page.mouse.move(80, 300 + width / 100)
                wanted = page.evaluate("""([x, y]) =>
                    Number(document.elementFromPoint(x, y).closest('[data-position]').dataset.position)""",
                                       [80, 300 + width / 100])
                before = arriving.count
                page.mouse.down()
                while arriving.count < before + 5:
                    page.evaluate("() => new Promise(requestAnimationFrame)")
                page.mouse.up()
                page.wait_for_selector("#details:not([hidden])")
                assert opened(page) == wanted, (width, opened(page), wanted)
                page.keyboard.press("Escape")
                page.wait_for_selector("#details", state="hidden")
        page.context.close()


def test_the_list_is_one_in_every_window(console):
    send_many(console, 1000)
    for width in [*WIDTHS, 800, 801]:
        page = console.open(viewport={"width": width, "height": 800})
        tests.wait_for_height(page, 200)
        size = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
        assert size == [800, width], (width, size)
        scroll_to(page, 1e9)
        tests.wait_for_height(page, 400)
        assert tests.rows(page).count() <= 60
        row = tests.rows(page).nth(20)
        place, text = row.bounding_box(), row.inner_text()
        console.intake.send(*[tests.event("new") for _ in range(5)])
        tests.wait_for_text(page, "#resume", "Show 5 new events")
        assert page.get_by_text(text.split()[-1], exact=True).first.bounding_box()["y"] == place["y"] or \
            row.bounding_box() == place, width
        row.click()
        page.wait_for_selector("#details:not([hidden])")
        box = page.locator("#details").bounding_box()
        assert box["y"] + 100 < 800, (width, box)
        if width <= 800:
            assert page.evaluate("document.querySelector('#details').contains(document.activeElement)")
            assert page.evaluate("document.querySelector('#events').inert")
        page.get_by_role("button", name="Close").click()
        assert page.evaluate("document.activeElement.id") == "list"
        assert page.evaluate("scrollY") == 0
        page.context.close()


def test_rows_are_read_in_their_order(console):
    send_many(console, 50)
    page = console.open()
    tests.wait_for_text(page, "#list .rows", "many49")
    for number in range(5):
        console.intake.send(tests.event(f"later{number}"))
        tests.wait_for_text(page, "#list .rows", f"later{number}")
    indices = page.evaluate(IN_ORDER)
    assert indices == sorted(indices) and indices[0] == 2, indices


def test_a_link_to_an_event_does_not_stop_the_list(console):
    send_many(console, 100)
    page = console.open()
    tests.wait_for_height(page, 101)
    first = page.evaluate("fetch('/events?limit=1').then(r => r.json()).then(page => page.events[0].position)")
    linked = console.open(f"#open={first}")
    tests.wait_for_text(linked, "#details pre", "many0")
    console.intake.send(tests.event("later"))
    tests.wait_for_text(linked, "#list .rows", "later")
    assert linked.locator("#resume").is_hidden()


def test_an_event_that_is_removed_while_it_is_open_is_said_to_be(console):
    console.intake.send(tests.event("one"))
    page = console.open()
    tests.wait_for_rows(page, 1)
    tests.rows(page).first.click()
    tests.wait_for_text(page, "#details pre", "one")
    assert console.intake.request("/events", method="DELETE") == 204
    tests.wait_for_text(page, "#details", "it was removed, or never received")


def test_keys_go_on_from_the_event_that_was_closed(console):
    send_many(console, 300)
    page = console.open()
    tests.wait_for_height(page, 200)
    page.focus("#list")
    for key in ["j", "j", "j", "Enter"]:
        page.keyboard.press(key)
    page.wait_for_selector("#details:not([hidden])")
    third = opened(page)
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelector('#details-title')?.textContent.includes(`Event ${n}:`)",
                           arg=third - 1)
    again = console.open()
    tests.wait_for_height(again, 200)
    scroll_to(again, 2000)
    again.wait_for_selector("#resume:not([hidden])")
    again.focus("#list")
    again.keyboard.press("j")
    again.wait_for_selector("#list [aria-selected=true]")
    assert again.evaluate("document.querySelector('#list').scrollTop") == 2000


def test_counts_are_of_the_filter_that_is_shown(console):
    console.intake.send(tests.event("tap"), tests.event("swipe"), tests.event(action=7))
    page = console.open()
    tests.wait_for_text(page, "#minutes-text", "2 accepted, 1 rejected")
    for q, wanted in [("action:tap", "1 accepted, 0 rejected"), ("valid:false", "0 accepted, 1 rejected")]:
        page.fill("#filter", q)
        seen = page.evaluate("""async () => {
          const text = document.querySelector("#minutes-text"), seen = [text.textContent]
          new MutationObserver(() => seen.push(text.textContent)).observe(text, { childList: true, subtree: true })
          document.querySelector("#search").requestSubmit()
          seen.push(text.textContent)
          while (!/accepted/.test(text.textContent)) await new Promise(requestAnimationFrame)
          return seen
        }""")
        assert set(seen[1:]) == {"counting …", wanted}, seen


# MARK: - Quiet


def test_an_open_event_does_not_make_the_page_longer(console):
    console.intake.send(tests.event("one", text="x" * 3000, **{f"f{number}": number for number in range(80)}))
    for width in WIDTHS:
        page = console.open(viewport={"width": width, "height": 800})
        tests.wait_for_rows(page, 1)
        tests.rows(page).first.click()
        tests.wait_for_text(page, "#details pre", "one")
        assert page.evaluate("document.documentElement.scrollHeight") == 800, width
        page.context.close()


def test_spaces_are_shown_as_they_are(console):
    console.intake.send(tests.event(" two  spaces "))
    page = console.open()
    tests.wait_for_rows(page, 1)
    assert tests.rows(page).first.locator("> span").nth(3).inner_text() == " two  spaces "
    tests.rows(page).first.click()
    value = page.locator(".fields tr", has_text="spaces").locator("td")
    assert value.inner_text() == " two  spaces ", repr(value.inner_text())


def test_the_list_begins_near_the_top(console):
    console.intake.send(tests.event("one"), tests.event(action=7))
    page = console.open(viewport={"width": 1280, "height": 800})
    tests.wait_for_rows(page, 2)
    assert page.locator("#list").bounding_box()["y"] <= 170
    for fold in ["#findings", "#faults"]:
        page.locator(f"{fold} summary").click()
        page.wait_for_selector(f"{fold}[open]")
        assert page.locator("details[name=strip][open]").count() == 1
    assert page.locator("#list").bounding_box()["height"] > 300


# MARK: - The filter and the order


def test_a_filter_is_switched_off_and_on(console):
    console.intake.send(tests.event("tap"), tests.event("swipe"))
    page = console.open("#q=action:tap")
    tests.wait_for_rows(page, 1)
    page.get_by_role("button", name="Filter off").click()
    tests.wait_for_rows(page, 2)
    assert page.input_value("#filter") == "action:tap" and "off=1" in page.url
    page.focus("#list")
    page.keyboard.press("o")
    tests.wait_for_rows(page, 1)


def test_a_term_is_added_and_removed_whole(console):
    console.intake.send(tests.event("two  spaces"), tests.event("a valid:false b"), tests.event(action=7))
    page = console.open()
    tests.wait_for_rows(page, 3)
    for q in ['"two  spaces"', '"a valid:false b"', r'action:"a \" b"']:
        page.fill("#filter", q)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Rejected only").click()
        assert page.input_value("#filter") == f"{q} valid:false"
        page.get_by_role("button", name="Rejected only").click()
        assert page.input_value("#filter") == q


def test_a_filter_has_fifty_terms(console):
    console.intake.send(tests.event("one"))
    page = console.open()
    page.fill("#filter", " ".join(["action:one"] * 50))
    page.keyboard.press("Enter")
    tests.wait_for_live(page)
    tests.wait_for_rows(page, 1)
    page.fill("#filter", "reason:.error.validation")
    page.keyboard.press("Enter")
    tests.wait_for_rows(page, 0)


def test_events_are_sorted_by_a_column(console):
    console.intake.send(tests.event("b", page={"id": 10}), tests.event("c", page={"id": 9}), tests.event("a"))
    page = console.open("#columns=action,page.id")
    tests.wait_for_rows(page, 3)
    for column, item, wanted in [("action", "Sort ascending", "abc"), ("page.id", "Sort descending", "bca"),
                                 ("page.id", "Sort ascending", "cba"), ("time", "Newest first, live", "acb")]:
        tests.choose(page, f"Column {column}", item)
        page.wait_for_function("wanted => [...document.querySelectorAll('#list [data-position] > :nth-child(3)')]"
                               ".map(cell => cell.textContent).join('') === wanted", arg=wanted)
    tests.choose(page, "Column action", "Sort ascending")
    tests.wait_for_text(page, "#state", "Sorted by action")
    page.focus("#list")
    page.keyboard.press("End")
    page.wait_for_selector("#list [data-position]:last-child[aria-selected=true]")
    assert tests.rows(page).last.locator("> span").nth(2).inner_text() == "c"
    console.intake.send(tests.event("0"))
    tests.wait_for_text(page, "#resume", "Show 1 new event")
    page.click("#resume")
    tests.wait_for_rows(page, 4)


def test_the_end_of_a_sorted_list_is_sorted(console):
    send_many(console, 1100)
    page = console.open("#columns=action&sort=action")
    tests.wait_for_height(page, 1001)
    page.focus("#list")
    page.keyboard.press("End")
    page.wait_for_selector("#list [data-position][aria-selected=true]")
    wanted = sorted(f"many{number}" for number in range(1100))[999]
    assert tests.rows(page).last.locator("> span").nth(2).inner_text() == wanted
    tests.wait_for_text(page, "#list .rows", "These are the first in this order")


def test_streams_are_hidden_for_good(console):
    console.intake.send(tests.event("one"), tests.event("other", stream="app.scroll_depth"))
    page = console.open()
    tests.wait_for_rows(page, 2)
    page.locator("#list [data-position]", has_text="app.scroll_depth").click()
    page.keyboard.press("Escape")
    page.focus("#list")
    page.keyboard.press("j")
    page.keyboard.press("k")
    tests.choose(page, "More", "Hide stream app.scroll_depth")
    tests.wait_for_rows(page, 1)
    tests.wait_for_text(page, "#minutes-text", "1 accepted")
    page.reload()
    tests.wait_for_rows(page, 1)
    tests.choose(page, "1 stream hidden", "Show app.scroll_depth")
    tests.wait_for_rows(page, 2)
    page.fill("#filter", "stream:app.scroll_depth")
    page.keyboard.press("Enter")
    tests.wait_for_rows(page, 1)
    page.focus("#list")
    page.keyboard.press("j")
    tests.choose(page, "More", "Hide stream app.scroll_depth")
    tests.wait_for_text(page, "#empty", "You have hidden 1 stream")


# MARK: - Keys and the pane


def test_keys_of_one_letter_can_be_switched_off(console):
    console.intake.send(tests.event("one"), tests.event(action=7))
    page = console.open()
    tests.wait_for_rows(page, 2)
    page.keyboard.press("?")
    page.get_by_label("Keys of one letter are on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.focus("#list")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#list [aria-selected=true]")
    assert page.input_value("#filter") == ""
    page.reload()
    page.keyboard.press("x")
    tests.wait_for_rows(page, 2)
    page.get_by_role("button", name="Keys and filters").click()
    page.get_by_label("Keys of one letter are on").check()
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    tests.wait_for_rows(page, 1)


def test_the_edge_of_the_event_is_moved(console):
    console.intake.send(tests.event("one"))
    page = console.open(viewport={"width": 1280, "height": 800})
    tests.wait_for_rows(page, 1)
    tests.rows(page).first.click()
    page.wait_for_selector("#details:not([hidden])")
    width = "document.querySelector('#details').offsetWidth / document.querySelector('#panes').offsetWidth"
    page.get_by_role("separator").focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert abs(page.evaluate(width) - 0.6) < 0.01
    edge = page.get_by_role("separator").bounding_box()
    tests.drag(page, edge["x"] + 5, 400, 300)
    moved = page.evaluate(width)
    assert moved < 0.4 and page.get_by_role("separator").get_attribute("aria-valuenow") == str(round(moved * 100))
    page.reload()
    page.wait_for_selector("#details:not([hidden])")
    assert abs(page.evaluate(width) - moved) < 0.01


def test_times_have_their_date(console):
    console.intake.send(tests.event(action=7))
    page = console.open()
    tests.wait_for_rows(page, 1)
    received = page.evaluate("fetch('/events').then(r => r.json()).then(page => page.events[0].receivedAt)")
    day, time = received[:10], received[11:19]
    assert tests.rows(page).first.locator(".time").inner_text().split() == [day, received[11:23]]
    page.locator("#findings summary").click()
    tests.wait_for_text(page, "#findings tbody", f"{day} {time}")
