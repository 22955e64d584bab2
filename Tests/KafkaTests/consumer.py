"""`Examples/KafkaConsumer`: tables of events, whatever is in the topic and whenever the program is killed."""
import datetime
import json
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import time

import duckdb
from confluent_kafka import Producer

from intakes import SCHEMA

REPOSITORY = pathlib.Path(__file__).parents[2]
EXAMPLE = REPOSITORY / "Examples/KafkaConsumer"
README = (EXAMPLE / "README.md").read_text()
QUERIES = re.findall(r"^```sql\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
TOPIC = "x.app.test"

# What 1.1.0 has beyond SCHEMA: a field of its own, one in an object, and each kind of column.
NEWER = SCHEMA.replace("1.0.0", "1.1.0").replace(
    "dt: {type: string}", "dt: {type: string, format: date-time}, a: {type: string}") + """\
  ratio: {type: number}
  yes: {type: boolean}
  list: {type: array, items: {type: object, properties: {x: {type: integer}}}}
  map: {type: object, additionalProperties: {type: integer}}
  any: {}
"""
# 1.2.0 has numbers for integers, at any depth.
WIDER = NEWER.replace("1.1.0", "1.2.0").replace("{type: integer}", "{type: number}")
INCOMPATIBLE = SCHEMA.replace("1.0.0", "2.0.0").replace("number: {type: integer}", "number: {type: string}")

# Times that the intake takes, and the same in UTC.
TIMES = {
    "2026-06-30T12:00:00Z": "2026-06-30 12:00:00", "2026-06-30t12:00:00.25z": "2026-06-30 12:00:00.25",
    "2026-06-30 12:00:00+02": "2026-06-30 10:00:00", "2026-06-30T12:00:00-0130": "2026-06-30 13:30:00",
    "2026-06-30T23:59:60Z": "2026-07-01 00:00:00", "2026-12-31T23:59:60.5+00:00": "2027-01-01 00:00:00.5",
    "0001-01-02T00:00:00.123456789Z": "0001-01-02 00:00:00.123456"}


def event(id, version="1.0.0", **fields):
    return {"$schema": f"/test/{version}", "meta": {"stream": "app.test", "id": str(id)}} | fields


class Consumer:
    """The example's program, on a DuckDB file or the database of a URL."""

    def __init__(self, cluster, intake, topic=TOPIC, table="app_test", database="events.duckdb"):
        self.cluster, self.intake, self.folder, self.table = cluster, intake, intake.folder, table
        self.command = [
            sys.executable, str(EXAMPLE / "consume.py"), "--kafka-config", "kafka.conf", "--topic", topic, "--schemas",
            f"http://{intake.address}/schemas", "--database", database, "--table", table]

    def publish(self, version, text):
        """Has the intake serve a schema, in place of any other with the version."""
        (self.folder / f"Schemas/test/{version}.yaml").write_text(text)
        await_served(self.intake, f"/schemas/test/{version}")

    def produce(self, *events, partition=0):
        producer = Producer({"bootstrap.servers": self.cluster.servers, "linger.ms": 1, "log_level": 0})
        for one in events:
            value = one if one is None or isinstance(one, bytes) else json.dumps(one).encode()
            producer.produce(TOPIC, value, partition=partition)
            producer.poll(0)
        assert producer.flush(20) == 0, "messages were not written"

    def start(self, *options):
        return subprocess.Popen(
            self.command + list(options), cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *options, status=0):
        process = self.start("--until-end", *options)
        try:
            output, errors = process.communicate(timeout=60)
        finally:
            process.kill()
        assert process.returncode == status, (process.returncode, output, errors)
        return output + errors

    def query(self, text):
        with duckdb.connect(str(self.folder / "events.duckdb"), read_only=True) as database:
            return database.execute(text).fetchall()

    def reasons(self):
        return dict(self.query("SELECT split_part(place, '/', 3)::INTEGER, reason FROM set_aside"))

    def metrics(self):
        """The samples of the metrics' file by their names and labels, but for that of the table."""
        lines = (self.folder / "events.prom").read_text().replace(f'{{table="{self.table}"}}', "")
        lines = lines.replace(f'table="{self.table}",', "").splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


def expect(found, expected):
    assert found == expected, f"{found}, expected {expected}"


def await_served(intake, path):
    end = time.monotonic() + 20
    while intake.get(path)[0] != 200:
        assert time.monotonic() < end, f"{path} is not served"
        time.sleep(0.1)


def serve_repository(intake):
    """Has an intake serve the streams and schemas of this repository too."""
    shutil.copy(REPOSITORY / "Project.yaml", intake.folder)
    for folder in ("Schemas", "Streams"):
        shutil.copytree(REPOSITORY / folder, intake.folder / folder, dirs_exist_ok=True)
    await_served(intake, "/schemas/analytics/product_metrics/app/search/1.0.0")
    await_served(intake, "/v1/stream-configs/app.search")


def searches():
    """Two searches of 11 February, each event of its own id: one ends the day after, and arrives two days later."""
    show = {
        "$schema": "/analytics/product_metrics/app/search/1.0.0", "action": "show", "time_to_results_ms": 100,
        "search_session_token": "0" * 20, "dt": "2026-02-11T23:59:00Z", "meta": {
            "stream": "app.search", "dt": "2026-02-11T23:59:10.000Z", "id": "show"},
        "agent": {"client_platform": "ios", "client_platform_family": "app"}, "result_sources": ["prefix", "history"],
        "experiments": {"enrolled": ["font"], "assigned": {"font": "large"}}}
    late = show | {
        "time_to_results_ms": 200, "dt": "2026-02-12T00:01:00z",
        "meta": show["meta"] | {"id": "late", "dt": "2026-02-14T08:00:00.000Z"}}
    chosen = show | {
        "action": "choose", "search_session_token": "1" * 20, "result_sources": ["history"],
        "meta": show["meta"] | {"id": "chosen"}}
    return [show, chosen, late]


SEARCHES = [
    (datetime.date(2026, 2, 11), "history", 2, 1, 133), (datetime.date(2026, 2, 11), "prefix", 1, 0, 150)]


def fill_search(cluster, intake):
    """A topic with searches, some of them twice, and with canaries of the steps that RunningOnKafka.md has."""
    cluster.create("x.app.search")
    serve_repository(intake)
    assert intake.post(searches())[0] == 201
    assert intake.post(searches()[1:])[0] == 201
    canary = subprocess.run(
        [intake.command[0], "canary", "--url", f"http://{intake.address}"], env=intake.environment, text=True,
        stdout=subprocess.PIPE, check=True)
    assert canary.stdout.endswith("1 of 1 accepted\n"), canary.stdout


def test_first_query(cluster, new_intake, _):
    """What the README says, with the streams of this repository: from the intake to an analyst's query."""
    intake = new_intake()
    fill_search(cluster, intake)
    consumer = Consumer(cluster, intake, "x.app.search", "app_search")
    expect(consumer.run(), "rows 3, duplicates 2, canaries 1, set aside 0; to read 0\n")
    query = (EXAMPLE / "first-query.sql").read_text()
    expect(consumer.query("SET TimeZone = 'Asia/Tokyo'; " + query), SEARCHES)
    expect(consumer.query("SELECT DISTINCT experiments.assigned['font'] FROM app_search"), [("large",)])
    first, _, reasons = QUERIES
    assert query == first, "README.md has another query than first-query.sql"
    expect(consumer.query(reasons), [])
    lines = [line for line in README.replace("\\\n", " ").splitlines() if "consume.py --kafka-config" in line]
    for line in lines:
        given = {option for option in shlex.split(line) if option.startswith("--")}
        assert given <= {*consumer.command, "--until-end", "--metrics-file"}, f"README.md: {given}"
    assert lines, "README.md has no command"


def test_evolution(cluster, new_intake, _):
    """A newer schema adds columns, also inside of objects; older events have NULL there, and change nothing."""
    consumer = Consumer(cluster, new_intake())
    consumer.publish("1.1.0", NEWER)
    consumer.produce(event(1, number=1))
    consumer.run()
    newer = event(
        2, "1.1.0", number=2, ratio=1, yes=True, list=[{"x": 1}, {}], map={"k": 1}, any=[None, {"b": "c"}], other=1)
    newer["meta"] |= {"a": "b"}
    consumer.produce(newer, event(3, number=3))
    consumer.run()
    types = "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'app_test'"
    expect(consumer.query(types), [
        ("$schema", "VARCHAR"), ("meta", "STRUCT(stream VARCHAR, id VARCHAR, dt VARCHAR, a VARCHAR)"),
        ("client", "BIGINT"), ("number", "BIGINT"), ("ratio", "DOUBLE"), ("yes", "BOOLEAN"),
        ("list", "STRUCT(x BIGINT)[]"), ("map", "MAP(VARCHAR, BIGINT)"), ("any", "JSON")])
    expect(consumer.query("SELECT number, meta.a, ratio, yes, list, map, \"any\" FROM app_test ORDER BY number"), [
        (1, None, None, None, None, None, None),
        (2, "b", 1.0, True, [{"x": 1}, {"x": None}], {"k": 1}, '[null,{"b":"c"}]'),
        (3, None, None, None, None, None, None)])


def test_wider_numbers(cluster, new_intake, _):
    """A column of integers becomes one of numbers, at any depth; events of both versions are rows."""
    consumer = Consumer(cluster, new_intake())
    consumer.publish("1.1.0", NEWER)
    consumer.publish("1.2.0", WIDER)
    consumer.produce(event(1, "1.1.0", number=1, list=[{"x": 1}], map={"k": 1}))
    consumer.run()
    consumer.produce(
        event(2, "1.2.0", number=2.5, list=[{"x": 2.5}], map={"k": 2.5}),
        event(3, "1.1.0", number=3, list=[{"x": 3}], map={"k": 3}))
    consumer.run()
    sums = "SELECT sum(number), sum(list[1].x), sum(map['k']), count(*) FROM app_test"
    expect(consumer.query(sums), [(6.5, 6.5, 6.5, 3)])
    types = "SELECT data_type FROM information_schema.columns WHERE column_name IN ('number', 'list', 'map')"
    expect(consumer.query(types), [("DOUBLE",), ("STRUCT(x DOUBLE)[]",), ("MAP(VARCHAR, DOUBLE)",)])


def test_times(cluster, new_intake, _):
    """Whatever the intake takes as date-time is a time: in lower case, with a space, in a leap second."""
    intake = new_intake()
    consumer = Consumer(cluster, intake)
    consumer.publish("1.1.0", NEWER)
    times = TIMES | {"2026-06-30T25:00:00Z": None}
    for number, time in enumerate(times):
        sent = event(number, "1.1.0", client=1)
        sent["meta"]["dt"] = time
        assert intake.post([sent])[0] == 201, time
    # They are in several partitions, and so perhaps in several batches.
    consumer.run(status=1)
    rows = consumer.query("SELECT (meta.dt AT TIME ZONE 'UTC')::VARCHAR FROM app_test ORDER BY meta.id")
    expect([text for text, in rows], list(TIMES.values()))
    [reason] = consumer.reasons().values()
    expect(reason, "the value of /meta/dt does not fit TIMESTAMP WITH TIME ZONE")


def test_metrics(cluster, new_intake, _):
    """Lag, what was set aside and the time of the last commit are metrics; a run that sets aside ends with 1."""
    consumer = Consumer(cluster, new_intake())
    consumer.command += ["--metrics-file", "events.prom"]
    canary = event(1)
    canary["meta"]["domain"] = "canary"
    consumer.produce(event(0), event(0), canary, b"{", b"{")
    errors = consumer.run(status=1)
    assert "consume.py: 2 messages were set aside. For the reasons, run: " in errors, errors
    expect(consumer.query(errors.partition("run: ")[2]), [("it is no JSON object with $schema", 2, f"{TOPIC}/0/3")])
    found = consumer.metrics()
    committed = found.pop("event_consumer_last_commit_timestamp_seconds")
    assert abs(committed - time.time()) < 60, committed
    lags = {f'event_consumer_lag_messages{{topic="{TOPIC}",partition="{number}"}}': 0 for number in range(3)}
    results = {"row": 1, "duplicate": 1, "canary": 1, "set_aside": 2}
    totals = {f'event_consumer_messages_total{{result="{result}"}}': count for result, count in results.items()}
    expect(found, lags | totals | {"event_consumer_set_aside_messages": 2})

    consumer.produce(*[event(number) for number in range(10, 60)])
    process = consumer.start("--batch", "10")
    try:
        assert process.stdout.readline().startswith("rows 10, duplicates 0, canaries 0, set aside 0; to read ")
        for _ in range(4):
            process.stdout.readline()
        consumer.produce(event(60))
        process.stdout.readline()
        while consumer.metrics()['event_consumer_messages_total{result="row"}'] < 51:
            assert process.poll() is None, process.stderr.read()
    finally:
        process.kill()
        process.wait()
    expect(consumer.metrics()["event_consumer_set_aside_messages"], 2)


def test_set_aside(cluster, new_intake, _):
    """What cannot be a row is set aside with its reason, and read again when that has been mended."""
    consumer = Consumer(cluster, new_intake())
    consumer.publish("2.0.0", INCOMPATIBLE)
    consumer.produce(
        event(0, number=0), b"no JSON", None, b"[1]", b'{"$schema": 5}', event(1, "../1.0.0"),
        event(2, "1.1.0", number=2), {"$schema": "/test/1.0.0"}, event(3, number=2**63),
        event(4, "2.0.0", number="text"), event(0, number=9), event("\ud800"), event(5, number=5),
        b'{"$schema": "/test/1.0.0", "meta": {"id": "6"}, "client": 1e999999}', event("7", client=10**400),
        event("8", "1.1.0", any=1), b"[" * 100_000)
    line = consumer.run(status=1).splitlines()[0]
    expect(line, "rows 2, duplicates 1, canaries 0, set aside 14; to read 0")
    reasons = consumer.reasons()
    for offset, part in [
            (1, "no JSON object"), (2, "no JSON object"), (3, "no JSON object"), (4, "no name with a version"),
            (5, "no name with a version"), (6, "has no /test/1.1.0"), (7, "has no meta.id"),
            (8, "/number does not fit BIGINT"), (9, "--retry --as-json /number."), (11, "half of a surrogate pair"),
            (13, "number 1e999999 is beyond"), (14, "is beyond"), (15, "has no /test/1.1.0"), (16, "too deeply")]:
        assert part in reasons.pop(offset), (offset, part)
    expect(reasons, {})

    consumer.publish("1.1.0", NEWER)
    options, before = remedy(consumer.reasons()[9])
    line = consumer.run(*options, status=1).splitlines()[0]
    expect(line, "rows 4, duplicates 0, canaries 0, set aside 10; to read 0")
    numbers = consumer.query("SELECT number FROM app_test ORDER BY meta.id")
    expect(numbers, [("0",), ("2",), (str(2**63),), ('"text"',), ("5",), (None,)])
    numbers = consumer.query(f"SELECT {before} FROM app_test ORDER BY meta.id")
    expect(numbers, [(0,), (2,), (None,), (None,), (5,), (None,)])
    expect(sorted(consumer.reasons()), [1, 2, 3, 4, 5, 7, 11, 13, 14, 16])


def test_remedy(cluster, new_intake, _):
    """A column that becomes JSON keeps every value, also texts, and those of fields that came after the reason."""
    consumer = Consumer(cluster, new_intake())

    def publish(version, fields):
        consumer.publish(version, SCHEMA.replace("1.0.0", version).replace(
            "number: {type: integer}", "number: {type: object, properties: {%s}}" % fields))

    publish("2.0.0", "a: {type: string}")
    publish("3.0.0", "a: {type: object}, later: {type: string}")
    consumer.produce(
        event(1, "2.0.0", number={"a": "same"}), event(2, "2.0.0", number={"a": "null"}),
        event(3, "3.0.0", number={"a": {"x": 1}, "later": "y"}))
    consumer.run(status=1)
    [reason] = consumer.reasons().values()
    publish("2.1.0", "a: {type: string}, keep: {type: string}")
    consumer.produce(event(4, "2.1.0", number={"a": "b", "keep": "precious"}))
    consumer.run()
    options, before = remedy(reason)
    expect(options, ["--retry", "--as-json", "/number/a"])
    consumer.run(*options)
    rows = consumer.query(f"SELECT number.a, number.keep, number.later, {before} FROM app_test ORDER BY meta.id")
    expect(rows, [
        ('"same"', None, None, "same"), ('"null"', None, None, "null"), ('{"x":1}', None, "y", '{"x":1}'),
        ('"b"', "precious", None, "b")])


def test_foreign(cluster, new_intake, _):
    """A table of somebody else stays as it is, and a file of metrics that cannot be written ends the program at once."""
    consumer = Consumer(cluster, new_intake())
    consumer.produce(event(1))
    with duckdb.connect(str(consumer.folder / "events.duckdb")) as database:
        database.execute("CREATE TABLE app_test (a INTEGER, meta VARCHAR)")
    assert "has a table app_test that is not of events" in consumer.run(status=70)
    expect(consumer.query("DESCRIBE app_test")[1][:2], ("meta", "VARCHAR"))
    for name in ["", "App", "a.b", "set_aside", "a" * 64]:
        consumer.command[-1] = name
        assert "lower-case letters" in consumer.run(status=2), name
    consumer.command[-1] = "other"
    assert "nowhere" in consumer.run("--metrics-file", "nowhere/events.prom", status=70)
    assert ("other",) not in consumer.query("SHOW TABLES")


def remedy(reason):
    """The options that make a column JSON, and the expression that has its values as they were."""
    options = reason.partition("run this program with ")[2].partition(". Queries")[0]
    return shlex.split(options), reason.partition("the values that it had by ")[2]


def test_killed_consumer(cluster, new_intake, count):
    """A consumer that is killed at random writes each event once, also one that is in the topic twice."""
    kill_until_done(Consumer(cluster, new_intake()), "SELECT meta.id FROM app_test", count)


def kill_until_done(consumer, query, count, longest=0.3):
    """Kills a consumer at most so many seconds after its first batch, until one has come to the end."""
    ids = list(range(count * 3))
    for partition in range(3):
        own = [event(id, number=id) for id in ids if id % 3 == partition]
        consumer.produce(*own[::10], *own, b"{", partition=partition)
    kills, ended = 0, False
    while not ended:
        process = consumer.start("--until-end", "--batch", "10")
        process.stdout.readline()
        try:
            # 1 is the status of a run that has set something aside.
            ended = process.wait(random.uniform(0, longest)) in (0, 1)
            assert ended, process.stderr.read()
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
    found = sorted(int(id) for id, in consumer.query(query))
    assert found == ids, f"{len(set(ids) - set(found))} events are missing, {len(found) - len(set(found))} there twice"
    expect(consumer.query("SELECT count(*) FROM set_aside"), [(3,)])
    print(f"  {kills} kills, {len(found)} events")


def test_failures(cluster, new_intake, _):
    """Without schemas, without the file and without the topic nothing is written, and a line says what to do."""
    consumer = Consumer(cluster, new_intake())
    consumer.produce(event(1, number=1))
    url = consumer.command.index("--schemas") + 1
    there, consumer.command[url] = consumer.command[url], "http://127.0.0.1:1/schemas"
    assert "http://127.0.0.1:1/schemas/test/1.0.0: " in consumer.run(status=70)
    consumer.command[url] = there

    with duckdb.connect(str(consumer.folder / "events.duckdb")):
        process = consumer.start("--until-end")
        assert process.stdout.readline() == "waiting: events.duckdb is open in another program\n"
    assert process.communicate(timeout=60)[0].startswith("rows 1,"), process.returncode

    # librdkafka's own broker for tests is an empty one, and unlike tansu it says that it does not have an offset.
    file = consumer.folder / "kafka.conf"
    settings = file.read_text()
    file.write_text("test.mock.num.brokers = 1\nallow.auto.create.topics = true\n")
    errors = consumer.run(status=70)
    assert "there is no message 1, which" in errors, errors
    file.write_text(settings)
    with duckdb.connect(str(consumer.folder / "events.duckdb")) as database:
        database.execute(errors.partition("run: ")[2])
    expect(consumer.run(), "rows 0, duplicates 1, canaries 0, set aside 0; to read 0\n")

    consumer.command[consumer.command.index(TOPIC)] = "x.absent"
    assert "x.absent: " in consumer.run(status=70)
    file.write_text("bootstrap.servers = 127.0.0.1:1\n")
    assert "consume.py: no answer from bootstrap.servers: " in consumer.run(status=70)


TESTS = [
    test_first_query, test_evolution, test_wider_numbers, test_times, test_metrics, test_set_aside, test_remedy,
    test_foreign, test_killed_consumer, test_failures]
