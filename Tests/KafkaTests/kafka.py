"""Events that intakes have written to a broker which recognises duplicates, and what is around them: see `run`."""
import collections
import concurrent.futures
import json
import pathlib
import random
import signal
import sys
import tempfile
import threading
import time

import alerts
import consumer
import deployment
import pages
import postgresql
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


def test_reload(cluster, new_intake, count):
    """At SIGHUP the settings are read again, and every event that comes meanwhile is there once."""
    intake = new_intake()
    while intake.get("/readyz")[0] == 503:
        time.sleep(0.1)
    statuses = []

    def send(client):
        for number in range(count):
            statuses.append(intake.post([event(client, number)])[0])

    threads = [threading.Thread(target=send, args=(client,)) for client in range(5)]
    for thread in threads:
        thread.start()
    for linger in range(5):
        settings = "bootstrap.servers = %s\nlinger.ms = %d\n" % (cluster.servers, linger)
        (intake.folder / "kafka.conf").write_text(settings)
        intake.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        assert intake.get("/readyz")[0] == 200
    for thread in threads:
        thread.join()
    assert statuses == [201] * 5 * count, statuses
    values = [json.loads(message.value()) for message in cluster.messages(TOPIC, PARTITIONS)]
    ids = collections.Counter(value["meta"]["id"] for value in values)
    assert len(ids) == 5 * count and set(ids.values()) == {1}, ids
    assert intake.stop() == 0


def test_gap(cluster, new_intake, _):
    """The broker refuses a request whose predecessor it has not seen, which librdkafka relies on with five requests in
    flight and its mock cluster does not do. Nothing that was accepted is missing."""
    intake = new_intake()
    intake.stop()
    with open(intake.folder / "kafka.conf", "a") as file:
        file.write("socket.timeout.ms = 2000\n")  # for the request that gets lost; events have 8 seconds
    intake.start()
    assert intake.post([event(1, 0)])[0] == 201
    cluster.proxy.swallow(1)
    with concurrent.futures.ThreadPoolExecutor(20) as clients:  # of one key, and so in one partition
        first = {1: clients.submit(intake.post, [event(1, 1)])}
        # The others follow a request that is lost, and are in no request with its event.
        while cluster.proxy.swallowed < 1:
            assert not first[1].done(), first[1].result()
            time.sleep(0.01)
        first |= {number: clients.submit(intake.post, [event(1, number)]) for number in range(2, 21)}
        statuses = collections.Counter(one.result()[0] for one in first.values())
    assert cluster.proxy.swallowed == 1 and statuses.keys() <= {201, 500, 503} and statuses[500], statuses
    metrics = intake.get("/metrics")[1].decode()
    refusals = ("OUT_OF_ORDER_SEQUENCE_NUMBER", "PRODUCER_FENCED", "INVALID_PRODUCER_EPOCH")
    assert any(f'error="{name}"' in metrics for name in refusals), "the broker has refused nothing"
    for number, one in first.items():
        if one.result()[0] != 201:
            send_until_accepted([intake], [event(1, number)])
    ids = {json.loads(message.value())["meta"]["id"] for message in cluster.messages(TOPIC, PARTITIONS)}
    assert ids == {f"1-{number}" for number in range(21)}, ids
    print(f"  {statuses[201]} of 20 were accepted at once, and the others when they were sent again")
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
    eventctl, count, only = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    own = (test_message, test_endpoints, test_lost_replies, test_gap, test_reload, test_kills)
    tests = (*own, *consumer.TESTS, *postgresql.TESTS, *pages.TESTS, *deployment.TESTS, *alerts.TESTS)
    failed = 0
    for test in [one for one in tests if not only or one.__name__ in only]:
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
