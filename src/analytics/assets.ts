import { readFileSync } from 'node:fs';

/** Style sheet of the page. The build replaces this module with one that contains the style sheet's text. */
export const STYLE = readFileSync(new URL('html-page.css', import.meta.url), 'utf8');
