"""`Examples/KafkaIntake`: what can be tried of it without systemd and containers."""
import collections
import concurrent.futures
import http.client
import json
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import time

import yaml

import nginx
from cluster import free_port
from consumer import serve_repository
from intakes import event

REPOSITORY = pathlib.Path(__file__).parents[2]
EXAMPLE = REPOSITORY / "Examples/KafkaIntake"
PAGE = (REPOSITORY / "Sources/EventIntake/Documentation.docc/RunningOnKafka.md").read_text()

PUBLIC = (
    "/w/api.php?action=streamconfigs", "/v1/stream-configs/app.test", "/schemas/test/1.0.0", "/api/v1/experiments")
PRIVATE = ("/metrics", "/healthz", "/openapi.json", "/_info", "/events")


def settings(unit, name):
    return re.findall(rf"^{name}=(.*)$", unit, re.MULTILINE)


def test_unit(cluster, new_intake, _):
    """systemd reads the unit; its command, with the settings beside it and with /proc as its sandbox has it, writes to
    Kafka, says when it is ready, counts its own use, reads its settings again, and ends on SIGTERM in time."""
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

    for name in ("kafka.conf", "kafka-password", "environment"):
        shutil.copy(EXAMPLE / name, intake.folder)
    [path] = settings(unit, "EnvironmentFile")
    variables = dict(line.split("=", 1) for line in open(path).read().splitlines() if not line.startswith("#"))
    variables |= {
        "PORT": "0", "ADMIN_PORT": str(free_port()), "DRAIN": "4", "NOTIFY_SOCKET": str(intake.folder / "notify"),
        "EVENT_KAFKA_BOOTSTRAP_SERVERS": cluster.servers, "EVENT_KAFKA_SECURITY_PROTOCOL": "plaintext"}
    [command] = settings(unit, "ExecStart")
    command = [re.sub(r"\$\{(\w+)\}", lambda name: variables[name[1]], word) for word in shlex.split(command)]
    intake.command = [*sandbox(unit), *command]
    intake.environment |= variables
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(variables["NOTIFY_SOCKET"])
        manager.settimeout(10)
        intake.start()
        assert settings(unit, "Type") == ["notify"] and b"READY=1" in manager.recv(1000)
    admin = f"127.0.0.1:{variables['ADMIN_PORT']}"
    for name in ("cpu_seconds_total", "resident_memory_bytes", "start_time_seconds"):
        [value] = re.findall(rf"^process_{name} (\S+)$", get(admin, "/metrics")[1], re.MULTILINE)
        assert float(value) >= 0, (name, value)
    assert get(admin, "/healthz")[0] == 200 and intake.get("/metrics")[0] == 404

    password = (intake.folder / "kafka-password").read_text()
    for text, is_old in [("", 1), (password, 0)]:
        (intake.folder / "kafka-password").write_text(text)
        intake.process.send_signal(signal.SIGHUP)
        await_metric(admin, "event_intake_kafka_settings_are_old", is_old)
    assert settings(unit, "ExecReload") == ["/bin/kill -HUP $MAINPID"]
    with concurrent.futures.ThreadPoolExecutor(8) as clients:
        sent = [clients.submit(intake.post, [event(1, number)]) for number in range(400)]
        concurrent.futures.wait(sent, return_when=concurrent.futures.FIRST_COMPLETED)
        started = time.monotonic()
        intake.process.terminate()
        while get(admin, "/readyz")[0] != 503:
            assert time.monotonic() - started < 4, "the intake does not say that it is ending"
        assert intake.post([event(2, 0)])[0] == 201, "requests are not taken for the time of the drain"
        assert intake.process.wait() == 0
        assert time.monotonic() - started < int(settings(unit, "TimeoutStopSec")[0])
    accepted = [one for one in sent if one.exception() is None and one.result()[0] == 201]
    assert accepted and len(cluster.messages("eqiad.app.test")) > len(accepted), len(accepted)

    wrong = subprocess.run([*intake.command, "--body-limit", "x"], cwd=intake.folder, capture_output=True)
    assert str(wrong.returncode) in settings(unit, "RestartPreventExitStatus"), wrong


def await_metric(address, name, value):
    end = time.monotonic() + 30
    while f"{name} {value}" not in get(address, "/metrics")[1].splitlines():
        assert time.monotonic() < end, f"{name} does not become {value}"
        time.sleep(0.05)


