// Checks all regular expressions in src for super-linear backtracking: 15 KB of input must not block the thread for
// other users.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';
import { listSources } from './list-sources.mjs';

/** Limits by steps, since time limits give other verdicts on a busy machine. An expression undecided after ten minutes is reported. */
const patience = { timeout: 600_000, attackTimeout: null, incubationTimeout: null };
/** Expressions examined concurrently. */
const width = 2;
/** Verdicts of earlier runs, valid as long as the examiner's version is the same. */
const verdicts = '.cache/expressions.json';
/** Verdicts in the repository, for machines without their own; `node scripts/note-expressions.mjs` writes them. */
const noted = 'scripts/safe-expressions.json';
/** One in so many of these is examined anyway, selected by the commit hash, so that entries added by hand are detected. */
const reviewInterval = 20;

/** Expressions with accepted backtracking: `/source/flags` → the bound of their input. Without that bound, fix the expression. */
export const bounded = new Map([]);

/** Expressions built at run time: `file: start of the call` → why their backtracking is bounded. */
export const made = new Map([
  [
    'src/reader/behaviours/consent.ts: new RegExp(`(?:^|; )${consentCookie}=',
    'a constant name, no repetition',
  ],
  [
    'src/reader/behaviours/scheme/scheme.ts: new RegExp(`(?:^|; )${darkCookie}=',
    'a constant name, no repetition',
  ],
  ['src/reader/behaviours/scroll-to-class.ts: new RegExp(`(?:^|; )${name}=', 'one repetition, at the end'],
  ['src/reader/islands/head.ts: new RegExp(`(?:^|; )${cookie}=', 'a constant name, no repetition'],
  ['src/reader/islands/head.ts: new RegExp(`(?:^|; )${nameCookie}=', 'a constant name, no repetition'],
  ['src/lib/markup/html-tokens.ts: new RegExp(`</${name}', 'the name of an element, no repetition'],
  [
    'src/lib/urls.ts: new RegExp(`^${scheme}(?:${domain}',
    'its parts are constants, and it is asked of addresses of at most 2000 characters',
  ],
  [
    'src/blocks/document/text-parts.ts: new RegExp(`<${smartList.heading}',
    'the name of an element, no repetition',
  ],
  [
    'src/modules/search/query.ts: new RegExp(`(?<![a-z\\\\d])(?:${words.join',
    'words side by side, no repetition',
  ],
  ['src/lib/fold.ts: new RegExp(`[·${Object.keys(plainLetters)', 'one character'],
  ['src/lib/fold.ts: new RegExp(`[${Object.keys(easternLetters)', 'one character'],
  ['src/lib/slugify.ts: new RegExp(Object.keys(letters).join(', 'letters side by side, no repetition'],
  ['src/lib/search-words.ts: new RegExp(unspacedRun.source', 'one repetition, at the end'],
  [
    'src/kernel/http/rest/rest-route.ts: new RegExp(`^${path.replaceAll',
    'routes: segments between slashes, which a segment cannot contain',
  ],
]);

/** All literal expressions in `root`/src with their first place, and calls that build others: `{ literals, calls }`. Without tests. */
export function expressionsOf(root) {
  const literals = new Map();
  const calls = [];
  for (const file of listSources(root, ['src']).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  )) {
    const text = readFileSync(join(root, file), 'utf8');
    const place = (node) => `${file}:${text.slice(0, node.start).split('\n').length}`;
    visit(parseAst(text, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }), (node) => {
      const expression = expressionIn(node);
      if (expression === 'made') calls.push(`${file}: ${text.slice(node.start, node.end)}`);
      else if (expression && !literals.has(nameOf(expression)))
        literals.set(nameOf(expression), { ...expression, place: place(node) });
    });
  }
  return { literals, calls };
}

/** The expression of a syntax node: a literal, `made` when it is built at run time, or undefined. */
function expressionIn(node) {
  if (node.type === 'Literal' && node.regex) return { source: node.regex.pattern, flags: node.regex.flags };
  if (!['NewExpression', 'CallExpression'].includes(node.type) || node.callee.name !== 'RegExp')
    return undefined;
  const [source, flags] = node.arguments;
  const isText = (argument) => argument?.type === 'Literal' && typeof argument.value === 'string';
  if (source?.type === 'Literal' && source.regex) return undefined; // visited separately
  return isText(source) && (flags === undefined || isText(flags))
    ? { source: source.value, flags: flags?.value ?? '' }
    : 'made';
}

