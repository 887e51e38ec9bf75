/**
 * Forms of credentials, by the services' own descriptions of them. Each is global.
 * https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  'GitHub token': /\bgh[pousr]_[A-Za-z0-9]{36,251}\b|\bgithub_pat_[A-Za-z0-9_]{22,251}\b/g,
  'GitLab token': /\bglpat-[\w-]{20,64}/g,
  'AWS access key': /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  'Google API key': /\bAIza[\w-]{35}/g,
  'Google OAuth secret': /\bGOCSPX-[\w-]{28}/g,
  'Slack token': /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g,
  'Slack webhook': /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/]{20,250}/g,
  'Stripe key': /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}\b/g,
  'Anthropic or OpenAI key': /\bsk-(?:ant-|proj-|svcacct-|admin-)?[\w-]{20,250}/g,
  'npm token': /\bnpm_[A-Za-z0-9]{36}\b/g,
  'PyPI token': /\bpypi-[\w-]{40,250}/g,
  'SendGrid key': /\bSG\.[\w-]{16,32}\.[\w-]{32,64}/g,
  'DigitalOcean token': /\bdo[opr]_v1_[a-f0-9]{64}\b/g,
  'Hugging Face token': /\bhf_[A-Za-z0-9]{30,100}\b/g,
  'Docs platform key': /\bmint_[A-Za-z0-9_]{16,250}\b/g,
  'JSON web token': /\beyJ[\w-]{8,4000}\.eyJ[\w-]{8,4000}\.[\w-]{8,1000}/g,
  'Azure storage key': /\bAccountKey=[A-Za-z0-9+/]{40,120}={0,2}/g,
  'Password in a URL': /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@'"]{0,100}:)[^\s/:@'"]{3,200}(?=@[\w[])/gi,
  'Bearer token':
    /(?<=\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?(?:bearer|basic|token)\s{1,5})[\w.~+/=-]{16,2000}/gi,
  'Assigned secret':
    /(?<=\b\w{0,40}(?:secret|passwd|password|api_?key|access_?key|auth_?token|private_?key|client_?secret)\w{0,20}["']?\s{0,5}[:=]\s{0,5}["'])[^\s"'$<{(]{12,500}(?=["'])/gi,
};

/** A key takes many lines, each of which is masked as far as the block can be seen. */
const PRIVATE_KEY_START = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const PRIVATE_KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

const KEY_LINE = /^[ +-]?[\w+/=:, .-]*$/;

export interface Masked {
  readonly text: string;
  /** How many were masked, by what they look like. */
  readonly found: ReadonlyMap<string, number>;
}

/** Puts `[masked: …]` in the place of everything in a text that looks like a key or token. Lines stay lines. */
export function maskSecrets(text: string): Masked {
  const found = new Map<string, number>();
  const count = (name: string) => found.set(name, (found.get(name) ?? 0) + 1);
  let masked = maskPrivateKeys(text, () => count('Private key'));
  for (const [name, form] of Object.entries(FORMS)) {
    masked = masked.replace(form, () => {
      count(name);
      return `[masked: ${name}]`;
    });
  }
  return { text: masked, found };
}

function maskPrivateKeys(text: string, onKey: () => void): string {
  let isInKey = false;
  return text
    .split('\n')
    .map((line) => {
      // A patch cuts where it likes, so a key may end without its last line.
      isInKey &&= KEY_LINE.test(line);
      if (!isInKey && !PRIVATE_KEY_START.test(line)) return line;
      if (!isInKey) onKey();
      isInKey = !PRIVATE_KEY_END.test(line);
      return `${/^[ +-]/.exec(line)?.[0] ?? ''}[masked: Private key]`;
    })
    .join('\n');
}
