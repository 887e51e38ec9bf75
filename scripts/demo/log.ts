import { styleText } from 'node:util';
import { parseCommand } from '../../__tests__/helpers/runner-commands.ts';

const LOOKS = { notice: ['bold', 'blue'], warning: ['bold', 'yellow'], error: ['bold', 'red'] } as const;

/**
 * Turns what a step prints into what the runner shows of it: commands take effect and disappear, groups are folded,
 * annotations get a colour, and masked texts become `***`.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export class StepLog {
  readonly #masks = new Set<string>();
  #isInGroup = false;

  /** The line as the runner shows it; absent if it does not. */
  show(line: string): string | undefined {
    const { name, data } = parseCommand(line) ?? {};
    if (name === undefined || data === undefined) return this.#isInGroup ? undefined : this.#masked(line);
    if (name === 'add-mask') this.#masks.add(data);
    if (name === 'group' || name === 'endgroup') this.#isInGroup = name === 'group';
    if (name === 'group') return `▸ ${this.#masked(data)}`;
    if (name !== 'notice' && name !== 'warning' && name !== 'error') return undefined;
    const word = `${name.charAt(0).toUpperCase()}${name.slice(1)}:`;
    return `${styleText([...LOOKS[name]], word)} ${this.#masked(data)}`;
  }

  #masked(text: string): string {
    return [...this.#masks].reduce((rest, mask) => rest.replaceAll(mask, '***'), text);
  }
}
