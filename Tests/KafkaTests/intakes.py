"""Intakes that write to one cluster, and clients that send to any of them."""
import http.client
import json
import os
import random
import subprocess

SCHEMA = """\
title: test
$id: /test/1.0.0
$schema: https://json-schema.org/draft-07/schema#
type: object
required: [meta]
properties:
  $schema: {type: string}
  meta: {type: object, required: [stream], properties: {stream: {type: string}, id: {type: string}, dt: {type: string}}}
  client: {type: integer}
  number: {type: integer}
"""
STREAMS = "app.test:\n  schema_title: test\n  message_key_fields: {client: client}\n"


def event(client, number):
    return {"$schema": "/test/1.0.0", "meta": {"stream": "app.test", "id": f"{client}-{number}"}, "client": client,
            "number": number}


class Intake:
    def __init__(self, eventctl, folder, servers, libraries):
        (folder / "Schemas/test").mkdir(parents=True, exist_ok=True)
        (folder / "Streams").mkdir(exist_ok=True)
        (folder / "Schemas/test/1.0.0.yaml").write_text(SCHEMA)
        (folder / "Streams/a.yaml").write_text(STREAMS)
        (folder / "kafka.conf").write_text("bootstrap.servers = %s\nlinger.ms = 1\n" % servers)
        self.command = [eventctl, "serve", "--sink", "kafka", "--kafka-config", "kafka.conf", "--topic-prefix", "x."]
        self.folder, self.environment, self.log = folder, os.environ | {"LD_LIBRARY_PATH": libraries}, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        ready = self.process.stdout.readline().split()
        assert ready and ready[0] == "ready", f"eventctl has ended: {self.process.poll()}"
        self.address = ready[1].removeprefix("http://")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait()

    def post(self, events):
        return self.request("POST", "/v1/events", json.dumps(events))

    def get(self, path):
        return self.request("GET", path)

    def request(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.address, timeout=20)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def received(self, topic):
        """What `eventctl received` prints of a topic."""
        command = [self.command[0], "received", "--kafka-config", "kafka.conf", "--topic", topic]
        lines = subprocess.run(
            command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True, check=True)
        return [json.loads(line) for line in lines.stdout.splitlines()]


def send_until_accepted(intakes, events):
    """Sends events to any intake, again and again until one has accepted them."""
    while True:
        try:
            status, body = random.choice(intakes).post(events)
        except (OSError, http.client.HTTPException):
            continue
        if status == 201:
            return
        assert status in (500, 503), (status, body)