def sandbox(unit):
    """The beginning of a command that runs it with /proc as the unit's settings make it."""
    options = f"subset={settings(unit, 'ProcSubset')[0]},hidepid={settings(unit, 'ProtectProc')[0]}"
    command = ["unshare", "--mount", "sh", "-c", f'mount -t proc -o {options} proc /proc && exec "$@"', "sandbox"]
    tried = subprocess.run([*command, "true"], capture_output=True, text=True)
    if tried.returncode != 0:
        print("  skipped: /proc of the unit's sandbox, which cannot be mounted here:", tried.stderr.strip())
        return []
    return command


def get(address, path):
    connection = http.client.HTTPConnection(address, timeout=20)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def test_proxy(cluster, new_intake, _):
    """The proxy lets through what clients use, and nothing else; also the preflights of browsers."""
    if not nginx.PROGRAM:
        print("  skipped: nginx is not installed")
        return
    intake = new_intake()
    assert intake.get("/metrics")[0] == 200
    with nginx.Nginx(intake.folder, intake.address) as proxy:
        intake.address = proxy.address
        assert intake.post([event(1, 0)])[0] == 201
        assert intake.get("/readyz")[0] in (200, 503)
        for path in PUBLIC:
            assert (intake.get(path)[0], intake.request("DELETE", path)[0]) == (200, 403), path
        for path in (*PUBLIC, "/v1/events", "/v2/events"):
            status, headers = preflight(proxy, path)
            assert status in (200, 204) and headers["Access-Control-Allow-Origin"], (path, status)
        for path in PRIVATE:
            assert intake.get(path)[0] == 404, path
        assert intake.request("POST", "/v1/events", "[" + " " * 150_000 + "]")[0] == 413, "not the intake's"
        assert intake.request("POST", "/v1/events", "[" + " " * 250_000 + "]")[0] == 413, "not the proxy's"


