/** Compares as GitHub does with logins, labels, names of repositories and of commit statuses. */
export function equalsIgnoringCase(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
