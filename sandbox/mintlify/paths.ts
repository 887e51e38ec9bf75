const words = (text: string): readonly string[] => text.split(/\s+/);

/** The pages everybody opens first. */
const HEAD = words(`/ /quickstart /introduction /api-reference/introduction /changelog /guides/authentication
  /guides/installation /api-reference/authentication /pricing-and-limits /guides/webhooks
  /sdks/typescript /sdks/python /ja/クイックスタート /guides/migrate-to-v3 /troubleshooting`);
const SECTIONS = words('guides api-reference concepts integrations sdks tutorials recipes reference');
const ACTIONS = words(`create update list delete configure deploy monitor secure import export
  search validate schedule share migrate test debug cache stream paginate`);
const THINGS = words(`projects users tokens teams webhooks events domains themes components pages
  navigation snippets images redirects previews environments secrets roles invoices metrics
  alerts queues jobs files schemas templates locales plugins sessions`);
const LOCALES = ['/ja/ガイド', '/de/anleitungen/überblick', '/fr/guides/démarrage', '/zh/指南', '/es/guías'];

export const LONG_PATH = `/guides/${'long-'.repeat(800)}`.slice(0, 4000);

export const UNICODE_PATHS = words(`/ja/ガイド/はじめに /zh/指南/快速开始 /ko/가이드/시작하기 /ar/دليل/البدء
  /he/מדריך/התחלה /ru/руководство/начало /el/οδηγός/εκκίνηση
  /hi/मार्गदर्शिका/शुरुआत /de/anleitung/überblick
  /de/anleitung/u\u0308berblick /emoji/👩‍👩‍👧‍👦/🏳️‍🌈
  /math/𝔘𝔫𝔦𝔠𝔬𝔡𝔢 /th/คู่มือ/เริ่มต้น
  /zalgo/z\u0351\u036b\u0343\u036a\u0302a\u0350
  /percent/%E3%82%AC%E3%82%A4%E3%83%89`);

/** The path of a page by its number: `special` ones first. No two are the same. */
export function pathOf(page: number, special: readonly string[]): string {
  const usual = page - special.length;
  return special[page] ?? HEAD[usual] ?? deepPath(usual - HEAD.length);
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
