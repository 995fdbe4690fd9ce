# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of one build, run one by one with a watch on their time: what scripts/gcov and scripts/mutate share."""
import json
import os
import resource
import signal
import subprocess
import threading

# They check the sources or the installed files and do not run the library.
UNMOVED = {"architecture", "bare", "install_test", "package", "sources", "state", "symbols"}

MEMORY = 6 << 30  # bytes, of a process whose time is limited, too


class Test:
    def __init__(self, told):
        properties = {p["name"]: p["value"] for p in told.get("properties", [])}
        self.name = told["name"]
        self.command = told["command"]
        self.folder = properties.get("WORKING_DIRECTORY")
        self.environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
        self.skip = properties.get("SKIP_RETURN_CODE", 0)

    def run(self, more=None, wall=1800, processor=None):
        """Returns whether it passed (or was skipped) and the seconds of processor time."""
        def limit():
            if processor:
                resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1))
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        process = subprocess.Popen(self.command, cwd=self.folder, env={**os.environ, **self.environment, **(more or {})},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True, preexec_fn=limit)
        watch = threading.Timer(wall, kill_group, [process.pid])
        watch.start()
        _, status, used = os.wait4(process.pid, 0)
        watch.cancel()
        kill_group(process.pid)  # what it left behind
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode in (0, self.skip), used.ru_utime + used.ru_stime


def kill_group(leader):
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def tests_of(build):
    """{name: Test} of a build's tests that run the library; those of the page have a library of their own."""
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], stdout=subprocess.PIPE, check=True).stdout
    tests = [Test(told) for told in json.loads(shown)["tests"] if "command" in told]
    return {t.name: t for t in tests if t.name not in UNMOVED and not t.name.startswith("web_")}
