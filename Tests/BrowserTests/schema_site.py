#!/usr/bin/env python3
"""Tries the site of `eventctl schemas docs` in a browser: its own schemas, and odd ones.

  schema_site.py EVENTCTL CHROMIUM [TEST...]

TEST is the name of a test without test_; unless one is named, all are tried. Prints each test that fails, and how many
passed. Exit status 1 when one failed.
"""

import pathlib
import subprocess
import sys
import tempfile
import traceback
import urllib.parse

from playwright.sync_api import sync_playwright

import odd_schemas
import page_checks

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEARCH = "schemas/analytics/product_metrics/app/search/index.html"


class Site:
    """A folder with a site, and pages of it in a browser that notes what they do."""

    def __init__(self, browser, folder):
        self.browser, self.folder, self.faults = browser, folder, []

    def address(self, path):
        return (self.folder / path).as_uri()

    def open(self, path, fragment="", **options):
        page = self.browser.new_context(**options).new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: self.faults.append(f"{path}: console: {message.text}"))
        page.on("pageerror", lambda error: self.faults.append(f"{path}: {error}"))
        page.on("dialog", lambda dialog: (self.faults.append(f"{path}: dialog {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: self.note_request(path, request.url))
        page.on("requestfailed", lambda request: self.note_failure(path, request))
        page.goto(self.address(path) + fragment)
        return page

    def note_request(self, path, url):
        if not url.startswith(self.folder.as_uri()) and not url.startswith("data:,"):
            self.faults.append(f"{path}: request to {url}")

    def note_failure(self, path, request):
        # A page that is left while it loads aborts its requests.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"{path}: failed {request.url}: {request.failure}")

    def pages(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*.html"))

    def wanted_page(self, page):
        """The path of the page that is shown, below the site."""
        path = urllib.parse.unquote(urllib.parse.urlsplit(page.url).path)
        return str(pathlib.Path(path).relative_to(self.folder))


# MARK: - Search


def test_search_finds_a_field_and_opens_it(own, odd):
    page = own.open("index.html")
    page.fill("#query", "chosen position")
    page.wait_for_selector("#result-list li")
    assert page.locator("#result-list li code").first.inner_text() == "chosen_position"
    page.click("#result-list li a")
    page.wait_for_url("**/search/index.html#field-chosen_position")
    assert page.locator("tr:target th").inner_text() == "chosen_position"


def test_search_finds_words_of_descriptions_and_titles(own, odd):
    page = own.open("index.html")
    for words, wanted in [("words typed", "app/search"), ("IDENTIFIER of this ONE event", "meta.id")]:
        page.fill("#query", words)
        page.wait_for_function("w => document.querySelector('#result-list')?.textContent.includes(w)", arg=wanted)
    page.fill("#query", "nosuchfieldanywhere")
    page.wait_for_function("document.querySelector('#result-count').textContent.startsWith('Nothing')")


def test_search_by_keyboard_alone(own, odd):
    page = own.open(SEARCH)
    page.keyboard.press("/")
    page.keyboard.type("meta.id")
    page.wait_for_selector("#result-list li")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('#result-list') !== null")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('#result-list li:first-child a')")
    page.keyboard.press("Enter")
    page.wait_for_url("**#field-meta.id")
    page.go_back()
    page.wait_for_selector("#result-list li")
    assert page.input_value("#query") == "meta.id"
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert page.input_value("#query") == "" and page.locator("#results").is_hidden()


def test_enter_opens_the_best_result(own, odd):
    page = own.open("index.html")
    page.keyboard.press("/")
    page.keyboard.type("analytics/product_metrics/app/search")
    page.keyboard.press("Enter")
    page.wait_for_url("**/app/search/index.html")


def test_link_to_a_field_opens_the_parts_around_it(own, odd):
    page = own.open(SEARCH)
    page.get_by_role("button", name="Close all parts").click()
    assert not page.locator("[id='field-meta.id']").is_visible()
    page.goto(own.address(SEARCH) + "#field-meta.id")
    page.wait_for_function("document.getElementById('field-meta.id').checkVisibility()")
    page.get_by_role("button", name="Open all parts").click()
    assert page.locator("[id='field-performer.id']").is_visible()


# MARK: - Reading


def test_example_is_copied_as_json(own, odd):
    page = own.open(SEARCH, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").first.click()
    page.wait_for_function("document.querySelector('pre').previousElementSibling.textContent === 'Copied'")
    assert '"$schema": "/analytics/product_metrics/app/search/1.0.0"' in page.evaluate("navigator.clipboard.readText()")


def test_pages_are_read_without_scripts(own, odd):
    page = own.open("index.html", java_script_enabled=False)
    assert page.locator("#search").is_hidden()
    page.click(f"a[href='{SEARCH}']")
    assert own.wanted_page(page) == SEARCH
    for words in ["query_length", "maximum", "app.search_suggestions", "nobody: the rate is 0", "Required"]:
        assert words in page.locator("main").inner_text(), words
    assert page.locator("[id='field-meta.id']").is_visible()


def test_text_has_enough_contrast_in_light_and_dark(own, odd):
    for scheme in ["light", "dark"]:
        for site, path in [(own, "index.html"), (own, SEARCH), (odd, "index.html"), (odd, odd.pages()[1])]:
            page = site.open(path, "#q=a", color_scheme=scheme)
            page.wait_for_selector("#result-list li")
            assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (scheme == "dark")
            weak = page.evaluate(page_checks.WEAK_CONTRAST)
            assert not weak, f"{scheme} {path}: {weak[:5]}"


def test_every_focus_is_seen(own, odd):
    page = own.open(SEARCH)
    for _ in range(12):
        page.keyboard.press("Tab")
        style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style != "none", page.evaluate("document.activeElement.outerHTML")


def test_pages_fit_a_phone(own, odd):
    for site, path in [(site, path) for site in [own, odd] for path in site.pages()]:
        page = site.open(path, viewport={"width": 360, "height": 740})
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path}: {wide} pixels too wide"
        page.context.close()


# MARK: - Every page


def test_every_page_is_well_made(own, odd):
    for site in [own, odd]:
        faults = page_checks.faults_of(site.folder)
        assert not faults, "\n".join(faults[:10])


def test_odd_texts_are_shown_as_they_are(own, odd):
    for path in odd.pages():
        page = odd.open(path)
        made = page.evaluate("document.querySelectorAll('script, img, iframe, object, style, base').length")
        assert made == 1, f"{path}: {made} elements"  # the site's own script
        page.context.close()
    page = odd.open("index.html")
    for words in [odd_schemas.SCRIPT, odd_schemas.NAMES[0], "__proto__", "漢字"]:
        page.fill("#query", words)
        page.wait_for_function("w => document.querySelector('#result-list').textContent.includes(w)", arg=words)
        assert page.locator("#result-list script, #result-list img").count() == 0
    page.fill("#query", odd_schemas.NAMES[0])
    page.keyboard.press("Enter")
    page.wait_for_selector("tr:target")
    assert page.locator("tr:target th").first.inner_text() == odd_schemas.NAMES[0]


def test_unread_schemas_are_named(own, odd):
    page = odd.open("index.html")
    assert page.get_by_role("heading", name="What could not be read").is_visible()
    page.click("main .note a >> nth=0")
    assert "No file of this schema can be read" in page.locator("main").inner_text()


def test_nothing_is_said_on_the_console_and_nothing_leaves_the_folder(own, odd):
    for site in [own, odd]:
        for path in site.pages():
            page = site.open(path, "#q=a")
            page.wait_for_load_state("networkidle")
            page.context.close()
        assert not site.faults, "\n".join(site.faults[:10])


# MARK: -


def make(eventctl, folder, wanted_status, *options):
    site = folder / "site"
    command = [eventctl, "schemas", "docs", *options, "-o", str(site)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert result.returncode == wanted_status, f"status {result.returncode}: {result.stderr}"
    return site


def main(eventctl, chromium, *names):
    tests = [test for name, test in list(globals().items()) if name.startswith("test_")]
    if names:
        tests = [globals()[f"test_{name}"] for name in names]
    failed = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder).resolve()
        (folder / "own").mkdir()
        odd_schemas.write(folder / "odd")
        options = ["--schemas", str(folder / "odd/Schemas"), "--streams", str(folder / "odd/Streams")]
        sites = [make(eventctl, folder / "own", 0), make(eventctl, folder / "odd", 1, *options)]
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        own, odd = (Site(browser, site) for site in sites)
        for test in tests:
            try:
                test(own, odd)
                print(f"passed: {test.__name__[5:].replace('_', ' ')}")
            except Exception:
                failed += 1
                print(f"FAILED: {test.__name__[5:].replace('_', ' ')}\n{traceback.format_exc(limit=-2)}")
            for context in browser.contexts:
                context.close()
        browser.close()
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
