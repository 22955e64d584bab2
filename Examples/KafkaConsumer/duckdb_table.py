"""A table of events in a DuckDB file."""
import contextlib
import json
import time

import duckdb

import columns
from table import Table


class DuckDBTable(Table):
    """Open only while it is used, since DuckDB lets nobody read a file that another program has open to write."""

    bytes = "BLOB"

    def __init__(self, path, name, schemas, as_json=()):
        super().__init__(name, schemas, as_json)
        self.place = path

    def __enter__(self):
        self.database = self.opened()
        self.make_own_tables()
        return self

    def __exit__(self, *_):
        self.database.close()

    def opened(self):
        waits = False
        while True:
            try:
                return duckdb.connect(self.place)
            except duckdb.IOException as error:
                if "Could not set lock" not in str(error):
                    raise
                if not waits:
                    print(f"waiting: {self.place} is open in another program", flush=True)
                waits = True
                time.sleep(0.2)

    @contextlib.contextmanager
    def transaction(self):
        self.database.begin()
        try:
            yield
            self.database.commit()
        except BaseException:
            # A commit that fails, as on a full disk, has ended the transaction: what failed is the error to report.
            with contextlib.suppress(duckdb.TransactionException):
                self.database.rollback()
            raise

    def execute(self, statement, values=()):
        return self.database.execute(statement, list(values)).fetchall()

    def columns(self):
        if (self.name,) not in self.execute("SHOW TABLES"):
            return None
        relation = self.database.table(self.quoted)
        return {name: of_table(type) for name, type in zip(relation.columns, relation.types)}

    def column_of(self, type):
        return type

    def create(self, type):
        self.execute(f"CREATE TABLE {self.quoted} AS SELECT unnest(NULL::{columns.sql(type)}) LIMIT 0")

    def change_of_type(self, name, type):
        change = f"TYPE {columns.sql(type)}"
        if "JSON" not in change:
            return change
        # A cast to JSON would parse texts.
        shape = json.dumps(structure(type)).replace("'", "''")
        return f"{change} USING json_transform(to_json({columns.quoted(name)}), '{shape}')"

    def as_before(self, path, type):
        steps = [columns.quoted(step) for step in path[1:]]
        if '"*"' in steps:
            # Of each element of a list or map, which the query has by a name of its own.
            steps = ["element", *steps[len(steps) - steps[::-1].index('"*"'):]]
        return f"TRY_CAST({'.'.join(steps)} ->> '$' AS {type})"

    def add(self, type, rows, _):
        # The first one of each id.
        texts = {row.id: row.text for row in reversed(rows)}
        [[count]] = self.execute(
            f"""
            INSERT INTO {self.quoted} BY NAME SELECT unnest(event) FROM (
                SELECT unnest(?::VARCHAR[])::JSON::{columns.sql(type)} AS event
            ) AS new WHERE NOT EXISTS (FROM {self.quoted} AS old WHERE old.meta.id = new.event.meta.id)
            """, [list(texts.values())])
        return count


def structure(type):
    """The type in the form of DuckDB's json_transform."""
    if isinstance(type, dict):
        return {name: structure(one) for name, one in type.items()}
    return [structure(type[0])] if isinstance(type, list) else columns.sql(type)


def of_table(type):
    """The type of columns.py that DuckDB has for a column."""
    if type.id == "struct":
        return {name: of_table(child) for name, child in type.children}
    if type.id == "list":
        return [of_table(type.children[0][1])]
    if type.id == "map":
        return columns.Map(of_table(type.children[1][1]))
    return str(type)
