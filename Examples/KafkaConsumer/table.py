"""A table of events, with the place in the topics up to which it has them: all but the statements of a database."""
import abc
import collections
import contextlib
import shlex

import columns
import events

# `next` is the offset of the first message that has not been read; a place is a topic, a partition and an offset.
OFFSETS = """
CREATE TABLE IF NOT EXISTS kafka_offsets (
    "table" VARCHAR, topic VARCHAR, "partition" INTEGER, next BIGINT, PRIMARY KEY ("table", topic, "partition"))
"""
SET_ASIDE = """
CREATE TABLE IF NOT EXISTS set_aside (
    "table" VARCHAR, place VARCHAR, reason VARCHAR, value %s, PRIMARY KEY ("table", place))
"""

OWN_TABLES = ["kafka_offsets", "set_aside"]

Row = collections.namedtuple("Row", "place id text")
Written = collections.namedtuple("Written", "rows duplicates canaries set_aside")


class TableError(Exception):
    """A table that the program cannot write."""


class Table(abc.ABC):
    """What a database adds: a context in which it is open, statements, and the types of its columns."""

    # The types of columns.py by the database's names, and that of bytes.
    names, bytes = {}, ""

    def __init__(self, name, schemas, as_json=()):
        self.name, self.schemas = name, schemas
        # The paths of columns, and of fields in them, that become JSON if a schema has another type for them.
        self.as_json = set(as_json)

    @abc.abstractmethod
    def transaction(self):
        """A context whose statements are written when it ends, or, when it fails or the process is killed, not."""

    @abc.abstractmethod
    def execute(self, statement, values=()):
        """Runs a statement with `?` for each value, and returns its rows."""

    @abc.abstractmethod
    def columns(self):
        """The table's columns and their types, or None if there is no such table."""

    @abc.abstractmethod
    def column_of(self, type):
        """The type of a column for values of a type: the same, or JSON."""

    @abc.abstractmethod
    def create(self, type):
        """Makes the table."""

    @abc.abstractmethod
    def change_of_type(self, name, type):
        """The statement's part after `ALTER TABLE … ALTER …`, for a column that keeps its values."""

    @abc.abstractmethod
    def as_before(self, column, type):
        """The expression for values of a type in a column that has become JSON."""

    @abc.abstractmethod
    def add(self, type, rows, refused):
        """Writes the rows whose ids the table does not have, each id once, and returns their number.

        Rows that the database does not take go to `refused`, by their places with a reason.
        """

    @property
    def quoted(self):
        return columns.quoted(self.name)

    def sql(self, type):
        return self.names.get(type, type) if isinstance(type, str) else columns.sql(type)

    def make_own_tables(self):
        self.execute(OFFSETS)
        self.execute(SET_ASIDE % self.bytes)

    def check(self):
        """Refuses a table of the same name that somebody else has made, and would find changed and filled."""
        found = self.columns()
        meta = (found or {}).get("meta")
        if found is not None and meta != "JSON" and not (isinstance(meta, dict) and "id" in meta):
            raise TableError(
                f"{self.place} has a table {self.name} that is not of events: it has no column meta with an id. "
                "Choose another name with --table")

    def offsets(self):
        """Where to read on, by topic and partition."""
        rows = self.execute('SELECT topic, "partition", next FROM kafka_offsets WHERE "table" = ?', [self.name])
        return {(topic, partition): offset for topic, partition, offset in rows}

    def set_aside(self):
        """The messages that are no rows, by their places."""
        return dict(self.execute(
            'SELECT place, value FROM set_aside WHERE "table" = ? ORDER BY length(place), place', [self.name]))

    def count_set_aside(self):
        [[count]] = self.execute('SELECT count(*) FROM set_aside WHERE "table" = ?', [self.name])
        return count

    def write(self, messages, offsets):
        """Writes messages and where to read on: both, or neither."""
        with self.transaction():
            by_schema, refused, canaries = events.read(messages)
            for schema in by_schema:
                # Before any event is written: one may fit only the columns that another schema widens.
                with contextlib.suppress(columns.Misfit):
                    self.widened(schema)
            rows = sum(self.insert(schema, group, refused) for schema, group in by_schema.items())
            self.keep(messages, refused)
            self.move(offsets)
        return Written(rows, len(messages) - len(refused) - canaries - rows, canaries, len(refused))

    def insert(self, schema, group, refused):
        """Writes the events whose id the table does not have, and returns their number."""
        try:
            type = self.widened(schema)
        except columns.Misfit as misfit:
            refused.update(dict.fromkeys(group, str(misfit)))
            return 0
        rows = []
        for place, event in group.items():
            try:
                row = columns.fitted(event, type)
                rows.append(Row(place, events.id_of(event), events.text_of(row)))
            except columns.Misfit as misfit:
                refused[place] = str(misfit)
        return self.add(type, rows, refused)

    def widened(self, schema):
        """The type of a schema's rows, after the table has got the columns that it lacked."""
        new = {name: self.column_of(one) for name, one in self.schemas.type(schema).items()}
        old, conflicts = self.columns(), []
        if old is None:
            self.create(new)
            return new
        type = columns.merged(old, new, "", conflicts)
        conflicts = [one for one in conflicts if one.path not in self.as_json]
        if conflicts:
            raise columns.Misfit(self.remedy(schema, conflicts))
        for name, one in type.items():
            if name not in old:
                self.execute(f"ALTER TABLE {self.quoted} ADD COLUMN {columns.quoted(name)} {self.sql(one)}")
            elif old[name] != one:
                change = self.change_of_type(name, one)
                self.execute(f"ALTER TABLE {self.quoted} ALTER {columns.quoted(name)} {change}")
        return {name: type[name] for name in new}

    def remedy(self, schema, conflicts):
        places = ", ".join(
            f"{one.path} has the type {self.sql(one.new)} and is {self.sql(one.old)} in the table" for one in conflicts)
        options = " ".join(f"--as-json {shlex.quote(one.path)}" for one in conflicts)
        texts = sorted({self.as_before(one.path.split("/"), self.sql(one.old)) for one in conflicts})
        return (
            f"in {schema} {places}. For a column that takes both, as JSON, run this program with --retry {options}. "
            f"Queries that use the column have to change: they read the values that it had by {', '.join(texts)}")

    def keep(self, messages, refused):
        """Sets aside the messages that are refused, and no longer those that are not."""
        self.execute(
            'DELETE FROM set_aside WHERE "table" = ? AND place IN (SELECT unnest(?::VARCHAR[]))',
            [self.name, [place for place in messages if place not in refused]])
        if refused:
            self.execute(
                f'INSERT INTO set_aside SELECT ?, unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), unnest(?::{self.bytes}[]) '
                'ON CONFLICT ("table", place) DO UPDATE SET reason = excluded.reason, value = excluded.value',
                [self.name, list(refused), [printable(one) for one in refused.values()],
                 [messages[place] for place in refused]])

    def move(self, offsets):
        """Moves the places where to read on, forward only: another process may have moved them."""
        for (topic, partition), offset in offsets.items():
            self.execute(
                'INSERT INTO kafka_offsets VALUES (?, ?, ?, ?) ON CONFLICT ("table", topic, "partition") DO UPDATE '
                'SET next = greatest(kafka_offsets.next, excluded.next)',
                [self.name, topic, partition, offset])


def printable(reason):
    """The reason without characters of an event's names that a database refuses."""
    return reason.encode(errors="backslashreplace").decode().replace("\0", "\\0")
