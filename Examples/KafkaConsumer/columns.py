"""Columns from JSON schemas, and values for them.

The type of a column is a DuckDB type by name ("VARCHAR"), `{name: type}` for a STRUCT, `[type]` for a list, and
`Map(type)` for a MAP whose keys are VARCHAR.
"""
import collections
import dataclasses
import datetime
import re

TIME = "TIMESTAMP WITH TIME ZONE"
SCALARS = {"string": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN"}

# A column of the first takes the values of the second as they are. One of the second becomes one of the first if it is
# in WIDENS too: queries of it stay right.
TAKES = {("DOUBLE", "BIGINT"), ("VARCHAR", TIME)}
WIDENS = {("DOUBLE", "BIGINT")}

# A `date-time` as intakes take it: also with a space, in lower case, without the minutes of the zone, in a leap second.
DATE_TIME = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)[Tt\s](?P<minute>\d\d:\d\d):(?P<second>\d\d)(?P<fraction>\.\d+)?"
    r"(?P<zone>[Zz]|[+-]\d\d(?::?\d\d)?)", re.ASCII)

Conflict = collections.namedtuple("Conflict", "path new old")


@dataclasses.dataclass(frozen=True)
class Map:
    values: object


class Misfit(Exception):
    """A schema, or a value, that the table's columns do not take."""


def of_schema(schema):
    """The type of the values of a schema; JSON where it leaves open what they are."""
    kinds = schema.get("type", []) if isinstance(schema, dict) else []
    kinds = [kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind != "null"]
    if len(kinds) != 1:
        return "JSON"
    if kinds == ["object"]:
        return of_object(schema)
    if kinds == ["array"]:
        return [of_schema(schema["items"])] if isinstance(schema.get("items"), dict) else "JSON"
    if kinds == ["string"] and schema.get("format") == "date-time":
        return TIME
    return SCALARS.get(kinds[0], "JSON")


def of_object(schema):
    properties, others = schema.get("properties"), schema.get("additionalProperties")
    if properties:
        return distinct({name: of_schema(one) for name, one in properties.items()})
    return Map(of_schema(others)) if isinstance(others, dict) and others else "JSON"


def sql(type):
    if isinstance(type, dict):
        return "STRUCT(%s)" % ", ".join(f"{quoted(name)} {sql(one)}" for name, one in type.items())
    if isinstance(type, list):
        return sql(type[0]) + "[]"
    return f"MAP(VARCHAR, {sql(type.values)})" if isinstance(type, Map) else type


def quoted(name):
    return '"%s"' % name.replace('"', '""')


def distinct(fields):
    """The fields, of which DuckDB allows no two whose names differ in upper and lower case alone."""
    names = {}
    for name in fields:
        if names.setdefault(name.lower(), name) != name:
            raise Misfit(f"the fields {names[name.lower()]} and {name} differ in upper and lower case alone")
    return fields


def merged(old, new, path, conflicts):
    """The type that takes what either takes. If there is none it is JSON, and the path is in `conflicts`."""
    if old == new or old == "JSON":
        return old
    if isinstance(old, str) and isinstance(new, str):
        if (old, new) in TAKES:
            return old
        if (new, old) in WIDENS:
            return new
    if isinstance(old, dict) and isinstance(new, dict):
        return distinct(old | {
            name: merged(old[name], one, f"{path}/{name}", conflicts) if name in old else one
            for name, one in new.items()})
    if isinstance(old, list) and isinstance(new, list):
        return [merged(old[0], new[0], f"{path}/*", conflicts)]
    if isinstance(old, Map) and isinstance(new, Map):
        return Map(merged(old.values, new.values, f"{path}/*", conflicts))
    conflicts.append(Conflict(path, new, old))
    return "JSON"


def fitted(value, type, path=""):
    """The value with all fields of the type, absent ones as None, and no others."""
    if value is None or type == "JSON":
        return value
    if isinstance(type, dict) and isinstance(value, dict):
        return {name: fitted(value.get(name), one, f"{path}/{name}") for name, one in type.items()}
    if isinstance(type, list) and isinstance(value, list):
        return [fitted(one, type[0], f"{path}/{index}") for index, one in enumerate(value)]
    if isinstance(type, Map) and isinstance(value, dict):
        return {name: fitted(one, type.values, f"{path}/{name}") for name, one in value.items()}
    kind = KINDS.get(type) if isinstance(type, str) else None
    found = kind(value) if kind else None
    if found is None:
        raise Misfit(f"the value of {path or '/'} does not fit {sql(type)}")
    return found


def text(value):
    return value if isinstance(value, str) else None


def truth(value):
    return value if isinstance(value, bool) else None


def number(value):
    """The value, if it is a number; those beyond a DOUBLE's are no part of an event."""
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def integer(value):
    """The integer that the value is, also as 5.0, if a BIGINT has it."""
    found = number(value)
    return int(found) if found is not None and -2**63 <= found < 2**63 and found == int(found) else None


def time(value):
    """The time as ISO 8601; a leap second is the second after it, as in PostgreSQL."""
    parts = DATE_TIME.fullmatch(value) if isinstance(value, str) else None
    if not parts:
        return None
    day, minute, second, fraction, zone = parts.groups(default="")
    is_leap = second == "60"
    try:
        found = datetime.datetime.fromisoformat(
            f"{day}T{minute}:{'59' if is_leap else second}{fraction[:7]}{zone.upper()}")
        return (found + datetime.timedelta(seconds=is_leap)).isoformat()
    except (OverflowError, ValueError):
        return None


KINDS = {"VARCHAR": text, "BIGINT": integer, "DOUBLE": number, "BOOLEAN": truth, TIME: time}
