/** Longest line in characters. */
const longestLine = 160;

/** What has no place to break: a regular expression on a line of its own, or a long word (an address, JSON, a selector) that goes on there. */
function isWhole(line) {
  const from = line.lastIndexOf(' ', longestLine) + 1;
  const to = line.indexOf(' ', longestLine);
  return /data:image\/|^\s*\/.+\/[a-z]*[,;)]*$/.test(line) || (to === -1 ? line.length : to) - from > 60;
}

/** A sentence for each line of a file that is too long. */
export function checkLines(file, source) {
  return source.split('\n').flatMap((line, at) => (line.length <= longestLine || isWhole(line) ? []
    : [`${file}, line ${at + 1} has ${line.length} characters; the longest may have ${longestLine}.`]));
}
