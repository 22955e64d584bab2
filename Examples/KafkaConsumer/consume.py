"""Writes the events of Kafka's topics into a table whose columns come from their schemas: see README.md."""
import argparse
import sys

import duckdb
from confluent_kafka import KafkaException

from schemas import FetchError, Schemas
from table import Table
from topics import ReadError, Topics, settings


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kafka-config", required=True, metavar="FILE", help="librdkafka's settings, as the intake's")
    parser.add_argument("--topic", required=True, action="append", help="a topic of the stream; may be repeated")
    parser.add_argument("--schemas", required=True, metavar="URL", help="where schemas are, http://…/schemas")
    parser.add_argument("--database", required=True, metavar="FILE", help="the DuckDB file; made if it is absent")
    parser.add_argument("--table", required=True, metavar="NAME", help="the table; made if it is absent")
    parser.add_argument("--until-end", action="store_true", help="end when everything has been read")
    parser.add_argument("--retry", action="store_true", help="first read again what was set aside")
    parser.add_argument("--batch", type=int, default=10_000, metavar="N", help="most messages of a transaction: 10000")
    return parser.parse_args()


def run(options):
    table = Table(options.database, options.table, Schemas(options.schemas))
    with table:
        if options.retry:
            report(table.write(table.set_aside(), {}), 0)
        offsets = table.offsets()
    topics = Topics(settings(options.kafka_config), options.topic, offsets)
    for messages, offsets in topics.batches(options.batch, options.until_end):
        with table:
            written = table.write(messages, offsets)
        report(written, topics.left())


def report(written, left):
    print("rows %d, duplicates %d, set aside %d; to read %d" % (*written, left), flush=True)


if __name__ == "__main__":
    try:
        run(arguments())
    except (FetchError, ReadError, KafkaException, duckdb.Error, OSError) as error:
        print(f"consume.py: {error}", file=sys.stderr)
        sys.exit(70)
    except KeyboardInterrupt:
        sys.exit(130)
