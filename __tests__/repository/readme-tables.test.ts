import { describe, expect, test } from '@jest/globals';
import { withTables } from '../../scripts/readme-tables.ts';

const ACTION = `
name: Example
inputs:
  # Who
  key:
    description: The key.
    required: true
  mode:
    description: "\`a\` | \`b\`."
    required: false
    default: a
  # What
  path:
    description: A path.
    default: ""
outputs:
  status:
    description: How it went.
`;

const README = `# Example
<!-- inputs -->
old
<!-- /inputs -->
Text between.
<!-- outputs -->
<!-- /outputs -->
The end.
`;

const WRITTEN = `# Example
<!-- inputs -->
**Who**

| Input | Default | What it does |
| --- | --- | --- |
| \`key\` | **required** | The key. |
| \`mode\` | \`a\` | \`a\` \\| \`b\`. |

**What**

| Input | Default | What it does |
| --- | --- | --- |
| \`path\` |  | A path. |
<!-- /inputs -->
Text between.
<!-- outputs -->
| Output | What it holds |
| --- | --- |
| \`status\` | How it went. |
<!-- /outputs -->
The end.
`;

describe('withTables', () => {
  test('writes groups of inputs and outputs between the markers, and nothing else', () => {
    expect(withTables(README, ACTION)).toBe(WRITTEN);
  });

  test('needs its markers', () => {
    expect(() => withTables('# Example', ACTION)).toThrow('README.md needs the markers <!-- inputs -->');
  });
});
