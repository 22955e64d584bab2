"""Columns from JSON schemas, and values for them.

The type of a column is a DuckDB type by name ("VARCHAR"), `{name: type}` for a STRUCT, `[type]` for a list, and
`Map(type)` for a MAP whose keys are VARCHAR.
"""
import dataclasses
import datetime
import math

TIME = "TIMESTAMP WITH TIME ZONE"
SCALARS = {"string": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN"}

# A column of the first takes the values of the second as they are.
TAKES = {("DOUBLE", "BIGINT"), ("VARCHAR", TIME)}


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


def of_table(type):
    """The type that DuckDB has for a column."""
    if type.id == "struct":
        return {name: of_table(child) for name, child in type.children}
    if type.id == "list":
        return [of_table(type.children[0][1])]
    if type.id == "map":
        return Map(of_table(type.children[1][1]))
    return str(type)


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
    """The type that takes what either takes. Where there is none it is JSON, and the path is in `conflicts`."""
    if old == new or old == "JSON" or (isinstance(old, str) and (old, new) in TAKES):
        return old
    if isinstance(old, dict) and isinstance(new, dict):
        return distinct(old | {
            name: merged(old[name], one, f"{path}/{name}", conflicts) if name in old else one
            for name, one in new.items()})
    if isinstance(old, list) and isinstance(new, list):
        return [merged(old[0], new[0], f"{path}/*", conflicts)]
    if isinstance(old, Map) and isinstance(new, Map):
        return Map(merged(old.values, new.values, f"{path}/*", conflicts))
    conflicts.append(f"{path} has the type {sql(new)} and is {sql(old)} in the table")
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
    if isinstance(type, str) and FITS.get(type, lambda _: False)(value):
        return value
    raise Misfit(f"the value of {path or '/'} does not fit {sql(type)}")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value):
    return is_number(value) and math.isfinite(value) and value == int(value) and -2**63 <= value < 2**63


def is_time(value):
    try:
        return datetime.datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


FITS = {
    "VARCHAR": lambda value: isinstance(value, str),
    "BIGINT": is_integer,
    "DOUBLE": lambda value: is_number(value) and abs(value) <= 1.7976931348623157e308,
    "BOOLEAN": lambda value: isinstance(value, bool),
    TIME: is_time,
}
