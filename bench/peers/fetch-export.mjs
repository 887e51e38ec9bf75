// What a workflow's author would write instead: one page of views after the other, with Node's own fetch.
import { writeFileSync } from 'node:fs';

const { BASE_URL, API_KEY, PROJECT_ID, DATE_FROM, DATE_TO, LIMIT, REPORT } = process.env;
const headers = { authorization: `Bearer ${API_KEY}` };
const rows = [];
for (let offset = 0, hasMore = true; hasMore; offset += Number(LIMIT)) {
  const query = new URLSearchParams({ dateFrom: DATE_FROM, dateTo: DATE_TO, limit: LIMIT, offset });
  const response = await fetch(`${BASE_URL}/v1/analytics/${PROJECT_ID}/views?${query}`, { headers });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const page = await response.json();
  rows.push(...page.views);
  hasMore = page.hasMore;
}
writeFileSync(REPORT, JSON.stringify(rows));
