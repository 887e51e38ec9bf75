import { json, jsonObject } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import type { Route } from './routes.ts';

/** What a person or another process can ask of the sandbox itself. */
export function controlRoutes(sandbox: { ledger: Ledger; setScenario(name: string): void }): Route[] {
  return [
    {
      method: 'GET',
      path: '/_sandbox/ledger',
      operation: 'control',
      answer: () => json(200, sandbox.ledger),
    },
    {
      // {"scenario": name}
      method: 'POST',
      path: '/_sandbox/scenario',
      operation: 'control',
      answer: ({ body }) => {
        const scenario = String(jsonObject(body)?.['scenario'] ?? '');
        try {
          sandbox.setScenario(scenario);
          return json(200, { scenario });
        } catch (error) {
          if (error instanceof RangeError) return json(400, { error: error.message });
          throw error;
        }
      },
    },
  ];
}
