/** Most characters that are looked through for the beginning of an export. */
export const longestProlog = 64 * 1024;

/** Where `<rss` stands outside of comments; -1: nowhere yet. */
export function rootPlace(text: string): number {
  const mark = /<!--|<rss[\s>]/g;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] !== '<!--') return found.index;
    const end = text.indexOf('-->', mark.lastIndex);
    if (end < 0) return -1;
    mark.lastIndex = end;
  }
  return -1;
}

/**
 * Takes away what a server printed before an export or between its declaration and its root: warnings of PHP, blank lines. Lines keep their numbers. `junk`:
 * what that was, empty where it was nothing but white space.
 */
export function cleanProlog(text: string): { readonly text: string; readonly junk: string } {
  const root = rootPlace(text);
  const prolog = text.slice(0, Math.max(root, 0));
  // What a document type declares is not ours to take away: it is refused.
  if (/<!doctype/i.test(prolog)) return { text, junk: '' };
  let declaration = '';
  let junk = '';
  for (let at = 0; at < prolog.length; ) {
    const [mark, close] = prolog.startsWith('<!--', at)
      ? (['<!--', '-->'] as const)
      : prolog.startsWith('<?', at)
        ? (['<?', '?>'] as const)
        : (['', ''] as const);
    const end = mark === '' ? -1 : prolog.indexOf(close, at);
    if (end < 0) {
      junk += prolog.charAt(at++);
      continue;
    }
    if (declaration === '' && /^<\?xml\s/.test(prolog.slice(at, at + 6)))
      declaration = prolog.slice(at, end + close.length);
    at = end + close.length;
  }
  if (junk.trim() === '' && (declaration === '' || prolog.startsWith(declaration))) return { text, junk: '' };
  const lines = Math.max(0, prolog.split('\n').length - declaration.split('\n').length);
  return { text: declaration + '\n'.repeat(lines) + text.slice(root), junk: junk.trim() };
}
