/** What WordPress, or a site's owner, puts before all addresses. */
export const addressPrefixes: ReadonlySet<string> = new Set(['index.php', 'blog', 'archives']);

/** Whether the number of an article at the end of an address names it by a rule, with these segments in front: `/archives/123`, `/2026/03/123/`. */
export const mayStandBeforeId = (inFront: readonly string[]): boolean => inFront.every((part) => addressPrefixes.has(part) || /^\d{1,4}$/.test(part));
