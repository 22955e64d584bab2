"""What the program counts, as a file for the textfile collector of Prometheus' node_exporter."""
import collections
import os
import time


class Metrics:
    def __init__(self, path, table):
        self.path, self.table = path, table
        self.messages = collections.Counter(row=0, duplicate=0, canary=0, set_aside=0)
        self.set_aside, self.lags, self.committed = 0, {}, None

    def add(self, written):
        """Counts messages whose transaction has just been committed."""
        self.messages.update(
            row=written.rows, duplicate=written.duplicates, canary=written.canaries, set_aside=written.set_aside)
        self.committed = time.time()

    def write(self):
        """Replaces the file at once, since the collector may read it at any time."""
        if self.path:
            with open(f"{self.path}.new", "w", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in self.lines()))
            os.replace(f"{self.path}.new", self.path)

    def lines(self):
        yield from self.metric("messages_total", "counter", "Messages that were read, by their result.", [
            ({"result": result}, count) for result, count in self.messages.items()])
        yield from self.metric("set_aside_messages", "gauge", "Messages in the table set_aside.", [
            ({}, self.set_aside)])
        yield from self.metric("lag_messages", "gauge", "Messages in a partition that have not been read.", [
            ({"topic": topic, "partition": partition}, lag) for (topic, partition), lag in self.lags.items()])
        if self.committed is not None:
            yield from self.metric("last_commit_timestamp_seconds", "gauge", "When messages were written last.", [
                ({}, round(self.committed, 3))])

    def metric(self, name, kind, help, samples):
        yield f"# HELP event_consumer_{name} {help}"
        yield f"# TYPE event_consumer_{name} {kind}"
        for labels, value in samples:
            text = ",".join(f'{label}="{escaped(one)}"' for label, one in ({"table": self.table} | labels).items())
            yield f"event_consumer_{name}{{{text}}} {value}"


def escaped(value):
    return str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
