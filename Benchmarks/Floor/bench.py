"""The programs that Benchmarks/compare runs: the client's, the floor's, and the trivial server."""
import contextlib
import importlib.machinery
import importlib.util
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def module(path):
    """A script without an ending as a module."""
    loader = importlib.machinery.SourceFileLoader(path.name, str(path))
    loaded = importlib.util.module_from_spec(importlib.util.spec_from_loader(path.name, loader))
    loader.exec_module(loaded)
    return loaded


class Bench:
    """The programs, the trivial server, and a folder for files that are removed."""

    def __init__(self, options, folder):
        self.options, self.folder = options, pathlib.Path(folder)
        self.program = pathlib.Path(options.programs) / "hot-paths"
        self.floor_program = self.folder / "floor"
        self.run("cc", "-O2", "-D_GNU_SOURCE", "-o", self.floor_program, ROOT / "Benchmarks/Floor/floor.c",
                 "-lsqlite3", "-lpthread")
        self.server = subprocess.Popen([self.floor_program, "serve"], stdout=subprocess.PIPE, text=True)
        self.port = self.server.stdout.readline().strip()
        self.url = f"http://127.0.0.1:{self.port}/v1/events"

    def close(self):
        self.server.kill()
        self.server.wait()

    @staticmethod
    def run(*command, env=None):
        run = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=env)
        if run.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))} ended with {run.returncode}:\n{run.stderr[-2000:]}")
        return run.stdout

    def ours(self, path, **settings):
        """The figures of one run of the client, by name."""
        words = [word for name, value in settings.items() for word in [f"--{name}", value]]
        lines = self.run(self.program, path, *words, "--timed").splitlines()
        return {name: float(value) for name, value in (line.split("\t") for line in lines)}

    def floor(self, *words):
        return float(self.run(self.floor_program, *words))

    def rows(self, count, per_transaction, *size, drains=False):
        """Rows a second of the floor, the bytes of one, and how many it drains a second."""
        file = self.folder / "floor.sqlite"
        with removing(file):
            rate = self.floor("rows", file, count, per_transaction, *size)
            return rate, file.stat().st_size / count, self.floor("drain-rows", self.port, file) if drains else None


@contextlib.contextmanager
def removing(file):
    """Removes a database file and its companions, before and after."""
    def remove():
        for companion in file.parent.glob(file.name + "*"):
            companion.unlink()
    remove()
    yield
    remove()


def medians(runs):
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}
