"""`Examples/KafkaConsumer`: tables of events, whatever is in the topic and whenever the program is killed."""
import json
import pathlib
import random
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
INCOMPATIBLE = SCHEMA.replace("1.0.0", "2.0.0").replace("number: {type: integer}", "number: {type: string}")


def event(id, version="1.0.0", **fields):
    return {"$schema": f"/test/{version}", "meta": {"stream": "app.test", "id": str(id)}} | fields


class Consumer:
    def __init__(self, cluster, intake, topic=TOPIC, table="app_test"):
        self.cluster, self.intake, self.folder, self.table = cluster, intake, intake.folder, table
        self.command = [
            sys.executable, str(EXAMPLE / "consume.py"), "--kafka-config", "kafka.conf", "--topic", topic, "--schemas",
            f"http://{intake.address}/schemas", "--database", "events.duckdb", "--table", table]

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


def test_first_query(cluster, new_intake, _):
    """What the README says, with the streams of this repository: from the intake to an analyst's query."""
    topic = "x.app.search"
    cluster.create(topic)
    intake = new_intake()
    serve_repository(intake)
    search = {
        "$schema": "/analytics/product_metrics/app/search/1.0.0", "action": "show", "time_to_results_ms": 100,
        "search_session_token": "0" * 20, "meta": {"stream": "app.search", "dt": "2026-02-11T08:20:00.000Z"},
        "agent": {"client_platform": "ios", "client_platform_family": "app"}, "result_sources": ["prefix", "history"],
        "experiments": {"enrolled": ["font"], "assigned": {"font": "large"}}}
    chosen = search | {"action": "choose", "search_session_token": "1" * 20, "result_sources": ["history"]}
    assert intake.post([search, chosen, search | {"time_to_results_ms": 200}])[0] == 201
    consumer = Consumer(cluster, intake, topic, "app_search")
    consumer.run()
    query = (EXAMPLE / "first-query.sql").read_text()
    rows = [(source, *numbers) for _, source, *numbers in consumer.query(query)]
    expect(rows, [("history", 2, 1, 133.0), ("prefix", 1, 0, 150.0)])
    expect(consumer.query("SELECT DISTINCT experiments.assigned['font'] FROM app_search"), [("large",)])
    readme = (EXAMPLE / "README.md").read_text()
    assert query in readme, "README.md has another query than first-query.sql"
    [line] = [line for line in readme.replace("\\\n", " ").splitlines() if "consume.py --kafka-config" in line]
    given = {option for option in shlex.split(line) if option.startswith("--")}
    assert given <= {*consumer.command, "--until-end"}, f"README.md: {given}"


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


def test_set_aside(cluster, new_intake, _):
    """What cannot be a row is set aside with its reason, and read again when that has been mended."""
    consumer = Consumer(cluster, new_intake())
    consumer.publish("2.0.0", INCOMPATIBLE)
    consumer.produce(
        event(0, number=0), b"no JSON", None, b"[1]", b'{"$schema": 5}', event(1, "../1.0.0"),
        event(2, "1.1.0", number=2), {"$schema": "/test/1.0.0"}, event(3, number=2**63),
        event(4, "2.0.0", number="text"), event(0, number=9), event("\ud800"), event(5, number=5))
    expect(consumer.run(), "rows 2, duplicates 1, set aside 10; to read 0\n")
    reasons = consumer.reasons()
    for offset, part in [
            (1, "no JSON object"), (2, "no JSON object"), (3, "no JSON object"), (4, "no name with a version"),
            (5, "no name with a version"), (6, "has no /test/1.1.0"), (7, "has no meta.id"),
            (8, "/number does not fit BIGINT"), (9, "ALTER TABLE"), (11, "JSON does not allow")]:
        assert part in reasons.pop(offset), (offset, part)
    expect(reasons, {})

    consumer.publish("1.1.0", NEWER)
    statement = consumer.reasons()[9].partition("events.duckdb: ")[2].partition("; then")[0]
    with duckdb.connect(str(consumer.folder / "events.duckdb")) as database:
        database.execute(statement)
    expect(consumer.run("--retry"), "rows 3, duplicates 0, set aside 7; to read 0\n")
    numbers = consumer.query("SELECT number FROM app_test ORDER BY meta.id")
    expect(numbers, [("0",), ("2",), (str(2**63),), ('"text"',), ("5",)])
    expect(sorted(consumer.reasons()), [1, 2, 3, 4, 5, 7, 11])


def test_killed_consumer(cluster, new_intake, count):
    """A consumer that is killed at random writes each event once, also one that is in the topic twice."""
    consumer = Consumer(cluster, new_intake())
    ids = list(range(count * 3))
    for partition in range(3):
        own = [event(id, number=id) for id in ids if id % 3 == partition]
        consumer.produce(*own[::10], *own, b"{", partition=partition)
    kills, ended = 0, False
    while not ended:
        process = consumer.start("--until-end", "--batch", "10")
        process.stdout.readline()
        try:
            ended = process.wait(random.uniform(0, 0.3)) == 0
            assert ended, process.stderr.read()
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
    found = sorted(int(id) for id, in consumer.query("SELECT meta.id FROM app_test"))
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
    expect(consumer.run(), "rows 0, duplicates 1, set aside 0; to read 0\n")

    consumer.command[consumer.command.index(TOPIC)] = "x.absent"
    assert "x.absent: " in consumer.run(status=70)
    file.write_text("bootstrap.servers = 127.0.0.1:1\n")
    assert "consume.py: no answer from bootstrap.servers: " in consumer.run(status=70)


TESTS = [test_first_query, test_evolution, test_set_aside, test_killed_consumer, test_failures]
