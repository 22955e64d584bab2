"""Events from messages, and what keeps a message from being one."""
import collections
import json
import math

import columns

LARGEST = 1.7976931348623157e308
NO_EVENT = "it is no JSON object with $schema"
TOO_DEEP = "its objects and arrays are nested too deeply"


def read(messages):
    """The events by their schemas and places, why other messages are none, and the number of canaries.

    A canary is a synthetic event of `eventctl canary`, by which an operator tries the way here. It is no row.
    """
    events, refused, canaries = collections.defaultdict(dict), {}, 0
    for place, value in messages.items():
        try:
            event = parsed(value)
            if is_canary(event):
                canaries += 1
            else:
                events[event["$schema"]][place] = event
        except columns.Misfit as misfit:
            refused[place] = str(misfit)
        except (TypeError, ValueError, KeyError):
            refused[place] = NO_EVENT
        except RecursionError:
            refused[place] = TOO_DEEP
    return events, refused, canaries


def parsed(value):
    return json.loads(value, parse_float=bounded(float), parse_int=bounded(int), parse_constant=no_constant)


def bounded(type):
    """Reads numbers up to the largest DOUBLE: some databases take larger ones as JSON, and others fail."""
    def read(text):
        value = type(text) if len(text) <= 400 or type is float else math.inf
        if abs(value) > LARGEST:
            shown = text if len(text) <= 40 else text[:40] + "…"
            raise columns.Misfit(f"the number {shown} is beyond ±1.8e308")
        return value
    return read


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def is_canary(event):
    meta = event.get("meta") if isinstance(event, dict) else None
    return isinstance(meta, dict) and meta.get("domain") == "canary"


def id_of(event):
    meta = event.get("meta")
    id = meta.get("id") if isinstance(meta, dict) else None
    if not (isinstance(id, str) and id):
        raise columns.Misfit("it has no meta.id, by which duplicates are recognised")
    return id


def text_of(row):
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False)
        text.encode()
        return text
    except RecursionError:
        raise columns.Misfit(TOO_DEEP) from None
    except UnicodeEncodeError:
        raise columns.Misfit("it has a text with half of a surrogate pair, which is no character") from None
