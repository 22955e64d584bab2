"""`Examples/KafkaIntake/alerts.yml`, its runbook, and what the causes of trouble look like in the metrics."""
import json
import re
import shutil
import socket
import struct
import subprocess
import threading

import yaml

from cluster import free_port
from deployment import EXAMPLE, PAGE
from intakes import event


class RefusingBroker:
    """A broker that knows no password: it answers which requests it takes, and refuses each login."""
    VERSIONS, HANDSHAKE, LOGIN = 18, 17, 36

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            with client.makefile("rb") as frames:
                while size := frames.read(4):
                    request, version, number = struct.unpack(">hhi", frames.read(struct.unpack(">i", size)[0])[:8])
                    reply = struct.pack(">i", number) + self.reply(request, version)
                    client.sendall(struct.pack(">i", len(reply)) + reply)
        except OSError:
            pass

    def reply(self, request, version):
        if request == self.VERSIONS:
            known = [(self.VERSIONS, 0, 0), (self.HANDSHAKE, 0, 1), (self.LOGIN, 0, 0), (3, 0, 1)]
            unsupported = 35 if version > 0 else 0
            return struct.pack(">hi", unsupported, len(known)) + b"".join(struct.pack(">hhh", *one) for one in known)
        if request == self.HANDSHAKE:
            return struct.pack(">hih", 0, 1, 5) + b"PLAIN"
        return struct.pack(">hh", 58, 5) + b"wrong" + struct.pack(">i", 0)


def metrics_of(intake):
    return intake.get("/metrics")[1].decode()


def value(metrics, series):
    """The value of a series; 0 until it exists."""
    found = re.search(rf"^{re.escape(series)} (\S+)$", metrics, re.MULTILINE)
    return float(found[1]) if found else 0


def until(intake, series, expected):
    while not expected(value(metrics_of(intake), series)):
        assert intake.process.poll() is None, series


def test_alerts(_, new_intake, __):
    """promtool takes the rules and their tests; the page has a line for each, and each metric and label exists."""
    promtool = shutil.which("promtool")
    if promtool:
        for command in (["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]):
            done = subprocess.run([promtool, *command], cwd=EXAMPLE, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
    else:
        print("  skipped: promtool is not installed")
    metrics = metrics_of(new_intake())
    groups = {group["name"]: group["rules"] for group in yaml.safe_load((EXAMPLE / "alerts.yml").read_text())["groups"]}
    for rule in sum(groups.values(), []):
        name, notes = rule["alert"], rule["annotations"]
        assert notes["summary"] and notes["runbook"] == f"RunningOnKafka.md: {name}", rule
        assert len(re.findall(rf"^\| `{name}` \|", PAGE, re.MULTILINE)) == 1, f"the runbook has no line for {name}"
    listed = set(re.findall(r"^\| `(Event(?:Intake|Consumer)\w+)` \|", PAGE, re.MULTILINE))
    assert listed == {rule["alert"] for rule in sum(groups.values(), [])}, listed
    expressions = " ".join(rule["expr"] for rule in groups["event-intake"])
    for name in set(re.findall(r"\b(?:event_intake|process)_\w+", expressions)):
        assert re.search(rf"^{name}[ {{]", metrics, re.MULTILINE), name
    for label, values in re.findall(r'\b(error|cause|kind)=~?"([^"]+)"', expressions):
        for one in values.split("|"):
            assert f'{label}="{one}"' in metrics, (label, one)


def test_causes(_, new_intake, __):
    """The causes that need no broker of another kind differ in the metrics, as the page's table says."""
    up, client = "event_intake_kafka_up", 'event_intake_events_total{verdict="error",cause="client"}'
    configuration = 'event_intake_events_total{verdict="error",cause="configuration"}'
    broken = 'event_intake_content_problems{kind="schemas"}'
    intake = new_intake()
    until(intake, up, lambda number: number == 1)
    assert intake.post([{"a": 1}, event(1, 1) | {"$schema": "/nowhere/1.0.0"}])[0] == 500
    metrics = metrics_of(intake)
    assert [value(metrics, series) for series in (client, configuration, broken)] == [2, 0, 0], metrics

    (intake.folder / "Schemas/broken").mkdir()
    (intake.folder / "Schemas/broken/1.0.0.yaml").write_text("title: [\n")
    until(intake, broken, lambda number: number == 1)
    assert intake.post([event(1, 2) | {"$schema": "/broken/1.0.0"}])[0] == 500
    metrics = metrics_of(intake)
    assert [value(metrics, series) for series in (up, client, configuration)] == [1, 2, 1], metrics
    intake.stop()

    (intake.folder / "kafka.conf").write_text(f"bootstrap.servers = 127.0.0.1:{free_port()}\n")
    intake.start()
    until(intake, 'event_intake_kafka_connection_errors_total{error="_TRANSPORT"}', lambda number: number > 0)
    assert value(metrics_of(intake), up) == 0
    while (answer := intake.post([event(1, 3)]))[0] != 503:
        assert answer[0] == 500, json.loads(answer[1])
    assert value(metrics_of(intake), 'event_intake_refused_requests_total{cause="sink"}') > 0


def test_wrong_password(_, new_intake, __):
    """A password that Kafka refuses differs from brokers that are away."""
    intake = new_intake()
    intake.stop()
    (intake.folder / "kafka.conf").write_text(
        f"bootstrap.servers = {RefusingBroker().address}\nsecurity.protocol = sasl_plaintext\n"
        "sasl.mechanism = PLAIN\nsasl.username = intake\nsasl.password = wrong\n")
    intake.start()
    errors = "event_intake_kafka_connection_errors_total"
    until(intake, errors + '{error="_AUTHENTICATION"}', lambda number: number > 0)
    metrics = metrics_of(intake)
    assert [value(metrics, series) for series in (errors + '{error="_TRANSPORT"}', "event_intake_kafka_up")] == [0, 0]


TESTS = [test_alerts, test_causes, test_wrong_password]