const nameOf = ({ source, flags }) => `/${source}/${flags}`;

function visit(node, see) {
  if (Array.isArray(node)) return node.forEach((part) => visit(part, see));
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') see(node);
  for (const value of Object.values(node)) visit(value, see);
}

export async function checkExpressions(
  root,
  { exceptions = bounded, allowed = made, commit = commitOf(root) } = {},
) {
  const { literals, calls } = expressionsOf(root);
  const believed = readVerdicts(root, noted).filter((name) => !isReviewDue(commit, name));
  const seen = readVerdicts(root, verdicts);
  const known = new Set([...seen, ...believed]);
  const found = await examine(
    [...literals.values()].filter(
      (expression) => !known.has(nameOf(expression)) && !exceptions.has(nameOf(expression)),
    ),
  );
  // Verdicts from the repository are examined again when the commit selects them.
  const isSeen = (name) => seen.includes(name) || !known.has(name);
  const isFound = (name) => found.some((expression) => nameOf(expression) === name);
  writeVerdicts(
    root,
    verdicts,
    [...literals.keys()].filter((name) => !exceptions.has(name) && isSeen(name) && !isFound(name)),
  );
  return [
    ...found.map(({ place, message, ...expression }) => `${place}: ${nameOf(expression)} ${message}`),
    ...calls
      .filter((call) => ![...allowed.keys()].some((start) => call.startsWith(start)))
      .map(
        (call) =>
          `${call.slice(0, 160)} builds an expression; explain in scripts/check-expressions.mjs (made) why it can't backtrack.`,
      ),
    ...[...allowed.keys()]
      .filter((start) => !calls.some((call) => call.startsWith(start)))
      .map((start) => `scripts/check-expressions.mjs (made) lists ${start}, which does not exist.`),
    ...[...exceptions.keys()]
      .filter((name) => !literals.has(name))
      .map((name) => `scripts/check-expressions.mjs (bounded) lists ${name}, which does not exist.`),
  ];
}

/** The unsafe expressions with their problems. */
async function examine(expressions) {
  if (expressions.length === 0) return [];
  const { check } = await import('recheck');
  const found = [];
  const waiting = [...expressions];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { status, complexity, attack, error } = await check(next.source, next.flags, patience);
      if (status === 'safe') continue;
      const message =
        status === 'vulnerable'
          ? `backtracks (${complexity.summary}), for example on ${attack.pattern.slice(0, 160)}: rewrite it so that it can't, ` +
            'or limit the length of its input and list it in scripts/check-expressions.mjs (bounded).'
          : `could not be analyzed (${error?.kind ?? status}): simplify it.`;
      found.push({ ...next, message });
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return found;
}

/** Version of the examiner; another one examines everything again. */
const examiner = (root) =>
  /"recheck": "([^"]+)"/.exec(readFileSync(join(root, 'package.json'), 'utf8'))?.[1] ?? '';

const commitOf = (root) =>
  spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';

export const isReviewDue = (commit, name) =>
  createHash('sha256').update(`${commit} ${name}`).digest().readUInt32BE() % reviewInterval === 0;

function readVerdicts(root, file) {
  try {
    const { by, safe } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return by === examiner(root) ? safe : [];
  } catch {
    return []; // the first run here
  }
}

/** Whether the repository has the verdicts on all expressions: without them, each new clone examines them for minutes. */
export function checkNoted(root, exceptions = bounded) {
  const stored = new Set(readVerdicts(root, noted));
  const missing = [...expressionsOf(root).literals.keys()].filter(
    (name) => !stored.has(name) && !exceptions.has(name),
  );
  return missing.length === 0
    ? []
    : [`${noted} lacks ${missing.length} expressions: run \`node scripts/note-expressions.mjs\`.`];
}

/** Writes the verdicts of the last check to the repository, with those not examined again. Returns their number. */
export function noteVerdicts(root) {
  const { literals } = expressionsOf(root);
  const safe = [...new Set([...readVerdicts(root, verdicts), ...readVerdicts(root, noted)])].filter((name) =>
    literals.has(name),
  );
  writeVerdicts(root, noted, safe);
  return safe.length;
}

function writeVerdicts(root, file, safe) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(
    join(root, file),
    `${JSON.stringify({ by: examiner(root), safe: safe.toSorted() }, null, 1)}\n`,
  );
}
