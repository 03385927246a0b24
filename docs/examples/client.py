"""Counts a store from a program: creates an event, uploads photos, waits for the webhook that announces the report, and downloads it.

    PRECOUNT_URL=https://precount.example TOKEN=pc_… RECEIVER_URL=https://erp.example:8443/ python3 client.py 0012.jpg …

Needs only Python's standard library. The token needs the scopes read, upload, export and admin. RECEIVER_URL is where Precount reaches
this program, which listens on RECEIVER_PORT. In between, people review the photos and complete the event.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.request import Request, urlopen

URL = os.environ["PRECOUNT_URL"]
AUTHORIZATION = {"Authorization": f"Bearer {os.environ['TOKEN']}"}


def call(procedure, data):
    """Calls a procedure that changes something. Raises HTTPError if it is refused."""
    headers = {**AUTHORIZATION, "Content-Type": "application/json"}
    request = Request(f"{URL}/trpc/{procedure}", json.dumps(data).encode(), headers)
    with urlopen(request) as response:
        return json.load(response)["result"]["data"]


def upload(slug, path):
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{path.name}"\r\n\r\n'
    body = head.encode() + path.read_bytes() + f"\r\n--{boundary}--\r\n".encode()
    headers = {**AUTHORIZATION, "Content-Type": f"multipart/form-data; boundary={boundary}"}
    urlopen(Request(f"{URL}/api/projects/{slug}/images/upload", body, headers)).close()


def is_signed(secret, headers, body):
    """Whether the signature is right and not older than five minutes."""
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))


def wait_for_report(server):
    while server.report is None:
        server.handle_request()
    return server.report


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_right = is_signed(self.server.secret, self.headers, body)
        self.send_response(204 if is_right else 401)
        self.end_headers()
        message = json.loads(body)
        if is_right and message["type"] == "report.created":
            self.server.report = message["data"]["report"]

    def log_message(self, *args):
        pass


slug = call("project.createProject", {"name": "Count by a program"})["slug"]
settings = {"kind": "webhook", "url": os.environ["RECEIVER_URL"], "types": ["report.created"]}
created = call(
    "destination.createDestination",
    {"owner": {"project": {"slug": slug}}, "destination": {"name": "Program", "settings": settings}},
)
server = HTTPServer(("", int(os.environ.get("RECEIVER_PORT", "8443"))), Receiver)
server.secret = created["signingSecret"]
server.report = None

for name in sys.argv[1:]:
    upload(slug, Path(name))
print(f"Waiting for the report of {URL}/projects/{slug}", flush=True)

report = wait_for_report(server)
with urlopen(Request(f"{URL}/api/projects/{slug}/reports/{report['sid']}/download", headers=AUTHORIZATION)) as response:
    Path(f"{slug}.csv").write_bytes(response.read())
print(f"Saved {report['title']} as {slug}.csv")
