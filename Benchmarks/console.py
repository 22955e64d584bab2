"""Measures the console; started by Benchmarks/console."""

import http.client
import json
import pathlib
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/BrowserTests"))

import console
from playwright.sync_api import sync_playwright

BATCHES_A_SECOND = 20
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


def measure(browser, intake, held, rate, seconds):
    connection = Connection(intake.port)
    hold(connection, held)
    for filter_text in FILTERS:
        path = "/events?order=newest&limit=200&q=" + urllib.parse.quote(filter_text)
        print(f"filter {filter_text}: {connection.request('GET', path):.0f} ms")
    print(f"bars: {connection.request('GET', '/counts/minutes'):.0f} ms")
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
          f"{page.get_attribute('#list', 'aria-rowcount')} rows, {console.rows(page).count()} of them elements")
    status = pathlib.Path(f"/proc/{intake.process.pid}/status").read_text()
    print("intake: " + next(line for line in status.splitlines() if line.startswith("VmHWM")))


def main(eventctl, chromium, *numbers):
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        intake = console.Intake(eventctl, pathlib.Path(folder)).start()
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--enable-precise-memory-info"])
        try:
            measure(browser, intake, *map(int, numbers))
        finally:
            browser.close()
            intake.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
