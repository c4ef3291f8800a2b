/** Longest line in characters. */
const longestLine = 160;

/**
 * What has no place to break: a regular expression on a line of its own, or a long word (an address, JSON, a selector) that goes on there. Style sheets may
 * break after each declaration, and around rules.
 */
function isWhole(line, isStyle) {
  const broken = isStyle ? line.replace(/[{};]/g, ' ') : line;
  const from = broken.lastIndexOf(' ', longestLine) + 1;
  const to = broken.indexOf(' ', longestLine);
  return /data:image\/|^\s*\/[^*].*\/[a-z]*[,;)]*$/.test(line) || (to === -1 ? line.length : to) - from > 60;
}

/** Words that stop a reader where the field has one: a person or caller by their role, a fallback, a request or render under way. */
const privateWords = /\bwhoever\b|\b(?:stands?|stood|standing) in for\b|\bflights?\b/i;

/** A sentence for each line of a file that is too long, or holds such a word. */
export function checkLines(file, source) {
  return source.split('\n').flatMap((line, at) => [
    ...(line.length <= longestLine || isWhole(line, file.endsWith('.css')) ? []
      : [`${file}, line ${at + 1} has ${line.length} characters; the longest may have ${longestLine}.`]),
    ...(/^(?:src|scripts|test)\//.test(file) && privateWords.test(line)
      ? [`${file}, line ${at + 1} says "${privateWords.exec(line)?.[0]}"; take the field's word.`] : []),
  ]);
}

/** The same for a document in Markdown; tables and what stands between fences have no place to break. */
export function checkProse(file, source) {
  let isFenced = false;
  return source.split('\n').flatMap((line, at) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isFenced = !isFenced;
    if (isFence || isFenced) return [];
    return [
      ...(line.length <= longestLine || line.startsWith('|') || isWhole(line) ? []
        : [`${file}, line ${at + 1} has ${line.length} characters; the longest may have ${longestLine}.`]),
      ...(privateWords.test(line) ? [`${file}, line ${at + 1} says "${privateWords.exec(line)?.[0]}"; take the field's word.`] : []),
    ];
  });
}
