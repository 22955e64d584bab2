"""Writes the events of Kafka's topics into a table whose columns come from their schemas: see README.md."""
import argparse
import re
import sys

from confluent_kafka import KafkaException

from metrics import Metrics
from schemas import FetchError, Schemas
from table import OWN_TABLES, TableError
from topics import ReadError, Topics, settings


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kafka-config", required=True, metavar="FILE", help="librdkafka's settings, as the intake's")
    parser.add_argument("--topic", required=True, action="append", help="a topic of the stream; may be repeated")
    parser.add_argument("--schemas", required=True, metavar="URL", help="where schemas are, http://…/schemas")
    parser.add_argument("--database", required=True, metavar="FILE|URL", help=(
        "the DuckDB file, made if it is absent; or postgresql://USER@HOST/DATABASE"))
    parser.add_argument("--table", required=True, type=table_name, metavar="NAME", help=(
        "the table, of lower-case letters, digits and _; made if it is absent"))
    parser.add_argument("--until-end", action="store_true", help="end when everything has been read")
    parser.add_argument("--retry", action="store_true", help="first read again what was set aside")
    parser.add_argument("--as-json", action="append", default=[], metavar="PATH", help=(
        "make the column, or field in it, JSON if a schema has another type for it, as a reason in set_aside says"))
    parser.add_argument("--batch", type=int, default=10_000, metavar="N", help="most messages of a transaction: 10000")
    parser.add_argument("--metrics-file", metavar="FILE", help="metrics for Prometheus, written every second")
    return parser.parse_args()


def table_name(text):
    """A name that needs no quotation marks, is one table whatever its case, and is none of the program's own."""
    if not re.fullmatch("[a-z_][a-z0-9_]{0,62}", text) or text in OWN_TABLES:
        raise argparse.ArgumentTypeError(
            f"{text!r}: write up to 63 lower-case letters, digits and _, and none of {', '.join(OWN_TABLES)}")
    return text


def database(place):
    """The kind of table in a database, and its errors. The other kind's library need not be installed."""
    if place.startswith(("postgresql://", "postgres://")):
        import psycopg
        from postgresql_table import PostgreSQLTable
        return PostgreSQLTable, psycopg.Error
    import duckdb
    from duckdb_table import DuckDBTable
    return DuckDBTable, duckdb.Error


class Run:
    """Reads messages, writes them, and reports both."""

    def __init__(self, options, table):
        self.options, self.table = options, table
        self.metrics, self.set_aside = Metrics(options.metrics_file, options.table), 0

    def to_its_end(self):
        self.metrics.write()  # before anything is read, so that a file that cannot be written is an error at once
        with self.table as table:
            table.check()
            offsets, again = table.offsets(), table.set_aside() if self.options.retry else {}
            self.metrics.set_aside = table.count_set_aside()
        if again:
            self.write(again, {}, {})
        topics = Topics(settings(self.options.kafka_config), self.options.topic, offsets)
        for messages, offsets in topics.batches(self.options.batch, self.options.until_end):
            self.write(messages, offsets, topics.lags())

    def write(self, messages, offsets, lags):
        if messages:
            with self.table as table:
                written, self.metrics.set_aside = table.write(messages, offsets), table.count_set_aside()
            self.set_aside += written.set_aside
            self.metrics.add(written)
            line = "rows %d, duplicates %d, canaries %d, set aside %d; to read %d"
            print(line % (*written, sum(lags.values())), flush=True)
        self.metrics.lags = lags
        self.metrics.write()


def main(options):
    kind, database_error = database(options.database)
    try:
        run = Run(options, kind(options.database, options.table, Schemas(options.schemas), options.as_json))
        run.to_its_end()
    except (FetchError, ReadError, TableError, KafkaException, database_error, OSError) as error:
        print(f"consume.py: {error}", file=sys.stderr)
        return 70
    if run.set_aside:
        print(
            f"consume.py: {run.set_aside} messages were set aside. For the reasons, run: SELECT reason, count(*), "
            "min(place) FROM set_aside GROUP BY reason", file=sys.stderr)
    return 1 if run.set_aside else 0


if __name__ == "__main__":
    try:
        sys.exit(main(arguments()))
    except KeyboardInterrupt:
        sys.exit(130)
