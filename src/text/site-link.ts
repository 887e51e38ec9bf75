/**
 * Builds the URL of a docs page from its path as Mintlify gave it. Keeps what is percent-encoded, and encodes what a
 * URL cannot hold. Returns undefined if dot segments, encoded or not, would lead out of the site's directory.
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
