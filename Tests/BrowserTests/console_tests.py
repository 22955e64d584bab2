#!/usr/bin/env python3
"""Tries the console of `eventctl serve` in a browser.

  console_tests.py EVENTCTL CHROMIUM [TEST...]      all tests, or those whose names contain one of the texts

Prints each test that fails, and how many passed. Exit status 1 when one failed. With CONSOLE_PAGE=FOLDER in the
environment the files of the page are those of the folder, so that work on them needs no build.
"""

import pathlib
import sys
import tempfile
import traceback

from playwright.sync_api import sync_playwright

import console
import console_accessible
import console_clients
import console_exact
import console_honest
import console_list
import console_modules
import console_intakes

MODULES = [console, console_clients, console_exact, console_honest, console_list, console_modules]


def run(name, test, *arguments):
    try:
        test(*arguments)
        print(f"passed: {name}")
        return 0
    except Exception:
        print(f"FAILED: {name}\n{traceback.format_exc(limit=8)}")
        return 1


def try_console(console, name, test):
    console.intake.clear()
    console.faults, console.expected = [], []
    test(console)
    assert not console.faults, console.faults[:5]


def named(wanted, prefix, *modules):
    """The functions of modules with a prefix whose names contain one of the wanted texts, if there are any."""
    found = [(name.removeprefix(prefix).replace("_", " "), function) for module in modules
             for name, function in vars(module).items() if name.startswith(prefix)]
    return [(name, function) for name, function in found if not wanted or any(text in name for text in wanted)]


def main(eventctl, chromium, *wanted):
    tests = named(wanted, "test_", *MODULES)
    # Each has an intake of its own.
    trials = named(wanted, "try_", console_accessible, console_intakes)
    failed = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder).resolve()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        intake = console.Intake(eventctl, folder).start()
        try:
            for name, test in tests:
                failed += run(name, try_console, console.Console(browser, intake), name, test)
                for context in browser.contexts:
                    context.close()
            for number, (name, trial) in enumerate(trials):
                (own := folder / str(number)).mkdir()
                failed += run(name, trial, eventctl, browser, own)
        finally:
            intake.stop()
        browser.close()
    print(f"{len(tests) + len(trials) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
