"""A table of events in a DuckDB file, with the place in the topics up to which it has them."""
import collections
import contextlib
import json
import time

import duckdb

import columns

# `next` is the offset of the first message that has not been read; a place is a topic, a partition and an offset.
OWN_TABLES = """
CREATE TABLE IF NOT EXISTS kafka_offsets (
    "table" VARCHAR, topic VARCHAR, "partition" INTEGER, next BIGINT, PRIMARY KEY ("table", topic, "partition"));
CREATE TABLE IF NOT EXISTS set_aside (
    "table" VARCHAR, place VARCHAR, reason VARCHAR, value BLOB, PRIMARY KEY ("table", place));
"""

Written = collections.namedtuple("Written", "rows duplicates set_aside")


class Table:
    """Open only while it is used, since DuckDB lets nobody read a file that another program has open to write."""

    def __init__(self, path, name, schemas):
        self.path, self.name, self.schemas = path, name, schemas

    def __enter__(self):
        self.database = self.opened()
        self.database.execute(OWN_TABLES)
        return self

    def __exit__(self, *_):
        self.database.close()

    def opened(self):
        waits = False
        while True:
            try:
                return duckdb.connect(self.path)
            except duckdb.IOException as error:
                if "Could not set lock" not in str(error):
                    raise
                if not waits:
                    print(f"waiting: {self.path} is open in another program", flush=True)
                waits = True
                time.sleep(0.2)

    def offsets(self):
        """Where to read on, by topic and partition."""
        rows = self.database.execute(
            'SELECT topic, "partition", next FROM kafka_offsets WHERE "table" = ?', [self.name]).fetchall()
        return {(topic, partition): offset for topic, partition, offset in rows}

    def set_aside(self):
        """The messages that are no rows, by their places."""
        return dict(self.database.execute(
            'SELECT place, value FROM set_aside WHERE "table" = ? ORDER BY rowid', [self.name]).fetchall())

    def write(self, messages, offsets):
        """Writes messages and where to read on: both, or, when it fails or the process is killed, neither."""
        self.database.begin()
        try:
            events, refused = read(messages)
            rows = sum(self.insert(schema, group, refused) for schema, group in events.items())
            self.keep(messages, refused)
            self.move(offsets)
            self.database.commit()
        except BaseException:
            # A commit that fails, as on a full disk, has ended the transaction: what failed is the error to report.
            with contextlib.suppress(duckdb.TransactionException):
                self.database.rollback()
            raise
        return Written(rows, len(messages) - len(refused) - rows, len(refused))

    def insert(self, schema, events, refused):
        """Writes the events whose id the table does not have, and returns their number."""
        try:
            type = self.widened(schema)
        except columns.Misfit as misfit:
            refused.update(dict.fromkeys(events, str(misfit)))
            return 0
        rows = {}
        for place, event in events.items():
            try:
                row = columns.fitted(event, type)
                rows.setdefault(id_of(row), text_of(row))
            except columns.Misfit as misfit:
                refused[place] = str(misfit)
        table = columns.quoted(self.name)
        return self.database.execute(
            f"""
            INSERT INTO {table} BY NAME SELECT unnest(event) FROM (
                SELECT unnest(?::VARCHAR[])::JSON::{columns.sql(type)} AS event
            ) AS new WHERE NOT EXISTS (FROM {table} AS old WHERE old.meta.id = new.event.meta.id)
            """, [list(rows.values())]).fetchone()[0]

    def widened(self, schema):
        """The type of the table's rows, after the table has got the columns of the schema that it lacked."""
        new, table = self.schemas.type(schema), columns.quoted(self.name)
        if (self.name,) not in self.database.execute("SHOW TABLES").fetchall():
            self.database.execute(f"CREATE TABLE {table} AS SELECT unnest(NULL::{columns.sql(new)}) LIMIT 0")
        relation, conflicts = self.database.table(table), []
        old = {name: columns.of_table(type) for name, type in zip(relation.columns, relation.types)}
        type = columns.merged(old, new, "", conflicts)
        changes = [
            f"ALTER TABLE {table} ADD COLUMN {columns.quoted(name)} {columns.sql(one)}" if name not in old
            else f"ALTER TABLE {table} ALTER {columns.quoted(name)} TYPE {columns.sql(one)}"
            for name, one in type.items() if old.get(name) != one]
        if conflicts:
            raise columns.Misfit(
                f"in {schema} {', '.join(conflicts)}. For a column that takes both, as JSON, run in {self.path}: "
                f"{'; '.join(changes)}; then run this program with --retry")
        for change in changes:
            self.database.execute(change)
        return type

    def keep(self, messages, refused):
        """Sets aside the messages that are refused, and no longer those that are not."""
        self.database.execute(
            'DELETE FROM set_aside WHERE "table" = ? AND place IN (SELECT unnest(?::VARCHAR[]))',
            [self.name, [place for place in messages if place not in refused]])
        for place, reason in refused.items():
            self.database.execute(
                "INSERT OR REPLACE INTO set_aside VALUES (?, ?, ?, ?)", [self.name, place, reason, messages[place]])

    def move(self, offsets):
        """Moves the places where to read on, forward only: another process may have moved them."""
        for (topic, partition), offset in offsets.items():
            self.database.execute(
                "INSERT INTO kafka_offsets VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET next = greatest(next, excluded.next)",
                [self.name, topic, partition, offset])


def read(messages):
    """The events by their schemas and places, and why a message is none."""
    events, refused = collections.defaultdict(dict), {}
    for place, value in messages.items():
        try:
            event = json.loads(value)
            events[event["$schema"]][place] = event
        except (TypeError, ValueError, KeyError, RecursionError):
            refused[place] = "it is no JSON object with $schema"
    return events, refused


def id_of(row):
    if not (row["meta"] and row["meta"]["id"]):
        raise columns.Misfit("it has no meta.id, by which duplicates are recognised")
    return row["meta"]["id"]


def text_of(row):
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False)
        text.encode()
        return text
    except ValueError:
        raise columns.Misfit("it has a number or a text that JSON does not allow") from None
