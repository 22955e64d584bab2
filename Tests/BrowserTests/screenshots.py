#!/usr/bin/env python3
"""Takes the pictures of the console that the README and the documentation show.

  screenshots.py EVENTCTL CHROMIUM [FOLDER]

The events are those of a real `eventctl serve`. FOLDER is that of the documentation unless given. Exit status 1 when a
picture is too large for a page.
"""

import pathlib
import sys
import tempfile

from playwright.sync_api import sync_playwright

import console as tests

FOLDER = tests.ROOT / "Sources/EventIntake/Documentation.docc/Images"
MAXIMUM_SIZE = 150_000


def send_events(intake):
    """What a few minutes with an app look like."""
    for page in range(9):
        intake.send(
            tests.event("open", action_source="toolbar", element_id=f"article_{page}"),
            tests.event("scroll", stream="app.error_reports", action_subtype="image_missing"),
            tests.event("click", action_source="menu", element_id="save"))
    intake.send(tests.event(7), tests.event("click", element_id=12))
    intake.send(tests.event("click", element="save"))
    intake.send(tests.event("open", stream="app.interaction"))
    intake.send(tests.event("click", action_source="menu", element_id="share"))


def take_pictures(console, folder):
    page = console.open("#columns=stream,action,reason",
                        viewport={"width": 1100, "height": 600}, color_scheme="light")
    tests.wait_for_text(page, "#minutes-text", "28 accepted, 4 rejected")
    page.locator("#list .row.invalid").first.click()
    page.get_by_role("button", name="Show the rule").first.click()
    page.wait_for_selector(".rule pre")
    yield picture(page, folder / "console-event.png")
    page.get_by_role("button", name="Streams", exact=True).click()
    page.locator(".stream-row rect.rejected").first.wait_for(state="attached")
    yield picture(page, folder / "console-streams.png")


def picture(page, path):
    # The place of the pointer and of the focus is of no interest.
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.screenshot(path=path, animations="disabled")
    return path


def main(eventctl, chromium, folder=FOLDER):
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        intake = tests.Intake(eventctl, pathlib.Path(temporary).resolve()).start()
        try:
            send_events(intake)
            for path in take_pictures(tests.Console(browser, intake), folder):
                size = path.stat().st_size
                print(f"{path}: {size} bytes")
                failed += size > MAXIMUM_SIZE
        finally:
            intake.stop()
        browser.close()
    return 1 if failed else 0


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
