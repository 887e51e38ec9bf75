import { readFileSync } from 'node:fs';

/** The style sheet of the page. The build puts its text in the place of this module. */
export const STYLE = readFileSync(new URL('report.css', import.meta.url), 'utf8');
