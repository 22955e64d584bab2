"""Measures the console; started by Benchmarks/console."""

import http.client
import json
import pathlib
import statistics
import sys
import tempfile
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/BrowserTests"))

import console
from playwright.sync_api import sync_playwright

BATCHES_A_SECOND = 20
WIDTHS = [390, 640, 1280]
RUNS = 5
FILTERS = ["nobody", "action:held7", "-action:held* status:accepted", "valid:false"]
# Notes when each probe is in the page first, and how long each task took that was longer than 50 ms.
WATCH = """() => {
  window.seen = {}
  window.tasks = []
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => Math.round(entry.duration))))
    .observe({ type: "longtask" })
  new MutationObserver(() => {
    const probes = document.querySelector("#list").textContent.match(/probe-[0-9]+-/g) ?? []
    for (const probe of probes) seen[probe] ??= Date.now()
  }).observe(document.querySelector("#list"), { childList: true, subtree: true })
}"""


class Connection:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def request(self, method, path, body=None):
        """The time that a request took, in milliseconds."""
        start = time.monotonic()
        self.connection.request(method, path, body, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        response.read()
        assert response.status in (200, 201), response.status
        return (time.monotonic() - start) * 1000


def batch(count, name):
    return [console.event(f"{name}{number}", action_context="x" * 200) for number in range(count)]


def hold(connection, count):
    body = json.dumps(batch(200, "held"))
    for _ in range(count // 200):
        connection.request("POST", "/v1/events", body)


def send(connection, rate, seconds):
    """Sends events at a rate; the time at which the newest of each batch was sent, by its name."""
    sent, start = {}, time.monotonic()
    for number in range(seconds * BATCHES_A_SECOND):
        events = batch(rate // BATCHES_A_SECOND, "live")
        events[-1]["action"] = f"probe-{number}-"
        sent[events[-1]["action"]] = time.time() * 1000
        connection.request("POST", "/v1/events", json.dumps(events))
        time.sleep(max(0, start + (number + 1) / BATCHES_A_SECOND - time.monotonic()))
    return sent, len(sent) * (rate // BATCHES_A_SECOND) / (time.monotonic() - start)


def work(page):
    """What a person does while events arrive: scrolls, opens an event, compares it with another, downloads all."""
    for _ in range(20):
        page.evaluate("document.querySelector('#list').scrollTop += 700")
        page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    rows = console.rows(page).count()
    console.rows(page).nth(20).click()
    page.get_by_role("button", name="Compare with the next that I open").click()
    page.keyboard.press("Escape")
    console.rows(page).nth(22).click()
    page.wait_for_selector(".comparison tbody tr")
    page.keyboard.press("Escape")
    with page.expect_download(timeout=120_000) as download:
        console.choose(page, "More", "Download as NDJSON")
    download.value.path()
    return rows


def measure_windows(browser, intake, rate):
    for width in WIDTHS:
        longest, rows = [], 0
        for _ in range(RUNS):
            page = console.Console(browser, intake).open(viewport={"width": width, "height": 800})
            console.wait_for_live(page)
            page.evaluate(WATCH)
            stop = threading.Event()
            sender = threading.Thread(target=send_until, args=(stop, intake.port, rate))
            sender.start()
            try:
                rows = max(rows, work(page))
            finally:
                stop.set()
                sender.join()
            longest.append(max(page.evaluate("() => tasks"), default=0))
            page.context.close()
        print(f"{width} pixels, {rate} a second: {rows} rows in the document, longest task "
              f"{statistics.median(longest)} ms (median of {longest})")


def send_until(stop, port, rate):
    connection = Connection(port)
    while not stop.wait(1 / rate):
        connection.request("POST", "/v1/events", json.dumps(batch(1, "live")))


def measure(browser, intake, held, rate, seconds):
    connection = Connection(intake.port)
    hold(connection, held)
    for filter_text in FILTERS:
        path = "/events?order=newest&limit=200&q=" + urllib.parse.quote(filter_text)
        print(f"filter {filter_text}: {connection.request('GET', path):.0f} ms")
    print(f"counts: {connection.request('GET', '/counts/matching'):.0f} ms")
    page = console.Console(browser, intake).open()
    console.wait_for_live(page)
    page.evaluate(WATCH)
    sent, actual = send(connection, rate, seconds)
    page.wait_for_timeout(1000)
    seen = page.evaluate("() => seen")
    # Those that were in sight: more arrive between two frames than fit on the screen.
    delays = sorted(seen[probe] - sent[probe] for probe in sent if probe in seen)
    print(f"{actual:.0f} events a second; {len(delays)} of {len(sent)} probes were in sight, after "
          f"{delays[len(delays) // 2]:.0f} ms (median), {delays[-1]:.0f} ms (at most)")
    print(f"tasks longer than 50 ms: {page.evaluate('() => tasks')}")
    print(f"page: {page.evaluate('() => performance.memory.usedJSHeapSize / 1e6'):.0f} MB, "
          f"{page.locator('#list .rows').evaluate('rows => rows.clientHeight / 34')} rows, "
          f"{console.rows(page).count()} of them elements")
    status = pathlib.Path(f"/proc/{intake.process.pid}/status").read_text()
    print("intake: " + next(line for line in status.splitlines() if line.startswith("VmHWM")))


def main(eventctl, chromium, *numbers):
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        intake = console.Intake(eventctl, pathlib.Path(folder)).start()
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--enable-precise-memory-info"])
        try:
            measure(browser, intake, *map(int, numbers))
            measure_windows(browser, intake, 20)
        finally:
            browser.close()
            intake.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