def preflight(proxy, path):
    """Asks as a browser does before a page of another origin may send JSON."""
    connection = http.client.HTTPConnection(proxy.address, timeout=20)
    connection.request("OPTIONS", path, headers={
        "Origin": "https://example.org", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type"})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status, response.headers


def test_flood(cluster, new_intake, _):
    """A flood from one address gets 429, which clients try again later; another address does not notice."""
    if not nginx.PROGRAM:
        print("  skipped: nginx is not installed")
        return
    intake = new_intake()
    with nginx.Nginx(intake.folder, intake.address) as proxy:
        good, waited = [], []
        with concurrent.futures.ThreadPoolExecutor(32) as clients:
            flood = [clients.submit(send_from, "127.0.0.9", proxy, event(9, number)) for number in range(600)]
            number = 0
            while number < 10 or not all(one.done() for one in flood):
                started = time.monotonic()
                good.append(send_from("127.0.0.2", proxy, event(2, number)).status)
                waited.append(time.monotonic() - started)
                number += 1
                time.sleep(0.1)  # ten a second are within the limit of an address
        answers = [one.result() for one in flood]
        limited = [one for one in answers if one.status == 429]
        assert set(good) == {201}, collections.Counter(good)
        assert {one.status for one in answers} == {201, 429}, collections.Counter(one.status for one in answers)
        assert len(limited) > 100 and all(one.headers["Retry-After"] == "5" for one in limited), len(limited)
        print(f"  {len(limited)} of 600 were refused; {len(good)} of another address were accepted, "
              f"each within {max(waited):.2f} s")
        held = [hold(proxy, "127.0.0.3") for _ in range(64)]
        # Within the limit of requests, which is 100 at once.
        statuses = [send_from("127.0.0.3", proxy, event(3, number)).status for number in range(20)]
        assert 429 in statuses, "64 requests in progress are no limit"
        assert send_from("127.0.0.2", proxy, event(2, number)).status == 201
        for one in held:
            one.close()


def send_from(address, proxy, event):
    """Sends one event from an address of this machine, and returns the response."""
    connection = http.client.HTTPConnection(proxy.address, timeout=20, source_address=(address, 0))
    connection.request("POST", "/v1/events", json.dumps([event]), {"Content-Type": "application/json"})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def hold(proxy, address):
    """Begins a request whose body does not come."""
    host, port = proxy.address.split(":")
    connection = socket.create_connection((host, int(port)), source_address=(address, 0))
    connection.sendall(b"POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
    return connection


# Parts of the unit's command that are of its place: a container has its own, or none.
OF_THE_UNIT = ("--topic-prefix", "${TOPIC_PREFIX}", "--kafka-secret", "sasl.password=kafka-password")


def test_containers(_, new_intake, __):
    """The files for containers name what there is: the command's options, files that are mounted, topics; and the
    container's check succeeds as long as the intake runs."""
    services = yaml.safe_load((EXAMPLE / "compose.yaml").read_text())["services"]
    for name, service in services.items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert not source.startswith(".") or (EXAMPLE / source).exists(), (name, volume)
    build = services["intake"]["build"]
    container = (EXAMPLE / build["context"] / build["dockerfile"]).read_text()
    entry = yaml.safe_load(re.search(r"^ENTRYPOINT (.*)$", container, re.MULTILINE)[1])
    unit = (EXAMPLE / "event-intake.service").read_text()
    [command] = settings(unit, "ExecStart")
    given = [word for word in shlex.split(command) if word not in OF_THE_UNIT]
    values = {"${PORT}": "8192", "${ADMIN_PORT}": "8193", "${DRAIN}": "10"}
    assert entry == [values.get(word, word) for word in given], (entry, given)
    assert services["intake"]["stop_grace_period"] == f"{settings(unit, 'TimeoutStopSec')[0]}s"

    intake = new_intake()
    check = json.loads(re.search(r"^HEALTHCHECK .* CMD (.*)$", container, re.MULTILINE)[1])
    check = [word.replace("127.0.0.1/8193", intake.address.replace(":", "/")) for word in check]
    assert subprocess.run(check).returncode == 0
    intake.kill()
    assert subprocess.run(check, stderr=subprocess.DEVNULL).returncode != 0


def test_deployment(_, new_intake, __):
    """The manifest for Kubernetes names ports, files and labels that there are, has times that fit the command, and its
    options are understood."""
    objects = {one["kind"]: one for one in yaml.safe_load_all((EXAMPLE / "deployment.yaml").read_text())}
    pod = objects["Deployment"]["spec"]["template"]
    labels = pod["metadata"]["labels"]
    assert objects["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert objects["Service"]["spec"]["selector"] == labels
    assert objects["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    target = objects["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", objects["Deployment"]["metadata"]["name"])

    containers = {one["name"]: one for one in pod["spec"]["containers"]}
    ports = {name: {port["name"] for port in one["ports"]} for name, one in containers.items()}
    assert all(port["targetPort"] in ports["proxy"] for port in objects["Service"]["spec"]["ports"])
    volumes = {volume["name"] for volume in pod["spec"]["volumes"]}
    for one in containers.values():
        assert {mount["name"] for mount in one["volumeMounts"]} <= volumes
        assert {"cpu", "memory"} <= one["resources"]["requests"].keys(), "the autoscaler goes by what they request"
    for mount in containers["proxy"]["volumeMounts"]:
        assert (EXAMPLE / mount["subPath"]).exists(), mount

    entry = yaml.safe_load(re.search(r"^ENTRYPOINT (.*)$", (EXAMPLE / "Containerfile").read_text(), re.MULTILINE)[1])
    drain = int(entry[entry.index("--drain") + 1])
    assert pod["spec"]["terminationGracePeriodSeconds"] == drain + 15
    assert int(containers["proxy"]["lifecycle"]["preStop"]["exec"]["command"][1]) < drain, "it must end first"
    [admin] = [port["containerPort"] for port in containers["intake"]["ports"]]
    assert str(admin) == entry[entry.index("--admin-port") + 1] == pod["metadata"]["annotations"]["prometheus.io/port"]

    intake, port = new_intake(), free_port()
    intake.stop()
    values = {"--port": "0", "--admin-port": str(port)}
    command = [values.get(before, word) for before, word in zip([None, *entry], entry)]
    secret = "--kafka-secret=sasl.password="
    (intake.folder / "kafka-password").write_text("a-secret")
    given = [f"{secret}kafka-password" if word.startswith(secret) else word for word in containers["intake"]["args"]]
    intake.command = [intake.command[0], *command[1:], *(
        word for word in given if not word.startswith(("--stream-configs=", "--schemas=")))]
    intake.start()
    for probe in ("livenessProbe", "readinessProbe"):
        request = containers["intake"][probe]["httpGet"]
        assert request["port"] in ports["intake"]
        assert get(f"127.0.0.1:{port}", request["path"])[0] in (200, 503), probe


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


TESTS = [test_unit, test_proxy, test_flood, test_containers, test_deployment, test_page]
