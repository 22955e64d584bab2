"""The commands of *From the intake to a query*, as they are printed."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from cluster import free_port
from consumer import EXAMPLE, REPOSITORY, expect, serve_repository

PAGE = (REPOSITORY / "Sources/EventIntake/Documentation.docc/FromTheIntakeToAQuery.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


class Shell:
    """Runs commands in a folder, where `eventctl` is the one that is tested and `python3` has the libraries."""

    def __init__(self, folder, intake, port):
        self.folder, self.port = folder, port
        (folder / "bin").mkdir(parents=True)
        (folder / "bin/eventctl").symlink_to(intake.command[0])
        path = os.pathsep.join([str(folder / "bin"), str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
        self.environment = intake.environment | {"PATH": path}

    def popen(self, commands):
        # The libraries are there already.
        commands = re.sub("^pip install .*$", "", commands, flags=re.MULTILINE).replace("8192", str(self.port))
        return subprocess.Popen(
            ["bash", "-euc", commands], cwd=self.folder, env=self.environment, text=True, stdout=subprocess.PIPE)

    def run(self, commands):
        process = self.popen(commands)
        output = process.communicate(timeout=60)[0]
        assert process.returncode == 0, (commands, output)
        return output


def test_query_page(cluster, new_intake, _):
    """Every command of the page runs, and both ways to the funnel give the table that is printed."""
    intake = new_intake()
    shell = Shell(intake.folder / "page", intake, free_port())
    install, funnel, serve, send, streams, consume, table = blocks("sh")
    assert install.removeprefix("pip install ") in (EXAMPLE / "requirements.txt").read_text(), install
    for folder in ("Streams", "Schemas"):
        shutil.copytree(REPOSITORY / folder, shell.folder / folder)
    shutil.copy(REPOSITORY / "Project.yaml", shell.folder)
    for name, query in zip(("funnel.sql", "funnel-of-the-table.sql"), blocks("sql"), strict=True):
        (shell.folder / name).write_text(query)
    [printed] = re.findall("┌.*?┘", PAGE, re.DOTALL)

    process = shell.popen("exec " + serve)
    try:
        assert process.stdout.readline().startswith("ready"), process.poll()
        shell.run(send)
        expect(shell.run(funnel).strip(), printed)
        assert re.search(r"app.search +│ true +│ +3 ", shell.run(streams))
    finally:
        process.terminate()
        process.wait()

    cluster.create("x.app.search")
    serve_repository(intake)
    shell.port = intake.address.rpartition(":")[2]
    shell.run(send)
    for file in [*EXAMPLE.glob("*.py"), intake.folder / "kafka.conf"]:
        shutil.copy(file, shell.folder)
    assert shell.run(consume.replace("--topic ", "--topic x.")).startswith("rows 3, ")
    expect(shell.run(table).strip(), printed)


TESTS = [test_query_page]
