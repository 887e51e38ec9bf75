#!/usr/bin/env bash
# The same as fetch-agent.mjs, with curl and jq.
set -euo pipefail
jobs="$BASE_URL/v2/agent/$PROJECT_ID/job"
call() { curl --silent --show-error --fail --header "Authorization: Bearer $API_KEY" "$@"; }
if [ -n "${JOB_ID:-}" ]; then
  job=$(call "$jobs/$JOB_ID")
else
  body=$(jq --null-input --arg prompt "$PROMPT" '{$prompt}')
  job=$(call --json "$body" "$jobs")
fi
while [ "$(jq --raw-output .status <<<"$job")" = active ]; do
  sleep "$(jq --null-input "$PAUSE_MS / 1000")"
  job=$(call "$jobs/$(jq --raw-output .id <<<"$job")")
done
jq --raw-output '"status=\(.status)\npr-link=\(.prLink // "")"' <<<"$job" >>"$GITHUB_OUTPUT"
