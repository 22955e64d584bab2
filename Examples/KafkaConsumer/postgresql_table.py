"""A table of events in a PostgreSQL database."""
import contextlib

import psycopg

import columns
from table import Table

# What PostgreSQL says of a value that it does not take: NUL in a text, an id too long for the index.
UNFIT = (psycopg.DataError, psycopg.errors.ProgramLimitExceeded, psycopg.errors.StatementTooComplex)

# An identifier of PostgreSQL has so many bytes; the rest is cut off.
LONGEST_NAME = 63


class PostgreSQLTable(Table):
    """Scalars are columns of their types, everything else is JSONB. A unique index on meta.id keeps each event once."""

    names = {
        "VARCHAR": "text", "BIGINT": "bigint", "DOUBLE": "double precision", "BOOLEAN": "boolean", "JSON": "jsonb",
        columns.TIME: "timestamp with time zone"}
    bytes = "BYTEA"

    def __init__(self, url, name, schemas, as_json=()):
        super().__init__(name, schemas, as_json)
        self.database = psycopg.connect(url, autocommit=True, application_name="consume.py")
        self.place = f"the database {self.database.info.dbname}"
        # Without its line for each table that is there already.
        self.database.execute("SET client_min_messages = warning")
        with self.transaction():
            self.make_own_tables()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    @contextlib.contextmanager
    def transaction(self):
        """One at a time of all programs like this one: `CREATE TABLE IF NOT EXISTS` fails if two run it at once."""
        with self.database.transaction():
            self.execute("SELECT pg_advisory_xact_lock(hashtext('consume.py'))")
            yield

    def execute(self, statement, values=()):
        result = self.database.execute(statement.replace("?", "%s") if values else statement, values or None)
        return result.fetchall() if result.description else []

    def columns(self):
        types = {name: type for type, name in self.names.items()}
        rows = self.execute(
            "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = to_regclass(?) "
            "AND attnum > 0 AND NOT attisdropped ORDER BY attnum", [self.quoted])
        return {name: types.get(type, type) for name, type in rows} or None

    def column_of(self, type):
        return type if isinstance(type, str) else "JSON"

    def create(self, type):
        self.check_names(type)
        fields = ", ".join(f"{columns.quoted(name)} {self.sql(one)}" for name, one in type.items())
        self.execute(f"CREATE TABLE {self.quoted} ({fields})")
        self.execute(f"CREATE UNIQUE INDEX ON {self.quoted} ((meta ->> 'id'))")

    def widened(self, schema):
        self.check_names(self.schemas.type(schema))
        return super().widened(schema)

    def check_names(self, names):
        for name in names:
            if len(name.encode(errors="replace")) > LONGEST_NAME:
                raise columns.Misfit(f"the name {name} has more than {LONGEST_NAME} bytes")

    def change_of_type(self, name, type):
        using = f" USING to_jsonb({columns.quoted(name)})" if type == "JSON" else ""
        return f"TYPE {self.sql(type)}{using}"

    def as_before(self, path, type):
        name = columns.quoted(path[1])
        # As numeric, since the integers of the other version may be larger than a bigint.
        kind, read = {
            "bigint": ("number", "numeric"), "double precision": ("number", type), "boolean": ("boolean", type),
        }.get(type, ("string", type))
        return f"CASE jsonb_typeof({name}) WHEN '{kind}' THEN ({name} #>> '{{}}')::{read} END"

    def add(self, type, rows, refused):
        try:
            with self.database.transaction():
                return self.add_texts(type, [row.text for row in rows])
        except UNFIT:
            return sum(self.add_one(type, row, refused) for row in rows)

    def add_one(self, type, row, refused):
        try:
            with self.database.transaction():
                return self.add_texts(type, [row.text])
        except UNFIT as error:
            refused[row.place] = f"PostgreSQL does not take it: {error.diag.message_primary}"
            return 0

    def add_texts(self, type, texts):
        names = ", ".join(columns.quoted(name) for name in type).replace("%", "%%")
        return self.database.execute(
            f"INSERT INTO {self.quoted} ({names}) "
            f"SELECT {names} FROM json_populate_recordset(NULL::{self.quoted}, %s::json) "
            "ON CONFLICT ((meta ->> 'id')) DO NOTHING",
            ["[%s]" % ",".join(texts)]).rowcount
