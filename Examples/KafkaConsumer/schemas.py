"""The schemas that events name, from where an intake or a schema server has them."""
import json
import re
import urllib.error
import urllib.request

import columns

NAME = re.compile(r"(/[a-zA-Z0-9_-][a-zA-Z0-9_.-]*)+/\d+\.\d+\.\d+", re.ASCII)


class FetchError(Exception):
    pass


class Schemas:
    def __init__(self, url):
        self.url, self.types = url.rstrip("/"), {}

    def type(self, name):
        """The type of a schema's events. A version of a schema never changes, so that each is fetched once."""
        if not NAME.fullmatch(str(name)):
            raise columns.Misfit("its $schema is no name with a version, as /app/search/1.0.0 is")
        if name not in self.types:
            self.types[name] = self.checked(name, columns.of_schema(self.fetched(name)))
        return self.types[name]

    def fetched(self, name):
        try:
            with urllib.request.urlopen(self.url + name, timeout=10) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code == 404:
                raise columns.Misfit(f"{self.url} has no {name}. Publish it, then run this program with --retry")
            raise FetchError(f"{self.url}{name}: {error}") from None
        except (OSError, ValueError) as error:
            raise FetchError(f"{self.url}{name}: {error}") from None

    def checked(self, name, type):
        meta = type.get("meta") if isinstance(type, dict) else None
        if not isinstance(meta, dict) or meta.get("id") != "VARCHAR":
            raise columns.Misfit(f"{name} has no text meta.id, by which duplicates are recognised")
        return type
