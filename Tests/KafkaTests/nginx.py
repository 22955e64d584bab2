"""nginx with the proxy's configuration of Examples/KafkaIntake."""
import os
import pathlib
import shutil
import socket
import subprocess

from cluster import free_port

CONFIGURATION = pathlib.Path(__file__).parents[2] / "Examples/KafkaIntake/proxy.conf"
PROGRAM = shutil.which("nginx")


class Nginx:
    """nginx in a folder, before an intake, until the end of a `with`. `edit` changes the configuration."""

    def __init__(self, folder, intake, listen="", edit=lambda text: text):
        port = free_port()
        self.address = f"127.0.0.1:{port}"
        text = CONFIGURATION.read_text().replace("127.0.0.1:8192", intake)
        (folder / "proxy.conf").write_text(edit(text.replace("listen 8080", f"listen {self.address}{listen}")))
        folders = "".join(f"{name}_temp_path {name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        # Its workers are otherwise another user's, who may not write into the folder.
        user = "user root; " if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(
            f"{user}daemon off; pid nginx.pid; error_log nginx.log; "
            f"events {{ worker_connections 1024; }} http {{ access_log off; {folders} include proxy.conf; }}")
        self.log = folder / "nginx.log"
        command = [PROGRAM, "-e", self.log, "-p", folder, "-c", "nginx.conf"]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def __enter__(self):
        host, port = self.address.split(":")
        while True:
            try:
                socket.create_connection((host, int(port))).close()
                return self
            except ConnectionRefusedError:
                assert self.process.poll() is None, self.log.read_text()

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def processor_seconds(self):
        """Those of all its processes."""
        master = self.process.pid
        children = pathlib.Path(f"/proc/{master}/task/{master}/children").read_text().split()
        return sum(processor_seconds(int(process)) for process in [master, *children])


def processor_seconds(process):
    """Those of a process, without those of its children."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
