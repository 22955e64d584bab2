"""The console of an intake with a token, or with few events."""

import contextlib

import console as tests


@contextlib.contextmanager
def intake_with(option, value, eventctl, browser, folder):
    intake = tests.Intake(eventctl, folder, option, value).start()
    try:
        yield tests.Console(browser, intake)
    finally:
        intake.stop()


def wait_for_question(page, problem=""):
    page.wait_for_function("p => document.querySelector('#token[open] [role=alert]')?.textContent === p", arg=problem)


def give(page, token):
    page.fill("#token-value", token)
    page.keyboard.press("Enter")


def try_a_token_is_asked_for_once(*parts):
    with intake_with("--token", "s3cret", *parts) as console:
        page = console.open()
        wait_for_question(page)
        give(page, "wrong")
        wait_for_question(page, "The intake refused this token.")
        give(page, "s3cret")
        tests.wait_for_live(page)
        assert console.intake.request("/v1/events", tests.event("tap"), Authorization="Bearer s3cret") == 201
        tests.wait_for_rows(page, 1)
        page.reload()
        tests.wait_for_rows(page, 1)
        assert not page.locator("#token[open]").count()
        # A link has no token.
        assert tests.has_no_link_of_a_schema(page)


def try_a_token_of_any_characters_is_only_refused(*parts):
    with intake_with("--token", "s3cret", *parts) as console:
        page = console.open()
        wait_for_question(page)
        for odd in ["tökén✓", "s3cret\u200b", "a b", "😀"]:
            give(page, odd)
            page.wait_for_function("() => document.querySelector('#token-value').value === ''")
            wait_for_question(page, "The intake refused this token.")
        give(page, "s3cret")
        tests.wait_for_live(page)


def try_a_token_is_declined_and_forgotten(*parts):
    with intake_with("--token", "s3cret", *parts) as console:
        page = console.open()
        wait_for_question(page)
        page.keyboard.press("Escape")
        tests.wait_for_text(page, "#filter-problem", "The intake wants a token.")
        assert not page.locator("#token[open]").count()
        page.get_by_role("button", name="Token").click()
        wait_for_question(page)
        give(page, "s3cret")
        tests.wait_for_live(page)
        page.get_by_role("button", name="Token").click()
        wait_for_question(page)
        assert page.evaluate("sessionStorage.length") == 0


def try_the_oldest_events_stay_in_view_while_others_are_removed(*parts):
    with intake_with("--keep-events", "500", *parts) as console:
        def send(count):
            assert console.intake.send(*[tests.event("held") for _ in range(count)]) == 201
        for _ in range(3):
            send(250)
        page = console.open()
        tests.wait_for_height(page, 200)
        page.focus("#list")
        page.keyboard.press("End")
        tests.wait_for_text(page, "#list .rows", "removed to make room")
        for number in range(1, 5):
            send(250)
            newest = 750 + 250 * number
            page.wait_for_function("oldest => [...document.querySelectorAll('#list [data-position]')].every("
                                   "row => Number(row.dataset.position) > oldest)", arg=newest - 500)
            page.wait_for_function("() => document.querySelectorAll('#list [data-position]').length > 10")
        page.keyboard.press("End")
        tests.wait_for_text(page, "#list .rows", "removed to make room")
