/**
 * Builds the URL of a docs page. Keeps existing percent-encoding, and encodes characters that a URL can't contain.
 *
 * @param siteUrl https URL without user, query and fragment
 * @param path path as Mintlify returned it
 * @returns the URL; undefined if dot segments, even if encoded, would lead out of the site's directory
 */
export function siteLink(siteUrl: string, path: string): string | undefined {
  const base = siteUrl.replace(/\/+$/, '');
  const encoded = encodeURI(path.replace(/^\/+/, '').toWellFormed())
    .replace(/%25(?=[\da-f]{2})/gi, '%')
    .replace(/[#'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const link = `${base}/${encoded}`;
  return URL.canParse(link) && new URL(link).href === link ? link : undefined;
}
