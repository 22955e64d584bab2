"""Thirty states of the console: no finding of axe, enough contrast, no word cut off, and a tree of roles and names.

The trees are in `roles/`. With ROLES_WRITE=1 in the environment they are written instead of compared.
"""

import difflib
import os
import pathlib
import re

from axe_playwright_python.sync_playwright import Axe

import console as tests
import page_checks

FOLDER = pathlib.Path(__file__).parent / "roles"
# What differs from run to run.
VARIABLE = [(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?", "TIME"),
            (r"\d\d:\d\d(:\d\d(\.\d+)?)?( UTC)", "TIME UTC"),
            (r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID"), (r"127\.0\.0\.1:\d+", "HOST"), (r"\b[Ee]vent \d+", "event N"),
            (r"position \d+", "position N"), (r"\d+ (accepted|events?) in the last minute", r"N \1 in the last minute"),
            (r"\d+(\.\d+)? s later", "N s later"), (r"\(\d+\)", "(N)"), (r"TIME TIME( TIME)*", "TIME"),
            (r'(text: ").{300,}', r"\1…")]
# Every rule of WCAG 2.2, level A and AA, and what axe holds to be good practice.
RULES = {"runOnly": {
    "type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}


def send_events(console):
    console.intake.send(tests.event("tap", action_source="toolbar"), tests.event("swipe", element_id="save"))
    console.intake.send(tests.event(action=7))
    console.intake.send(tests.event("tap", stream="nowhere"))


def list_of_events(page, console):
    tests.wait_for_rows(page, 4)
    tests.wait_for_text(page, "#minutes-text", "2 accepted, 2 rejected")
    tests.wait_for_text(page, "#findings summary", "2 findings")


def no_event(page, console):
    console.intake.clear()
    tests.wait_for_rows(page, 0)
    tests.wait_for_text(page, "#minutes-text", "0 accepted")


def type_filter(page, console):
    list_of_events(page, console)
    page.locator("#filter").press_sequentially("action_s")
    page.wait_for_selector("#completions li")
    page.keyboard.press("ArrowDown")


def filter_refused(page, console):
    tests.wait_for_text(page, "#filter-problem", "must be true or false")


def no_match(page, console):
    tests.wait_for_text(page, "#empty", "No event here has a field acton")


def rejected_only(page, console):
    tests.wait_for_rows(page, 2)
    tests.wait_for_text(page, "#minutes-text", "0 accepted, 2 rejected")


def filter_off(page, console):
    list_of_events(page, console)


def fold(name):
    def state(page, console):
        list_of_events(page, console)
        page.locator(f"#{name} summary").click()
    return state


def active_fault(page, console):
    list_of_events(page, console)
    page.locator("#faults summary").click()
    page.get_by_role("switch", name="503 for events").click()
    tests.wait_for_text(page, "#faults li", "responds with status 503")


def menu_of(button):
    def state(page, console):
        list_of_events(page, console)
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_role("menu").wait_for()
    return state


def dialog_by(*buttons):
    def state(page, console):
        list_of_events(page, console)
        page.get_by_role("button", name=buttons[0], exact=True).click()
        for item in buttons[1:]:
            page.get_by_role("menuitem", name=item).click()
        page.wait_for_selector("dialog[open]")
    return state


def goes_nowhere(page, console):
    dialog_by("More", "Go to a time or an id …")(page, console)
    page.keyboard.type("nothing")
    page.keyboard.press("Enter")
    tests.wait_for_text(page, "#go-problem", "No event has")


def asks_for_token(page, console):
    list_of_events(page, console)
    page.evaluate("document.querySelector('#token').showModal()")


def opened(kind):
    def state(page, console):
        list_of_events(page, console)
        page.locator(f"#list .row.{kind}").first.click()
        page.wait_for_selector("#details-title")
        tests.wait_for_text(page, "#details pre", "{")
    return state


def rule_shown(page, console):
    opened("invalid")(page, console)
    page.get_by_role("button", name="Show the rule").click()
    page.wait_for_selector(".rule mark")


def menu_of_field(page, console):
    opened("accepted")(page, console)
    page.locator(".fields").get_by_role("button", name="action", exact=True).click()
    page.get_by_role("menu").wait_for()


def compared(page, console):
    opened("accepted")(page, console)
    page.get_by_role("button", name="Compare with the next that I open").click()
    page.locator("#list .row.accepted").last.click()
    page.wait_for_selector(".comparison tbody tr")


def pasted(page, console):
    opened("accepted")(page, console)
    page.get_by_text("Compare with a pasted").click()
    page.get_by_label("The event as JSON, or the expectation").fill('{"action": "other"}')
    page.get_by_role("button", name="Compare", exact=True).click()
    page.get_by_text("1 different field").wait_for()


def sends_again(page, console):
    opened("accepted")(page, console)
    page.get_by_text("Send again, edited").click()
    page.wait_for_function("() => document.querySelector('.again textarea').value.includes('swipe')")


def configuration_of_stream(page, console):
    opened("accepted")(page, console)
    page.get_by_text("Stream app.interactions: sampling").click()
    tests.wait_for_text(page, ".configuration", "is in sample")


def gone(page, console):
    tests.wait_for_text(page, "#details", "No event has position")
    tests.wait_for_text(page, "#minutes-text", "2 accepted, 2 rejected")


def paused(page, console):
    list_of_events(page, console)
    page.keyboard.press("p")
    console.intake.send(tests.event("later"))
    tests.wait_for_text(page, "#resume", "Show 1 new event")
    tests.wait_for_text(page, "#minutes-text", "3 accepted, 2 rejected")


def sorted_rows(page, console):
    list_of_events(page, console)
    tests.wait_for_text(page, "#state", "Sorted by action")


def hidden_stream(page, console):
    list_of_events(page, console)
    page.evaluate("localStorage.setItem('settings', JSON.stringify({ hidden: ['nowhere'] }))")
    page.reload()
    tests.wait_for_rows(page, 3)
    tests.wait_for_text(page, "#minutes-text", "2 accepted, 1 rejected")


def lost(page, console):
    # The request that waits for events is kept until the connection is to be lost.
    waiting = []
    page.route(lambda url: "wait=" in url, lambda route: waiting.append(route))
    with page.expect_request(lambda request: "wait=" in request.url):
        page.reload()
    list_of_events(page, console)
    page.route("**/events?*", lambda route: route.abort())
    waiting[0].abort()
    page.wait_for_selector("#state.lost")


def streams(page, console):
    page.locator(".stream-row rect").first.wait_for(state="attached")
    row = page.locator(".stream-row", has=page.get_by_role("heading", name="app.interactions"))
    row.get_by_text("Configuration and fields").click()
    tests.wait_for_text(page, ".stream-row details[open]", "Sampling")


def missing(page, console):
    page.wait_for_selector("#missing-stream")


def answered(page, console):
    tests.find_reason(page, "app.scroll_depth")


# name, address, what leads to the state, options of the window
STATES = [
    ("list", "", list_of_events, {}), ("no event", "", no_event, {}), ("completions", "", type_filter, {}),
    ("filter refused", "#q=valid:perhaps", filter_refused, {}), ("no match", "#q=acton:tap", no_match, {}),
    ("rejected only", "#q=valid:false", rejected_only, {}), ("filter off", "#q=action:tap&off=1", filter_off, {}),
    ("findings", "", fold("findings"), {}), ("fault", "", active_fault, {}), ("menu", "", menu_of("More"), {}),
    ("menu of a column", "", menu_of("Column action"), {}), ("new column", "", dialog_by("Add a column"), {}),
    ("goes nowhere", "", goes_nowhere, {}), ("help", "", dialog_by("Keys and filters"), {}),
    ("filter kept", "#q=action:*", dialog_by("Filters by name", "Keep this filter …"), {}),
    ("token", "", asks_for_token, {}), ("accepted event", "", opened("accepted"), {}),
    ("unknown stream", "", opened("error"), {}), ("rule", "", rule_shown, {}),
    ("menu of a field", "", menu_of_field, {}), ("compared", "", compared, {}), ("pasted", "", pasted, {}),
    ("sent again", "", sends_again, {}), ("configuration", "", configuration_of_stream, {}),
    ("gone", "#open=999999", gone, {}), ("paused", "", paused, {}), ("sorted", "#sort=action", sorted_rows, {}),
    ("hidden stream", "", hidden_stream, {}), ("lost", "", lost, {}), ("streams", "#page=streams", streams, {}),
    ("missing", "#page=missing", missing, {}), ("answered", "#page=missing", answered, {}),
    ("phone", "", list_of_events, {"viewport": {"width": 390, "height": 800}}),
    ("phone, event", "", rule_shown, {"viewport": {"width": 390, "height": 800}}),
    ("dark", "", rule_shown, {"color_scheme": "dark"}),
    ("dark streams", "#page=streams", streams, {"color_scheme": "dark"}),
    ("forced colours", "", opened("accepted"), {"forced_colors": "active"}),
]


def tree(page):
    text = page.locator("body").aria_snapshot()
    for pattern, name in VARIABLE:
        text = re.sub(pattern, name, text)
    return text + "\n"


def check_state(console, name, address, lead, options):
    console.intake.clear()
    if lead is not no_event:
        send_events(console)
    page = console.open(address, **options)
    tests.wait_for_text(page, "#state", "") if lead in (filter_refused, lost) else page.wait_for_selector("#state.live")
    lead(page, console)
    found = [f"{rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in
             Axe().run(page, options=RULES).response["violations"]]
    weak = [] if "forced_colors" in options else page.evaluate(page_checks.WEAK_CONTRAST)
    isTooWide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not found and not weak and not isTooWide, (name, found, weak[:3], isTooWide)
    path = FOLDER / f"{name.replace(', ', ' ').replace(' ', '-')}.yaml"
    made = tree(page)
    if os.environ.get("ROLES_WRITE"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(made)
    difference = "\n".join(difflib.unified_diff(
        path.read_text().splitlines(), made.splitlines(), str(path), "the page", lineterm="", n=1))
    assert not difference, f"{name}\n{difference}"
    page.context.close()


def try_thirty_states_are_accessible(eventctl, browser, folder):
    intake = tests.Intake(eventctl, folder).start()
    console = tests.Console(browser, intake)
    # A filter is refused, and the connection lost.
    console.expected = ["400", "ERR_"]
    failed = []
    for state in STATES:
        try:
            check_state(console, *state)
        except Exception as error:
            failed.append(f"{state[0]}: {str(error)[:3000]}")
    intake.stop()
    assert not failed and not console.faults, "\n".join([*failed, *console.faults])
