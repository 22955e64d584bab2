"""A repository of schemas and streams whose names and texts are made to break out of a page."""

import json
import pathlib

SCRIPT = "<script>alert(1)</script>"
TEXTS = [
    SCRIPT, "\"'><img src=x onerror=alert(2)>", "</title></script></pre><script>alert(3)</script>",
    "javascript:alert(4)", "&lt;b&gt; &amp;", "line\u2028separator\u2029", "bell\u0007 escape\u001b[31m null\u0000",
    "\u202eright to left", "ünï cödé 漢字 🦆", "a`b", "{{x}} ${x} %s", "https://example.org/" + "long_" * 20,
]
NAMES = [
    "<img src=x onerror=alert(5)>", "__proto__", "constructor", "..", "../../x", "a.b", "a/b", "", "#", "%2e%2e", "q=1",
    "on", "ключ", "with space", "quote\"'", "$schema", "long" * 20,
]
TITLES = [
    "odd/<b>bold<", "odd/per%20cent", "odd/ha#sh?q=1", "odd/quote\"'", "odd/ünï", "odd/index.html", "odd/1.0.0",
    "odd/new\nline", "odd/" + "long" * 20,
]


def schema(title, version):
    """A version with every odd text in every place that the site shows."""
    everywhere = " ".join(TEXTS)
    properties = {
        name: {
            "type": "object", "description": text, "additionalProperties": False,
            "properties": {text: {"type": "string", "enum": TEXTS, "default": text, "pattern": text, text: text}},
        }
        for name, text in zip(NAMES, TEXTS * 2)
    }
    return {
        "title": title, "$id": f"/{title}/{version}", "$schema": "https://json-schema.org/draft-07/schema#",
        "description": everywhere, "type": "object", "properties": properties, "required": NAMES,
        "examples": [{"text": everywhere, everywhere: TEXTS}],
    }


def write(root: pathlib.Path):
    """Writes `Schemas` and `Streams` below a folder."""
    for title in TITLES:
        folder = root / "Schemas" / title
        folder.mkdir(parents=True)
        for version in ["1.0.0", "1.1.0"]:
            made = schema(title, version)
            if version == "1.0.0":
                del made["properties"][NAMES[0]]
                made["required"] = []
            (folder / f"{version}.json").write_text(json.dumps(made))
    for name, text in [("broken", "title: [\n"), ("list", "- <script>alert(6)</script>\n")]:
        folder = root / "Schemas" / "odd" / name
        folder.mkdir()
        (folder / "1.0.0.yaml").write_text(text)
    streams = root / "Streams"
    streams.mkdir()
    entry = {"schema_title": TITLES[0], "description": SCRIPT, "owner": SCRIPT, "sample": {"unit": SCRIPT, "rate": 1}}
    (streams / "odd.yaml").write_text(json.dumps({SCRIPT: entry, "odd.plain": {"schema_title": TITLES[1]}}))
