import { readFileSync } from 'node:fs';

/** Style sheet of the page. The build replaces this module with its text. */
export const STYLE = readFileSync(new URL('report.css', import.meta.url), 'utf8');
