import { styled } from './terminal.ts';

/**
 * Turns what a step prints into what the runner shows of it: commands take effect and disappear, groups are indented,
 * annotations get a colour and a word, and masked texts become `***`.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export class StepLog {
  readonly #masks = new Set<string>();
  #isInGroup = false;

  /** The line as the runner shows it; absent if it does not. */
  show(line: string): string | undefined {
    const [, name, data] = /^\s*::([a-z-]+)(?: [^:]*)?::(.*)$/.exec(line) ?? [];
    if (name === undefined) return this.#text(line);
    const text = unescapeData(data ?? '');
    switch (name) {
      case 'add-mask':
        this.#masks.add(text);
        return undefined;
      case 'group':
        this.#isInGroup = true;
        return `${styled('bold', '▸')} ${this.#masked(text)}`;
      case 'endgroup':
        this.#isInGroup = false;
        return undefined;
      case 'notice':
      case 'warning':
      case 'error':
        return this.#text(`${LOOKS[name]()} ${text}`);
      default:
        return undefined;
    }
  }

  #text(text: string): string {
    const indent = this.#isInGroup ? '    ' : '';
    return this.#masked(text)
      .split('\n')
      .map((line) => indent + line)
      .join('\n');
  }

  #masked(text: string): string {
    return [...this.#masks].reduce((rest, mask) => rest.replaceAll(mask, '***'), text);
  }
}

const LOOKS = {
  notice: () => styled(['bold', 'blue'], 'Notice:'),
  warning: () => styled(['bold', 'yellow'], 'Warning:'),
  error: () => styled(['bold', 'red'], 'Error:'),
} as const;

function unescapeData(data: string): string {
  return data.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
