// What a workflow's author would write instead, also in actions/github-script: create or watch a job, and wait for its end.
const { appendFileSync } = await import('node:fs');

const { BASE_URL, API_KEY, PROJECT_ID, JOB_ID, PROMPT, PAUSE_MS, GITHUB_OUTPUT } = process.env;
const jobs = `${BASE_URL}/v2/agent/${PROJECT_ID}/job`;
const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
async function call(url, init) {
  const response = await fetch(url, { headers, ...init });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
const create = { method: 'POST', body: JSON.stringify({ prompt: PROMPT }) };
let job = JOB_ID ? await call(`${jobs}/${JOB_ID}`) : await call(jobs, create);
while (job.status === 'active') {
  await new Promise((resolve) => setTimeout(resolve, Number(PAUSE_MS)));
  job = await call(`${jobs}/${job.id}`);
}
appendFileSync(GITHUB_OUTPUT, `status=${job.status}\npr-link=${job.prLink ?? ''}\n`);
