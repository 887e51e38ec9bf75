import { expect, test } from '@jest/globals';
import { planOf } from '../../campaign/plan.ts';
import { leakedForms } from '../helpers/key-forms.ts';

const OPERATIONS = ['create', 'message', 'get', 'list-comments'] as const;

/** A plan as data; what a fault does to bytes is known by its name and the rest of it. */
function dataOf(seed: number, run: number): unknown {
  const plan = planOf(seed, run, 'simulated');
  const faults = OPERATIONS.flatMap((operation) =>
    [1, 2, 3, 4, 5].map((nth) => ({ operation, nth, ...plan.faultFor({ operation, nth }) })),
  );
  return JSON.parse(JSON.stringify({ ...plan, faults }));
}

test('a plan depends on its seed and number alone', () => {
  const first = Array.from({ length: 50 }, (_, run) => dataOf(3, run));
  const again = Array.from({ length: 50 }, (_, index) => dataOf(3, 49 - index)).reverse();
  expect(again).toEqual(first);
});

test('plans differ, and faults do not depend on those before', () => {
  const plans = Array.from({ length: 200 }, (_, run) => JSON.stringify(dataOf(3, run)));
  expect(new Set(plans).size).toBe(200);
  expect(dataOf(3, 7)).not.toEqual(dataOf(4, 7));
  const plan = planOf(3, 7, 'simulated');
  const late = plan.faultFor({ operation: 'get', nth: 40 })?.name;
  expect(planOf(3, 7, 'simulated').faultFor({ operation: 'get', nth: 40 })?.name).toBe(late);
});

test('every kind of task, signal and outage comes up', () => {
  const plans = Array.from({ length: 400 }, (_, run) => planOf(1, run, 'simulated'));
  expect(new Set(plans.map(({ task }) => task)).size).toBe(3);
  expect(new Set(plans.map(({ scenario }) => scenario)).size).toBe(14);
  expect(new Set(plans.map(({ outage }) => outage?.kind)).size).toBe(3);
  expect(new Set(plans.map(({ signal }) => signal?.signal)).size).toBe(3);
  expect(plans.filter(({ wait }) => !wait).length).toBeGreaterThan(20);
});

test('a key is found in whatever way it is written, and nowhere else', () => {
  const key = 'mint_aB3+/=&<>"\'%z0123';
  const bytes = Buffer.from(key);
  const forms = [
    key,
    encodeURIComponent(key),
    JSON.stringify(key),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase().replace(/../g, '%$&'),
    bytes.toString('base64'),
    Buffer.from(`Bearer ${key}`).toString('base64'),
    Buffer.from(`xx${key}yy`).toString('base64url'),
    key.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  ];
  for (const form of forms) expect(leakedForms(key, `before ${form} after`)).not.toEqual([]);
  expect(leakedForms(key, 'mint_ is how a key begins, and *** hides it')).toEqual([]);
});
