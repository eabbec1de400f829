"""A worker of an endpoint that needs nothing but Python's standard library.

It takes jobs, pings, and stops the jobs that it is told to stop. A job with the action "wait" waits for its stop. Each line
that the worker prints is a JSON object that tells what has happened.
"""

import json
import os
import signal
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request

WORKER_ID = os.environ["RUNPOD_POD_ID"]
API_KEY = os.environ["RUNPOD_AI_API_KEY"]
PING_INTERVAL_S = int(os.environ.get("RUNPOD_PING_INTERVAL", "10000")) / 1000
POLL_TIMEOUT_S = 90

# The variables of a proxy do not hold for this machine.
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
printing = threading.Lock()
changed = threading.Condition()
running = {}


class Stopping(Exception):
    """The worker was asked to end."""


class Cancelled(Exception):
    """The job was asked to stop."""


def tell(event, **members):
    with printing:
        print(json.dumps({"event": event, **members}), flush=True)


def address(variable, job_id=WORKER_ID):
    template = os.environ[variable].replace("$RUNPOD_POD_ID", WORKER_ID)
    return template.replace("$ID", job_id)


def with_query(url, **members):
    separator = "&" if "?" in url else "?"
    return url + separator + urllib.parse.urlencode(members)


def call(url, body=None, job_id=None):
    """The status and the JSON of a response; an error of the service has no JSON."""
    headers = {"Authorization": API_KEY}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        headers["charset"] = "utf-8"
        headers["X-Request-ID"] = job_id
    request = urllib.request.Request(url, data, headers)
    try:
        with opener.open(request, timeout=POLL_TIMEOUT_S) as response:
            text = response.read()
            return response.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        return error.code, None


def ping_forever():
    while True:
        with changed:
            job_ids = ",".join(running)
        members = {"job_id": job_ids} if job_ids else {}
        status, _ = call(with_query(address("RUNPOD_WEBHOOK_PING"), **members))
        tell("pinged", status=status)
        with changed:
            changed.wait_for(lambda: False, timeout=PING_INTERVAL_S)


def stop_jobs_forever():
    take = address("RUNPOD_WEBHOOK_GET_JOB")
    while True:
        _, answer = call(take.replace("/job-take/", "/job-stop/"))
        for job_id in (answer or {}).get("jobsToStop", []):
            with changed:
                if job_id in running:
                    running[job_id].set()


def send_result(job_id, body):
    url = address("RUNPOD_WEBHOOK_POST_OUTPUT", job_id)
    status, _ = call(with_query(url, isStream="false"), body, job_id)
    return status


def work(job_id, job_input, stopped):
    """The body of the result."""
    if job_input.get("action") == "wait":
        tell("waiting", id=job_id)
        stopped.wait()
        raise Cancelled()
    return {"output": {"echo": job_input}}


def run(job, stopped):
    job_id = job["id"]
    try:
        body = work(job_id, job["input"], stopped)
        tell("ended", id=job_id, status=send_result(job_id, body))
    except Cancelled:
        tell("stopped", id=job_id)
    finally:
        with changed:
            del running[job_id]
            changed.notify_all()


def take_job():
    with changed:
        changed.wait_for(lambda: not running)
    url = with_query(address("RUNPOD_WEBHOOK_GET_JOB"), job_in_progress=0)
    status, job = call(url)
    if status != 200:
        return
    tell("taken", id=job["id"])
    stopped = threading.Event()
    with changed:
        running[job["id"]] = stopped
    threading.Thread(target=run, args=(job, stopped)).start()


def stop_worker(*_):
    raise Stopping()


signal.signal(signal.SIGTERM, stop_worker)
for target in (ping_forever, stop_jobs_forever):
    threading.Thread(target=target, daemon=True).start()
try:
    while True:
        take_job()
except Stopping:
    # The jobs that run are finished first.
    with changed:
        changed.wait_for(lambda: not running)
    tell("exits")
    sys.exit(0)
