const maxLineLength = 160;

/** Whether a line has no place to break, because of a long URL or JSON. */
function isWhole(line) {
  const from = line.lastIndexOf(' ', maxLineLength) + 1;
  const to = line.indexOf(' ', maxLineLength);
  return (to === -1 ? line.length : to) - from > 60;
}

/** Private terms for which the field has another word. */
const privateWords = /\bwhoever\b|\b(?:stands?|stood|standing) in for\b|\bflights?\b/i;

/** The formatter breaks code, but not comments. */
const isComment = /^\s*(?:\/\/|\/?\*)|\s\/[/*]\s/;

/** A sentence for each line that is too long or contains a private term. */
export function checkLines(file, source) {
  return source
    .split('\n')
    .flatMap((line, at) => [
      ...(line.length <= maxLineLength || !isComment.test(line) || isWhole(line)
        ? []
        : [`${file}, line ${at + 1} has ${line.length} characters; the longest may have ${maxLineLength}.`]),
      ...(/^(?:src|scripts|test)\//.test(file) && privateWords.test(line)
        ? [`${file}, line ${at + 1} says "${privateWords.exec(line)?.[0]}"; take the field's word.`]
        : []),
    ]);
}

/** The same for Markdown; tables and fenced code have no place to break. */
export function checkProse(file, source) {
  let isFenced = false;
  return source.split('\n').flatMap((line, at) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isFenced = !isFenced;
    if (isFence || isFenced) return [];
    return [
      ...(line.length <= maxLineLength || line.startsWith('|') || isWhole(line)
        ? []
        : [`${file}, line ${at + 1} has ${line.length} characters; the longest may have ${maxLineLength}.`]),
      ...(privateWords.test(line)
        ? [`${file}, line ${at + 1} says "${privateWords.exec(line)?.[0]}"; take the field's word.`]
        : []),
    ];
  });
}
