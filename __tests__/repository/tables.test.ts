import { describe, expect, test } from '@jest/globals';
import { withTables } from '../../scripts/tables.ts';

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

  test('writes those that a marker names, in its order, without groups', () => {
    const document = '<!-- inputs: path, key -->\n<!-- /inputs -->\n';
    expect(withTables(document, ACTION)).toBe(`<!-- inputs: path, key -->
| Input | Default | What it does |
| --- | --- | --- |
| \`path\` |  | A path. |
| \`key\` | **required** | The key. |
<!-- /inputs -->
`);
    expect(() => withTables(document.replace('key', 'kye'), ACTION)).toThrow('action.yml has no kye');
  });

  test('needs a place for them', () => {
    expect(() => withTables('# Example', ACTION)).toThrow('there is no place for a table');
  });
});
