import { expect, test } from '@jest/globals';
import { isUnlistedBot } from '../../../src/agent/request/permission.ts';
import { agentInputs } from '../../helpers/payloads.ts';

test('only bots have to be listed, with or without the end of their logins', () => {
  const inputs = { ...agentInputs(), allowedBots: ['a', 'renovate'] };
  const isUnlisted = (login: string, isBot = true) => isUnlistedBot({ login, isBot }, inputs);
  const logins = ['Renovate[bot]', 'renovate', 'renovate-x[bot]', 'reno'];
  expect(logins.filter((login) => isUnlisted(login))).toEqual(['renovate-x[bot]', 'reno']);
  expect([isUnlisted('maria', false), isUnlistedBot(undefined, inputs)]).toEqual([false, false]);
});
