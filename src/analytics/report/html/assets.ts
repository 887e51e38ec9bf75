import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** The style sheet and the script of the page. The build puts their text in the place of this module. */

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
export const STYLE = read('report.css');
export const SCRIPT = stripTypeScriptTypes(read('page.ts'));
