/**
 * The address of a page of the docs site, for a path as the platform gave it. What is percent-encoded stays, and what an
 * address cannot hold is encoded. Absent where the address would not be the page's own: dot segments, also encoded ones,
 * would lead out of the site's directory.
 *
 * @param siteUrl an https address without user, query and fragment
 */
export function siteLink(siteUrl: string, path: string): string | undefined {
  const base = siteUrl.replace(/\/+$/, '');
  const encoded = encodeURI(path.replace(/^\/+/, '').toWellFormed())
    .replace(/%25(?=[\da-f]{2})/gi, '%')
    .replace(/[#'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const link = `${base}/${encoded}`;
  return URL.canParse(link) && new URL(link).href === link ? link : undefined;
}
