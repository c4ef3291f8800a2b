/** What WordPress, or a site's owner, puts before all addresses. */
export const addressPrefixes: ReadonlySet<string> = new Set(['index.php', 'blog', 'archives']);

/** Whether segments name a year, a month or a day. */
export const isDate = ([year = '', ...parts]: readonly string[]): boolean =>
  /^\d{4}$/.test(year) && parts.length <= 2 && parts.every((part) => /^\d{1,2}$/.test(part));

/** Whether there may be an archive by date at an address, a prefix apart, whatever else was called so: `/2026/12/`, `/archives/2019/`. */
export const mayBeArchive = (segments: readonly string[]): boolean => {
  const bare = segments.filter((part) => !addressPrefixes.has(part));
  return isDate(bare) && /^(?:19|20)/.test(bare[0] ?? '');
};

/** Whether the number of an article at the end of an address names it by a rule, with these segments in front: `/archives/123`, `/2026/03/123/`. */
export const mayStandBeforeId = (inFront: readonly string[]): boolean =>
  inFront.every((part) => addressPrefixes.has(part) || /^\d{1,4}$/.test(part));
