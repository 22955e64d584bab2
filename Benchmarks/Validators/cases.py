"""What the validators are compared on: cases, each with schemas and the texts of values."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Where Debian's packages are.
NODE = {"PATH": "/usr/local/bin:/usr/bin:/bin", "NODE_PATH": "/usr/share/nodejs"}


def schemas(folder):
    """The versioned schemas below a folder."""
    with tempfile.NamedTemporaryFile() as output:
        reader = ROOT / "Tests/EventSchemaTests/Differential/ajv.cjs"
        subprocess.run(["node", reader, "corpus", folder, output.name], check=True, env=NODE)
        for line in pathlib.Path(output.name).read_text().splitlines():
            schema = json.loads(line)["schema"]
            # Only with http do all know the dialect.
            schema["$schema"] = schema["$schema"].replace("https:", "http:")
            yield schema


def app_event():
    """An event of 1.6 kB by the base schema for apps, with all that may be in one."""
    schema = next(schemas(ROOT / "Schemas/analytics/product_metrics/app/base"))
    return {"name": "the event of an app", "sets": [inputs(schema, [(HERE / "event.json").read_text()])]}


def corpora():
    """The schemas of Wikimedia with their examples, and examples in which one member is missing or has another type."""
    chosen = random.Random(1)
    sets = []
    for folder in ["schemas-event-primary", "schemas-event-secondary"]:
        places = [ROOT / ".suites/corpus" / folder, ROOT.parent / "shared/corpus" / folder]
        place = next((place for place in places if place.exists()), None)
        if place is None:
            sys.exit(f"{folder} is missing; Tests/fetch-suites fetches it")
        for schema in schemas(place / "jsonschema"):
            examples = schema.get("examples", [])
            values = examples + [mutated(example, chosen) for example in examples]
            if values:
                sets.append(inputs(schema, [text(value) for value in values]))
    return {"name": "the corpora", "sets": sets}


def mutated(example, chosen):
    """A copy in which one member, at any depth, is missing or has a value of another type."""
    copy = json.loads(json.dumps(example))
    places = []

    def collect(value):
        if isinstance(value, dict):
            for name in value:
                places.append((value, name))
                collect(value[name])
    collect(copy)
    parent, name = chosen.choice(places)
    if chosen.random() < 0.5:
        del parent[name]
    else:
        parent[name] = chosen.choice([None, True, 7, 1.5, "text", [], {}])
    return copy


def inputs(schema, texts):
    """A schema, the texts of values, and the same with a space behind each comma and colon between their parts."""
    spaced = [json.dumps(json.loads(text), ensure_ascii=False) for text in texts]
    return {"schema": schema, "texts": texts, "spaced": spaced}


def text(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def order(size):
    """An event of about that many bytes: an order with lines."""
    lines = []
    event = {"id": "0f8fad5b-d9cb-469f-a165-70867728950e", "dt": "2026-11-26T10:00:00Z", "lines": lines}
    while len(text(event)) < size:
        number = len(lines)
        line = {"sku": f"tea-{number:05}", "count": number % 7 + 1, "price": 4.5 + number, "gift": number % 3 == 0,
                "tags": ["loose", "black"]}
        lines.append(line | ({"name": "Assam, second flush"} if number % 2 else {}))
    return event


ORDER = {
    "$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["id", "dt", "lines"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string", "minLength": 36, "maxLength": 36}, "dt": {"type": "string", "format": "date-time"},
        "lines": {"type": "array", "items": {
            "type": "object", "required": ["sku", "count", "price"], "additionalProperties": False,
            "properties": {
                "sku": {"type": "string", "pattern": "^[a-z]+-[0-9]+$"}, "name": {"type": "string", "maxLength": 64},
                "count": {"type": "integer", "minimum": 1}, "price": {"type": "number", "exclusiveMinimum": 0},
                "gift": {"type": "boolean"}, "tags": {"type": "array", "items": {"enum": ["loose", "black", "green"]}},
            }}},
    },
}


def wide(count):
    """A schema with that many properties, and an event that has up to 20 of them."""
    kinds = [({"type": "string", "maxLength": 64}, "Molen"), ({"type": "integer", "minimum": 0}, 48213),
             ({"type": "boolean"}, True), ({"type": "string", "enum": ["read", "edit", "talk"]}, "edit")]
    names = [f"property_{number:04}" for number in range(count)]
    properties = {name: kinds[number % 4][0] for number, name in enumerate(names)}
    event = {names[number]: kinds[number % 4][1] for number in range(0, count, max(1, count // 20))}
    return inputs({"type": "object", "properties": properties, "additionalProperties": False}, [text(event)])


def all():
    sizes = [200, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000]
    return ([app_event(), corpora()]
            + [{"name": f"size {len(order)}", "sets": [inputs(ORDER, [order])]}
               for order in (text(order(size)) for size in sizes)]
            + [{"name": f"properties {count}", "sets": [wide(count)]} for count in [10, 30, 100, 300, 1000]])
