"""`Examples/KafkaConsumer` with a PostgreSQL server of its own, as Debian's postgresql has it."""
import glob
import os
import pathlib
import shutil
import subprocess
import tempfile

import psycopg

import consumer
from consumer import EXAMPLE, INCOMPATIBLE, NEWER, SEARCHES, TIMES, WIDER, event, expect, fill_search, kill_until_done


class Server:
    """A server that keeps its files in memory as long as it can, and listens on a socket in a folder of its own."""

    def __init__(self, programs):
        self.programs = programs
        # PostgreSQL does not run as root; Debian's package has made this user.
        self.user = {"user": "postgres"} if os.getuid() == 0 else {}

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="kafka-postgresql-")
        if self.user:
            shutil.chown(self.folder, "postgres")
        data = f"{self.folder}/data"
        self.run("initdb", "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.run(
            "pg_ctl", "-D", data, "-w", "-l", f"{self.folder}/log", "-o",
            f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c fsync=off", "start")
        self.url = f"postgresql://test@/postgres?host={self.folder}"
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    def run(self, name, *options):
        # pg_ctl leaves the server with its own output, so that a pipe would stay open.
        with open(os.devnull, "w") as nothing:
            subprocess.run(
                [f"{self.programs}/{name}", *options], check=True, cwd=self.folder, stdout=nothing, **self.user)


def on_server(test):
    """The test with a server, if there is one on this machine."""
    def run(cluster, new_intake, count):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")) or [shutil.which("initdb")]
        if not programs[-1]:
            print("  skipped: postgresql is not installed")
            return
        with Server(pathlib.Path(programs[-1]).parent) as server:
            test(server, cluster, new_intake, count)
    run.__name__ = test.__name__
    return run


class Consumer(consumer.Consumer):
    def __init__(self, server, cluster, intake, *place):
        super().__init__(cluster, intake, *place, database=server.url)
        self.url = server.url

    def query(self, text):
        with psycopg.connect(self.url) as database:
            return database.execute(text).fetchall()

    def change(self, statement):
        with psycopg.connect(self.url) as database:
            database.execute(statement)


@on_server
def test_postgresql_query(server, cluster, new_intake, _):
    """The first query's numbers are those of DuckDB, with canaries, duplicates and late events in the topic."""
    intake = new_intake()
    fill_search(cluster, intake)
    table = Consumer(server, cluster, intake, "x.app.search", "app_search")
    expect(table.run(), "rows 3, duplicates 2, canaries 1, set aside 0; to read 0\n")
    expect(table.query((EXAMPLE / "first-query-postgresql.sql").read_text()), SEARCHES)
    expect(table.query("SELECT DISTINCT experiments #>> '{assigned,font}' FROM app_search"), [("large",)])
    _, deletion, reasons = consumer.QUERIES
    expect(table.query(reasons), [])
    table.change(deletion)
    expect(table.query("SELECT count(*) FROM app_search"), [(0,)])


@on_server
def test_postgresql_columns(server, cluster, new_intake, _):
    """Scalars have columns of their types, the others are JSONB; newer versions add and widen columns."""
    table = Consumer(server, cluster, new_intake())
    table.publish("1.1.0", NEWER)
    table.publish("1.2.0", WIDER)
    table.produce(event(1, number=1))
    table.run()
    newer = event(2, "1.1.0", number=2.0, ratio=1, yes=True, list=[{"x": 1}, {}], map={"k": 1}, any=[None], other=1)
    table.produce(newer, event(3, "1.2.0", number=2.5), event(1, "1.2.0"), event(4, number=4))
    expect(table.run(), "rows 3, duplicates 1, canaries 0, set aside 0; to read 0\n")
    types = "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'app_test' ORDER BY 1"
    expect(sorted(table.query(types)), [
        ("$schema", "text"), ("any", "jsonb"), ("client", "double precision"), ("list", "jsonb"), ("map", "jsonb"),
        ("meta", "jsonb"), ("number", "double precision"), ("ratio", "double precision"), ("yes", "boolean")])
    expect(table.query("SELECT sum(number), count(*) FROM app_test"), [(9.5, 4)])
    rows = table.query("SELECT ratio, yes, list, map, \"any\" FROM app_test WHERE meta ->> 'id' = '2'")
    expect(rows, [(1.0, True, [{"x": 1}, {}], {"k": 1}, [None])])


@on_server
def test_postgresql_set_aside(server, cluster, new_intake, _):
    """Values that PostgreSQL does not take are set aside one by one, and no message stops the others."""
    table = Consumer(server, cluster, new_intake())
    table.publish("2.0.0", INCOMPATIBLE)
    table.publish("3.0.0", NEWER.replace("1.1.0", "3.0.0").replace("ratio", "r" * 64))
    table.publish("4.0.0", NEWER.replace("1.1.0", "4.0.0").replace(
        "ratio: {type: number}", "ratio: {type: string, format: date-time}\n  \"100%?\": {type: number}"))
    table.produce(
        event(0, number=0), event("a\0b"), event("".join(chr(0x4e00 + i * 7 % 20000) for i in range(9000))),
        b'{"$schema": "/test/1.0.0", "meta": {"id": "1"}, "client": 1e999999}', event(2, number=2**63),
        event(3, "2.0.0", number="text"), event(4, "3.0.0"), event(5, client=10**400), {"$schema": "/test/1.0.0"},
        event(6, number=6), *[event(f"t{number}", "4.0.0", ratio=time) for number, time in enumerate(TIMES)],
        event("p", "4.0.0", **{"100%?": 1}), event("q") | {"meta": {"id": "q", "dt": "\0"}}, event("q"))
    line = table.run(status=1).splitlines()[0]
    expect(line, f"rows {4 + len(TIMES)}, duplicates 0, canaries 0, set aside 9; to read 0")
    reasons = table.reasons()
    for offset, part in [
            (1, "PostgreSQL does not take it: unsupported Unicode"), (2, "PostgreSQL does not take it: index row"),
            (3, "1e999999 is beyond"), (4, "does not fit BIGINT"), (5, "--retry --as-json /number."), (6, "more than 63 bytes"),
            (7, "is beyond"), (8, "no meta.id"), (18, "PostgreSQL does not take it: unsupported Unicode")]:
        assert part in reasons.pop(offset), (offset, part)
    expect(reasons, {})
    times = table.query(
        "SELECT (ratio AT TIME ZONE 'UTC')::TEXT FROM app_test WHERE ratio IS NOT NULL ORDER BY meta ->> 'id'")
    expect([text for text, in times], list(TIMES.values()))
    expect(table.query("SELECT \"100%?\" FROM app_test WHERE meta ->> 'id' = 'p'"), [(1.0,)])

    options, before = consumer.remedy(table.reasons()[5])
    table.run(*options, status=1)
    numbers = table.query(f"SELECT number, {before} FROM app_test WHERE number IS NOT NULL ORDER BY meta ->> 'id'")
    expect(numbers, [(0, 0), (2**63, 2**63), ("text", None), (6, 6)])


@on_server
def test_postgresql_first_starts(server, cluster, new_intake, _):
    """Eight programs that make the tables at once all make them, and each event is one row."""
    first = Consumer(server, cluster, new_intake())
    first.produce(*(event(number) for number in range(100)))
    started = [first.start("--until-end", "--batch", "10") for _ in range(8)]
    for process in started:
        output, errors = process.communicate(timeout=120)
        expect((process.returncode, errors), (0, ""))
    expect(first.query("SELECT count(*), count(DISTINCT meta ->> 'id') FROM app_test"), [(100, 100)])


@on_server
def test_killed_postgresql_consumer(server, cluster, new_intake, count):
    """A consumer that is killed at random writes each event once into PostgreSQL too."""
    kill_until_done(Consumer(server, cluster, new_intake()), "SELECT meta ->> 'id' FROM app_test", count, 0.05)


TESTS = [
    test_postgresql_query, test_postgresql_columns, test_postgresql_set_aside, test_postgresql_first_starts,
    test_killed_postgresql_consumer]
