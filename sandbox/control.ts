import { json, jsonObject } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import type { Route } from './routes.ts';
import type { Table } from './site.ts';

/** What of a sandbox can be asked over HTTP. */
export interface Controlled {
  readonly ledger: Ledger;
  pageViews(project: string, dateFrom: string, dateTo: string): Table;
  setScenario(name: string): void;
}

/** What a person or another process can ask of the sandbox itself. */
export function controlRoutes(sandbox: Controlled): Route[] {
  return [
    {
      method: 'GET',
      path: '/_sandbox/ledger',
      operation: 'control',
      answer: () => json(200, sandbox.ledger),
    },
    {
      // ?project=…&dateFrom=…&dateTo=…
      method: 'GET',
      path: '/_sandbox/site',
      operation: 'control',
      answer: ({ query }) => {
        const [project, from, to] = ['project', 'dateFrom', 'dateTo'].map((name) => query.get(name) ?? '');
        return attempt(() => {
          const table = sandbox.pageViews(project || 'sandbox-project', from ?? '', to ?? '');
          return { totals: table.totals, rows: table.rows() };
        });
      },
    },
    {
      // {"scenario": name}
      method: 'POST',
      path: '/_sandbox/scenario',
      operation: 'control',
      answer: ({ body }) => {
        const scenario = String(jsonObject(body)?.['scenario'] ?? '');
        return attempt(() => {
          sandbox.setScenario(scenario);
          return { scenario };
        });
      },
    },
  ];
}

function attempt(work: () => unknown) {
  try {
    return json(200, work());
  } catch (error) {
    if (error instanceof RangeError) return json(400, { error: error.message });
    throw error;
  }
}
