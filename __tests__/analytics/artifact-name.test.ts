import { describe, expect, test } from '@jest/globals';
import { artifactNameProblem } from '../../src/analytics/artifact-name.ts';

describe('artifactNameProblem', () => {
  test.each(['docs-page-views', 'Docs page views (2026)', 'a', 'résumé.日本', 'x'.repeat(200)])(
    'accepts %j',
    (name) => {
      expect(artifactNameProblem(name)).toBeUndefined();
    },
  );

  test.each([
    ['docs/views', 'Artifact names cannot contain /'],
    ['a:b*c', 'Artifact names cannot contain : *'],
    ['a\\b', 'Artifact names cannot contain \\'],
    ['a\nb', 'Artifact names cannot contain tabs, line breaks or invisible characters.'],
    ['a\rb', 'Artifact names cannot contain tabs, line breaks or invisible characters.'],
    ['a\u202eb', 'Artifact names cannot contain tabs, line breaks or invisible characters.'],
    ['a ##[add-mask]b', 'Artifact names cannot contain ##['],
    ['é'.repeat(101), 'Artifact names can have at most 200 bytes.'],
  ])('refuses %j', (name, problem) => {
    expect(artifactNameProblem(name)).toBe(problem);
  });
});
