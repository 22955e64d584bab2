"""`Examples/KafkaIntake`: what can be tried of it without systemd and containers."""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import time

import yaml

from cluster import free_port
from consumer import serve_repository
from intakes import event

REPOSITORY = pathlib.Path(__file__).parents[2]
EXAMPLE = REPOSITORY / "Examples/KafkaIntake"
PAGE = (REPOSITORY / "Sources/EventIntake/Documentation.docc/RunningOnKafka.md").read_text()

PUBLIC = (
    "/w/api.php?action=streamconfigs", "/v1/stream-configs/app.test", "/schemas/test/1.0.0", "/api/v1/experiments")
PRIVATE = ("/metrics", "/openapi.json", "/_info", "/events")


def settings(unit, name):
    return re.findall(rf"^{name}=(.*)$", unit, re.MULTILINE)


def test_unit(cluster, new_intake, _):
    """systemd reads the unit; its command, with the settings beside it, writes to Kafka and ends on SIGTERM in time."""
    cluster.create("eqiad.app.test")
    intake = new_intake()
    intake.stop()
    unit = (EXAMPLE / "event-intake.service").read_text()
    unit = unit.replace("/etc/event-intake", str(intake.folder)).replace("/usr/local/bin/eventctl", intake.command[0])
    file = intake.folder / "event-intake.service"
    file.write_text(unit)
    if shutil.which("systemd-analyze"):
        verified = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True)
        assert (verified.returncode, verified.stderr) == (0, ""), verified.stderr
    else:
        print("  skipped: systemd-analyze is not installed")

    for name in ("kafka.conf", "environment"):
        shutil.copy(EXAMPLE / name, intake.folder)
    [path] = settings(unit, "EnvironmentFile")
    variables = dict(line.split("=", 1) for line in open(path).read().splitlines() if not line.startswith("#"))
    variables |= {
        "PORT": "0", "DRAIN": "4", "EVENT_KAFKA_BOOTSTRAP_SERVERS": cluster.servers, "EVENT_KAFKA_SECURITY_PROTOCOL": "plaintext"}
    [command] = settings(unit, "ExecStart")
    intake.command = [re.sub(r"\$\{(\w+)\}", lambda name: variables[name[1]], word) for word in shlex.split(command)]
    intake.environment |= variables
    intake.start()
    with concurrent.futures.ThreadPoolExecutor(8) as clients:
        sent = [clients.submit(intake.post, [event(1, number)]) for number in range(400)]
        concurrent.futures.wait(sent, return_when=concurrent.futures.FIRST_COMPLETED)
        started = time.monotonic()
        intake.process.terminate()
        while intake.get("/readyz")[0] != 503:
            assert time.monotonic() - started < 4, "the intake does not say that it is ending"
        assert intake.post([event(2, 0)])[0] == 201, "requests are not taken for the time of the drain"
        assert intake.process.wait() == 0
        assert time.monotonic() - started < int(settings(unit, "TimeoutStopSec")[0])
    accepted = [one for one in sent if one.exception() is None and one.result()[0] == 201]
    assert accepted and len(cluster.messages("eqiad.app.test")) > len(accepted), len(accepted)

    wrong = subprocess.run([*intake.command, "--body-limit", "x"], cwd=intake.folder, capture_output=True)
    assert str(wrong.returncode) in settings(unit, "RestartPreventExitStatus"), wrong


def test_proxy(cluster, new_intake, _):
    """The proxy lets through what clients use, and nothing else."""
    nginx = shutil.which("nginx")
    if not nginx:
        print("  skipped: nginx is not installed")
        return
    intake, port = new_intake(), free_port()
    content = (EXAMPLE / "proxy.conf").read_text()
    content = content.replace("127.0.0.1:8192", intake.address).replace("listen 8080", f"listen 127.0.0.1:{port}")
    (intake.folder / "proxy.conf").write_text(content)
    folders = "".join(f"{name}_temp_path {name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (intake.folder / "nginx.conf").write_text(
        "daemon off; pid nginx.pid; error_log stderr; "
        f"events {{}} http {{ access_log off; {folders} include proxy.conf; }}")
    process = subprocess.Popen([nginx, "-e", "stderr", "-p", intake.folder, "-c", "nginx.conf"], stderr=subprocess.PIPE)
    try:
        assert intake.get("/metrics")[0] == 200
        intake.address = f"127.0.0.1:{port}"
        while True:
            try:
                assert intake.get("/readyz")[0] in (200, 503)
                break
            except ConnectionRefusedError:
                assert process.poll() is None, process.stderr.read()
        assert intake.post([event(1, 0)])[0] == 201
        for path in PUBLIC:
            assert (intake.get(path)[0], intake.request("DELETE", path)[0]) == (200, 403), path
        for path in PRIVATE:
            assert intake.get(path)[0] == 404, path
    finally:
        process.terminate()
        process.wait()


def test_containers(*_):
    """The files for containers name what there is: the command's options, files that are mounted, topics."""
    services = yaml.safe_load((EXAMPLE / "compose.yaml").read_text())["services"]
    for name, service in services.items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert not source.startswith(".") or (EXAMPLE / source).exists(), (name, volume)
    build = services["intake"]["build"]
    container = (EXAMPLE / build["context"] / build["dockerfile"]).read_text()
    entry = yaml.safe_load(re.search(r"^ENTRYPOINT (.*)$", container, re.MULTILINE)[1])
    [command] = settings((EXAMPLE / "event-intake.service").read_text(), "ExecStart")
    given = [word for word in shlex.split(command) if word not in ("--topic-prefix", "${TOPIC_PREFIX}")]
    assert entry == [{"${PORT}": "8192", "${DRAIN}": "10"}.get(word, word) for word in given], (entry, given)


def test_page(cluster, new_intake, _):
    """The metrics of the page are there once an event has failed, and the events that its steps make are accepted."""
    cluster.create("x.app.search")
    intake = new_intake()
    serve_repository(intake)
    [commands] = re.findall(r"^   ```\n(   event=.*?)^   ```$", PAGE, re.MULTILINE | re.DOTALL)
    subprocess.run(["bash", "-c", commands.replace("100000", "10")], cwd=intake.folder, check=True)
    events = [json.loads(line) for line in (intake.folder / "events.ndjson").read_text().splitlines()]
    assert intake.post(events)[0] == 201
    ids = {json.loads(message.value())["meta"]["id"] for message in cluster.messages("x.app.search")}
    assert ids == {f"disk-{number}" for number in range(1, 11)}, ids

    intake.stop()
    with open(intake.folder / "kafka.conf", "a") as file:
        file.write("message.max.bytes = 1000\n")
    intake.start()
    assert intake.post([events[0] | {"action_context": "x" * 2000}])[0] == 500
    metrics = intake.get("/metrics")[1].decode()
    names = set(re.findall(r"event_intake_\w+", PAGE))
    missing = [name for name in names if not re.search(rf"^{name}(_bucket)?[ {{]", metrics, re.MULTILINE)]
    assert names and not missing, missing


TESTS = [test_unit, test_proxy, test_containers, test_page]
