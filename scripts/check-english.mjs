// Counts phrases that are not plain English, in comments, documents, and strings of four words or more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Excluded phrases by name. */
const phrases = {
  'a sentence that begins with What, Who or Whose':
    /(?:^|[.;:!?]\s+|^\s*[-*|]\s+|\/\*\*\s*|\/\/\s*)(?:(?:Of|By|To|As) (?:what|whom?)|What|Who|Whose|That which)\b(?![^.?!]*\?)/,
  anew: /\banew\b/i,
  'somebody, nobody': /\b(?:some|no|every|any)body\b/i,
  'who may, who has':
    /\b(?:for|to|of|by|from|with|that|since|because|and|or) who (?:is|are|was|were|has|have|had|may|can|does|do|did)\b/i,
  'what is, what was':
    /\b(?:of|by|in|on|for|from|with|to|and|or|that|than|as|around|behind|between|holds|shows) what (?:is|are|was|were|has|have|had|it|they|he|she|one|others|people|readers|browsers|stands|comes|goes)\b/i,
  'is told': /\b(?:is|are|was|were|be|been) told\b|\bt(?:old|ells?) of\b/i,
  'stands in':
    /\b(?:stands?|stood) (?:in|at|on|there|here|beside|behind|above|below|alone|before|still|as)\b/i,
  'at hand': /\bat hand\b/i,
  meanwhile: /\bmeanwhile\b/i,
  beside: /\bbeside\b/i,
  'behind the site': /\bbehind the site\b/i,
  'of ours': /\bof (?:ours|theirs)\b/i,
  'is none': /\b(?:is|are|has|have) none\b/i,
  'comes by': /\b(?:comes?|goes) by\b|\bgives? way\b/i,
  'takes up': /\b(?:lets? go of|tak(?:es?|en) up)\b/i,
};

/** Accepted phrases: per 1,000 lines of the tree, and in all documents and all strings of the program. */
export const limits = { perThousand: 5, documents: 10, strings: 10 };

/** Text of others, and data. */
const foreign =
  /^(?:src\/languages\/(?:catalogues|library)\/|demo\/(?:articles|pages)\/|test\/fixtures\/|docs\/reference\/)/;

const string = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|>([^<>{}]{12,})</g;

/** Lines of `source` that people read, as `{ line, text, isString }`: all of a document; comments and strings of four words of code. */
function* readLines(file, source) {
  const isDocument = file.endsWith('.md');
  let isFenced = false;
  let isComment = false;
  for (const [at, line] of source.split('\n').entries()) {
    if (isDocument) {
      if (/^\s*```/.test(line)) isFenced = !isFenced;
      else if (!isFenced) yield { line: at + 1, text: line, isString: false };
      continue;
    }
    if (isComment || /^\s*(?:\/\*|\*|\/\/)/.test(line)) yield { line: at + 1, text: line, isString: false };
    else
      for (const match of line.matchAll(string)) {
        const text = match.slice(1).find((part) => part !== undefined) ?? '';
        if (text.trim().split(/\s+/).length >= 4) yield { line: at + 1, text, isString: true };
      }
    if (/\/\*/.test(line) && !/\*\//.test(line)) isComment = true;
    else if (/\*\//.test(line)) isComment = false;
  }
}

/** The excluded phrases of a file, as `{ file, line, name, isString }`, with the number of lines that were read. */
export function phrasesIn(file, source) {
  const lines = [...readLines(file, source)];
  const found = lines.flatMap(({ line, text, isString }) =>
    Object.entries(phrases).flatMap(([name, phrase]) =>
      phrase.test(text) ? [{ file, line, name, isString }] : [],
    ),
  );
  return { found, lines: lines.length };
}

/** One sentence for each phrase of a group that has more of them than the limit. */
export function checkEnglish(root, files) {
  const read = files
    .filter((file) => /\.(?:tsx?|mjs|css|md)$/.test(file) && !foreign.test(file))
    .map((file) => phrasesIn(file, readFileSync(join(root, file), 'utf8')));
  const found = read.flatMap((one) => one.found);
  const isOfProgram = ({ file, isString }) => isString && file.startsWith('src/') && !/\.test\./.test(file);
  const groups = [
    ['the tree', found, (limits.perThousand * read.reduce((sum, { lines }) => sum + lines, 0)) / 1000],
    ['documents', found.filter(({ file }) => file.endsWith('.md')), limits.documents],
    ['strings', found.filter(isOfProgram), limits.strings],
  ];
  return groups.flatMap(([name, places, limit]) =>
    places.length <= limit
      ? []
      : [
          `There are ${places.length} excluded phrases in ${name}; at most ${Math.floor(limit)} are accepted:`,
          ...places.map(({ file, line, name: phrase }) => `  ${file}, line ${line}: ${phrase}`),
        ],
  );
}
