#!/usr/bin/env bash
# Counts a store with curl: creates an event, uploads photos, waits for the report, and downloads it.
#
#   PRECOUNT_URL=https://precount.example TOKEN=pc_… ./client.sh 0012.jpg …
#
# The token needs the scopes read, upload, export and admin. curl cannot receive a webhook, so this asks every five seconds. In between,
# people review the photos and complete the event.
set -euo pipefail

api() { curl --fail-with-body --silent --show-error --header "Authorization: Bearer $TOKEN" "$@"; }
# The first value of a field in an answer.
field() { grep -o "\"$1\":\"[^\"]*\"" | head -1 | cut -d'"' -f4; }

slug="$(api "$PRECOUNT_URL/trpc/project.createProject" --json '{"name":"Count by a program"}' | field slug)"
for photo in "$@"; do
  api "$PRECOUNT_URL/api/projects/$slug/images/upload" --form "file=@$photo" >/dev/null
done
echo "Waiting for the report of $PRECOUNT_URL/projects/$slug"

report=""
while [ -z "$report" ]; do
  sleep 5
  event="$(api --get "$PRECOUNT_URL/trpc/project.getProject" --data-urlencode "input={\"slug\":\"$slug\"}")"
  report="$(grep -o '"reports":\[{[^]]*' <<<"$event" | field sid || true)"
done
api --output "$slug.csv" "$PRECOUNT_URL/api/projects/$slug/reports/$report/download"
echo "Saved the report as $slug.csv"
