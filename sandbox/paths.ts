/** The pages everybody opens first. */
const HEAD = [
  '/',
  '/quickstart',
  '/introduction',
  '/api-reference/introduction',
  '/changelog',
  '/guides/authentication',
  '/guides/installation',
  '/api-reference/authentication',
  '/pricing-and-limits',
  '/guides/webhooks',
  '/sdks/typescript',
  '/sdks/python',
  '/ja/クイックスタート',
  '/guides/migrate-to-v3',
  '/troubleshooting',
] as const;

const SECTIONS = [
  'guides',
  'api-reference',
  'concepts',
  'integrations',
  'sdks',
  'tutorials',
  'recipes',
  'reference',
];
const ACTIONS = [
  'create',
  'update',
  'list',
  'delete',
  'configure',
  'deploy',
  'monitor',
  'secure',
  'import',
  'export',
  'search',
  'validate',
  'schedule',
  'share',
  'migrate',
  'test',
  'debug',
  'cache',
  'stream',
  'paginate',
];
const THINGS = [
  'projects',
  'users',
  'tokens',
  'teams',
  'webhooks',
  'events',
  'domains',
  'themes',
  'components',
  'pages',
  'navigation',
  'snippets',
  'images',
  'redirects',
  'previews',
  'environments',
  'secrets',
  'roles',
  'invoices',
  'metrics',
  'alerts',
  'queues',
  'jobs',
  'files',
  'schemas',
  'templates',
  'locales',
  'plugins',
  'sessions',
];
const LOCALES = ['/ja/ガイド', '/de/anleitungen/überblick', '/fr/guides/démarrage', '/zh/指南', '/es/guías'];

/** The site's pages by number; made when asked for, so that a large site takes no room. No two are the same. */
export class Paths {
  readonly length: number;
  readonly #special: readonly string[];

  /** @param special the first pages, before the usual ones; all of them, even if `length` is smaller */
  constructor(length: number, special: readonly string[]) {
    this.length = Math.max(length, special.length);
    this.#special = special;
  }

  path(page: number): string {
    const usual = page - this.#special.length;
    return this.#special[page] ?? HEAD[usual] ?? deepPath(usual - HEAD.length);
  }
}

function deepPath(index: number): string {
  const section = SECTIONS[index % SECTIONS.length];
  const action = ACTIONS[Math.floor(index / SECTIONS.length) % ACTIONS.length];
  const rest = Math.floor(index / (SECTIONS.length * ACTIONS.length));
  const thing = THINGS[rest % THINGS.length];
  const volume = Math.floor(rest / THINGS.length);
  const path = `/${section}/${thing}/${action}${volume === 0 ? '' : `-${volume + 1}`}`;
  return index % 12 === 5 ? `${LOCALES[Math.floor(index / 12) % LOCALES.length]}${path}` : path;
}
