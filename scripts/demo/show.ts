import { stringify } from 'yaml';
import type { Inputs } from './example.ts';
import { renderMarkdown } from './markdown.ts';
import type { Terminal } from './terminal.ts';

/** The step as it stands in the workflow. */
export function showStep(terminal: Terminal, file: string, inputs: Inputs): void {
  terminal.title(`The step (examples/${file})`);
  const step = [{ uses: 'your-org/docs-agent-action@v1', with: inputs }];
  for (const line of stringify(step).trimEnd().split('\n')) terminal.quote(line);
}

/** The outputs that are not empty, as a table, each on one line. */
export function showOutputs(terminal: Terminal, outputs: Readonly<Record<string, string>>): void {
  terminal.title('Outputs');
  const given = Object.entries(outputs).filter(([, value]) => value !== '');
  const width = Math.max(...given.map(([name]) => name.length));
  for (const [name, value] of given) {
    const room = terminal.room - width - 2;
    terminal.quote(`${name.padEnd(width)}  ${value.length > room ? `${value.slice(0, room - 1)}…` : value}`);
  }
}

/** A comment or a job summary. */
export function showMarkdown(terminal: Terminal, title: string, markdown: string): void {
  terminal.title(title);
  for (const line of renderMarkdown(markdown)) terminal.quote(line);
}

/** Files or artifacts, with their sizes. */
export function showSizes(
  terminal: Terminal,
  title: string,
  files: readonly { readonly name: string; readonly bytes: number }[],
): void {
  terminal.title(title);
  const width = Math.max(...files.map(({ name }) => name.length));
  for (const { name, bytes } of files) {
    terminal.quote(`${name.padEnd(width)}  ${String(Math.ceil(bytes / 1024)).padStart(5)} KiB`);
  }
}
