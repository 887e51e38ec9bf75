/** Maximum length of a link, in characters. Servers and browsers refuse much longer URLs. */
const LONGEST_LINK = 2_000;

/**
 * Builds a page's URL from the site's https URL without user, query, fragment and final slash, and a path as Mintlify
 * returned it. Undefined if dot segments, even encoded, would lead out of the site's directory, or if it is too long.
 */
export function siteLink(siteUrl: string, path: string): string | undefined {
  const encoded = encodeURI(path.replace(/^\/+/, '').toWellFormed())
    .replace(/%25(?=[\da-f]{2})/gi, '%')
    .replace(/[#'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const link = `${siteUrl}/${encoded}`;
  return link.length <= LONGEST_LINK && URL.parse(link)?.href === link ? link : undefined;
}
