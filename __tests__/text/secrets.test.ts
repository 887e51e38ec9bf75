import { describe, expect, test } from '@jest/globals';
import { maskSecrets } from '../../src/text/secrets.ts';

/** Put together here, so that nothing in this repository looks like a key. */
const of = (...parts: string[]) => parts.join('');

describe('masked', () => {
  test.each([
    ['GitHub token', of('ghp', '_', 'a1B2'.repeat(9))],
    ['GitHub token', of('github', '_pat_', 'a1B2'.repeat(20))],
    ['AWS access key', of('AKIA', 'IOSFODNN7', 'EXAMPLE')],
    ['Google API key', of('AIza', 'Sy0'.repeat(11), 'Sy')],
    ['Slack token', of('xox', 'b-123456789012-abcdefABCDEF')],
    ['Stripe key', of('sk', '_live_', 'a1B2'.repeat(6))],
    ['Anthropic or OpenAI key', of('sk', '-proj-', 'a1B2'.repeat(12))],
    ['npm token', of('npm', '_', 'a1B2'.repeat(9))],
    ['Docs platform key', of('mint', '_', 'a1B2'.repeat(6))],
    ['JSON web token', of('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0', '.dozjgNryP4J3jVmNHl0w5N')],
  ])('%s', (name, secret) => {
    const { text, found } = maskSecrets(`+const key = "${secret}";\n context`);
    expect(text).toBe(`+const key = "[masked: ${name}]";\n context`);
    expect([...found]).toEqual([[name, 1]]);
  });

  test.each([
    [
      '+url: postgres://app:hunter2@db.example/x',
      '+url: postgres://app:[masked: Password in a URL]@db.example/x',
    ],
    ['+Authorization: Bearer abcdefghijklmnop1234', '+Authorization: Bearer [masked: Bearer token]'],
    [`+  client_secret: 'Zk3-9fQ.x7Lm2Pq'`, `+  client_secret: '[masked: Assigned secret]'`],
    [`-  "dbPassword": "correct-horse-battery"`, `-  "dbPassword": "[masked: Assigned secret]"`],
  ])('%j', (line, masked) => {
    expect(maskSecrets(line).text).toBe(masked);
  });

  test('a private key, line by line, and nothing after it', () => {
    const key = [
      of('+-----BEGIN RSA ', 'PRIVATE KEY-----'),
      '+MIIEpAIBAAKCAQEA7',
      of('+-----END RSA ', 'PRIVATE KEY-----'),
      '+const after = "a b";',
    ];
    const { text, found } = maskSecrets(key.join('\n'));
    expect(text.split('\n')).toEqual([...Array(3).fill('+[masked: Private key]'), '+const after = "a b";']);
    expect(found.get('Private key')).toBe(1);
  });

  test('of a private key that a hunk cuts off, what is there', () => {
    const { text } = maskSecrets(
      of('+-----BEGIN ', 'PRIVATE KEY-----\n+MIIE+/a=\n@@ -9 +9 @@ f() {\n+kept();'),
    );
    expect(text).toBe('+[masked: Private key]\n+[masked: Private key]\n@@ -9 +9 @@ f() {\n+kept();');
  });
});

test.each([
  '+const password = readPassword();',
  `+  password: \${{ secrets.DB_PASSWORD }}`,
  '+  api-key: "<your key here, from the dashboard>"',
  '+https://user@example.com/path:a@b',
  '+import { sk } from "./sk-helper.ts";',
  '+ sha512-9xJ0fTs0dWcQkmbUkW2y2mqVgrYvCq0KDQBdT4h2Y5GbDPDLrdKp/+=',
  '+commit 0123456789abcdef0123456789abcdef01234567',
])('%j stays', (line) => {
  expect(maskSecrets(line)).toEqual({ text: line, found: new Map() });
});

test('a patch of two million characters made to be slow is not', () => {
  for (const piece of [
    'eyJ',
    'https://a:',
    'secret="',
    'sk-',
    'a',
    'authorization: bearer ',
    '-----BEGIN ',
    'key: "',
  ]) {
    const { text } = maskSecrets(piece.repeat(2_000_000 / piece.length));
    expect(text.length).toBeGreaterThan(0);
  }
});
