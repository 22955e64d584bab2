"""Events that intakes have written to a broker which recognises duplicates, and what is around them: see `run`."""
import collections
import json
import pathlib
import random
import sys
import tempfile
import threading
import time

import consumer
import deployment
from cluster import Cluster, library_folder
from intakes import Intake, event, send_until_accepted

TOPIC, PARTITIONS = "x.app.test", 3
ERRORS = "x.eventgate-analytics-external.error.validation"


def test_message(cluster, new_intake, _):
    """A message has the event, its key and its headers, and so has an error event."""
    cluster.create(ERRORS)
    intake = new_intake()
    invalid = event(2, 0) | {"number": "x"}
    status, _ = intake.post([event(1, 0), invalid])
    assert status == 207, status
    [message] = cluster.messages(TOPIC, PARTITIONS)
    value = json.loads(message.value())
    assert message.key() == b'{"client":1}', message.key()
    assert dict(message.headers()) == {"$schema": b"/test/1.0.0", "meta.id": b"1-0"}, message.headers()
    assert value["number"] == 0 and value["meta"]["dt"], value
    [error] = cluster.messages(ERRORS)
    assert json.loads(error.value())["errored_stream_name"] == "app.test"
    [shown] = intake.received(TOPIC)
    shown.pop("receivedAt")
    assert shown == {
        "topic": TOPIC, "partition": message.partition(), "offset": 0, "key": {"client": 1}, "event": value,
        "headers": {"$schema": "/test/1.0.0", "meta.id": "1-0"}}, shown
    assert intake.stop() == 0


def test_endpoints(_, new_intake, __):
    """An intake before Kafka has probes and metrics, and nothing that reads events or sets faults."""
    intake = new_intake()
    while intake.get("/readyz")[0] == 503:
        time.sleep(0.1)
    assert intake.post([event(1, 0)])[0] == 201
    status, metrics = intake.get("/metrics")
    assert status == 200 and b'event_intake_events_total{verdict="accepted"} 1\n' in metrics, metrics
    for path in ("/events", "/counts", "/console", "/v1/stream/app.test", "/v1/faults"):
        assert intake.get(path)[0] == 404, path
    assert intake.stop() == 0


def test_lost_replies(cluster, new_intake, count):
    """An event whose acknowledgement was lost is there once: the broker recognises what librdkafka sends again."""
    intake = new_intake()
    for number in range(count):
        if number % 10 == 5:
            cluster.proxy.lose(1)
        status, body = intake.post([event(1, number)])
        assert status == 201, (status, body)
    numbers = [json.loads(message.value())["number"] for message in cluster.messages(TOPIC, PARTITIONS)]
    assert cluster.proxy.lost > 0, "no reply was lost"
    assert numbers == list(range(count)), numbers
    assert intake.stop() == 0


def test_kills(cluster, new_intake, count):
    """Three intakes are killed at random: what was accepted is there, nothing else is, and in order of each client."""
    intakes = [new_intake() for _ in range(3)]
    clients = range(20)

    def send(client):
        for number in range(count):
            send_until_accepted(intakes, [event(client, number)])

    threads = [threading.Thread(target=send, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    kills = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(random.uniform(0.2, 0.6))
        intake = random.choice(intakes)
        intake.kill()
        intake.start()
        kills += 1
    ids, first = collections.Counter(), collections.defaultdict(list)
    for message in cluster.messages(TOPIC, PARTITIONS):
        value = json.loads(message.value())
        if ids[value["meta"]["id"]] == 0:
            first[value["client"]].append(value["number"])
        ids[value["meta"]["id"]] += 1
    assert first == {client: list(range(count)) for client in clients}, "events are missing, invented or out of order"
    print(f"  {kills} kills, {len(ids)} events, {sum(ids.values()) - len(ids)} of them twice")
    for intake in intakes:
        assert intake.stop() == 0


def main():
    eventctl, count = sys.argv[1], int(sys.argv[2])
    failed = 0
    for test in (test_message, test_endpoints, test_lost_replies, test_kills, *consumer.TESTS, *deployment.TESTS):
        started, intakes = time.monotonic(), []
        with tempfile.TemporaryDirectory() as name, Cluster() as cluster:
            folder = pathlib.Path(name)
            libraries = library_folder(folder)

            def new_intake():
                intakes.append(Intake(eventctl, folder / str(len(intakes)), cluster.servers, libraries))
                return intakes[-1]

            try:
                cluster.create(TOPIC, PARTITIONS)
                test(cluster, new_intake, count)
                print(f"passed {test.__name__} ({time.monotonic() - started:.1f} s)")
            except Exception as error:
                failed += 1
                print(f"FAILED {test.__name__}: {type(error).__name__}: {error}")
            finally:
                for intake in intakes:
                    intake.kill()
    sys.exit(1 if failed else 0)


main()
