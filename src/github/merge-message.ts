/** Returns the last number that GitHub's own merge messages put into the first line of a commit. */
export function pullNumberIn(line: string): number | undefined {
  const [last] = [...line.matchAll(/(?:^Merge pull request |\()#([1-9]\d{0,8})\b/g)].slice(-1);
  return last && Number(last[1]);
}
