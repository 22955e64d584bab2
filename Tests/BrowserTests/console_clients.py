"""What clients say of themselves, beside what the intake has of them."""

import json

import console as tests
from console_modules import account

SESSION = "b1b2b3b4b5b6b7b8b9b0"


def test_the_ledger_of_a_client_is_beside_it_and_its_events(console):
    drops = {"curated": 2}
    report = {"ids": ["an-install-id", SESSION], "time": "2026-01-31T12:00:01.000Z", "attempt": 2, "ledger": {
        **account(3, 1, **drops), "streams": {"app.interactions": account(3, 1, **drops)}}}
    event = tests.event("tap", dt="2026-01-31T12:00:00Z", performer={"session_id": SESSION})
    assert console.intake.request("/v1/events", [event], **{"X-Event-Client": json.dumps(report)}) == 201
    page = console.open("#page=streams")
    row = page.get_by_role("region", name="Clients").get_by_role("row", name=SESSION)
    row.get_by_text("2026-01-31 12:00:01 UTC by its clock: 3 submitted: 1 pending, 0 delivered, 2 dropped (curated 2)"
                    ).wait_for()
    row.get_by_role("button", name="Only this client").click()
    tests.wait_for_rows(page, 1)
    tests.rows(page).click()
    tests.wait_for_text(page, "#details ol",
                        "2026-01-31T12:00:01.000Z: sent, by the clock of the client, 1.0 s later, at attempt 2.")
    page = console.open("#page=missing")
    page.locator("#missing-stream").fill("app.error_reports")
    page.get_by_label("Session id").fill(SESSION)
    page.get_by_role("button", name="Find the reason").click()
    page.get_by_text("The reason is found: Never submitted.").wait_for()
    tests.wait_for_text(page, ".answers", "no event of app.error_reports: until then the call was not reached.")
