// Looks at every regular expression of src for backtracking that grows faster than its input: who sends 15 KB must not keep the thread busy for everybody else.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';
import { listSources } from './list-sources.mjs';

/**
 * How one expression is looked at: bounded by steps, since bounds of time give other verdicts on a busy machine. One that is not understood in a minute is told
 * of.
 */
const patience = { timeout: 60_000, attackTimeout: null, incubationTimeout: null };
/** Expressions under examination at a time. */
const width = 2;
/** Verdicts of earlier runs: an expression that was found safe stays so as long as the examiner is the same. */
const verdicts = '.cache/expressions.json';
/** Those that come with the sources, for a machine that has looked at nothing yet; `node scripts/note-expressions.mjs` writes them. */
const noted = 'scripts/safe-expressions.json';
/** Of these one in so many is looked at all the same, as the commit draws: no hand writes that an expression is safe which is not. */
const lookedAtAgain = 20;

/** Expressions that go back and may: `/source/flags` → what bounds the length of all that they see. Lifting the bound means mending the expression. */
export const bounded = new Map([]);

/** Expressions made while the program runs: `file: start of the call` → why none of them goes back more than a fixed number of steps. */
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
    'routes of ours: parts between slashes, none of which may be in a part',
  ],
]);

/**
 * Every expression that the sources under `root`/src spell out, with the first place of each, and the calls that make others: `{ literals, calls }`. Tests are
 * left out.
 */
export function expressionsOf(root) {
  const literals = new Map();
  const calls = [];
  for (const file of listSources(root, ['src']).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  )) {
    const text = readFileSync(join(root, file), 'utf8');
    const place = (node) => `${file}:${text.slice(0, node.start).split('\n').length}`;
    visit(parseAst(text, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }), (node) => {
      const given = expressionIn(node);
      if (given === 'made') calls.push(`${file}: ${text.slice(node.start, node.end)}`);
      else if (given && !literals.has(nameOf(given)))
        literals.set(nameOf(given), { ...given, place: place(node) });
    });
  }
  return { literals, calls };
}

/** The expression that a node of the syntax tree is: spelled out, `made` of parts that only the running program has, or none. */
function expressionIn(node) {
  if (node.type === 'Literal' && node.regex) return { source: node.regex.pattern, flags: node.regex.flags };
  if (!['NewExpression', 'CallExpression'].includes(node.type) || node.callee.name !== 'RegExp')
    return undefined;
  const [source, flags] = node.arguments;
  const isText = (argument) => argument?.type === 'Literal' && typeof argument.value === 'string';
  if (source?.type === 'Literal' && source.regex) return undefined; // seen by itself
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

/** Problems of the expressions of the tree at `root`, one sentence each; empty when there are none. */
export async function checkExpressions(
  root,
  { exceptions = bounded, allowed = made, commit = commitOf(root) } = {},
) {
  const { literals, calls } = expressionsOf(root);
  const believed = readVerdicts(root, noted).filter((name) => !isLookedAtAgain(commit, name));
  const seen = readVerdicts(root, verdicts);
  const known = new Set([...seen, ...believed]);
  const found = await examine(
    [...literals.values()].filter(
      (expression) => !known.has(nameOf(expression)) && !exceptions.has(nameOf(expression)),
    ),
  );
  // What is only believed is looked at when a commit draws it.
  const isSeen = (name) => seen.includes(name) || !known.has(name);
  const isFound = (name) => found.some((expression) => nameOf(expression) === name);
  writeVerdicts(
    root,
    verdicts,
    [...literals.keys()].filter((name) => !exceptions.has(name) && isSeen(name) && !isFound(name)),
  );
  return [
    ...found.map(({ place, told, ...expression }) => `${place}: ${nameOf(expression)} ${told}`),
    ...calls
      .filter((call) => ![...allowed.keys()].some((start) => call.startsWith(start)))
      .map(
        (call) =>
          `${call.slice(0, 160)} makes an expression; say in scripts/check-expressions.mjs (made) why it can't go back.`,
      ),
    ...[...allowed.keys()]
      .filter((start) => !calls.some((call) => call.startsWith(start)))
      .map((start) => `scripts/check-expressions.mjs (made) tells of ${start}, which is not there.`),
    ...[...exceptions.keys()]
      .filter((name) => !literals.has(name))
      .map((name) => `scripts/check-expressions.mjs (bounded) tells of ${name}, which is not there.`),
  ];
}

/** Those that are not safe, each with what is told of it. */
async function examine(expressions) {
  if (expressions.length === 0) return [];
  const { check } = await import('recheck');
  const found = [];
  const waiting = [...expressions];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { status, complexity, attack, error } = await check(next.source, next.flags, patience);
      if (status === 'safe') continue;
      const told =
        status === 'vulnerable'
          ? `goes back (${complexity.summary}), for one on ${attack.pattern.slice(0, 160)}: write it so that it can't, ` +
            'or bound the length of what it sees and say so in scripts/check-expressions.mjs (bounded).'
          : `was not understood (${error?.kind ?? status}): write it plainer.`;
      found.push({ ...next, told });
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return found;
}

/** Names the examiner: another one looks at everything anew. */
const examiner = (root) =>
  /"recheck": "([^"]+)"/.exec(readFileSync(join(root, 'package.json'), 'utf8'))?.[1] ?? '';

const commitOf = (root) =>
  spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';

export const isLookedAtAgain = (commit, name) =>
  createHash('sha256').update(`${commit} ${name}`).digest().readUInt32BE() % lookedAtAgain === 0;

function readVerdicts(root, file) {
  try {
    const { by, safe } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return by === examiner(root) ? safe : [];
  } catch {
    return []; // the first run here
  }
}

/** Has the verdicts of the last check come with the sources, a line each, beside those that did and were not looked at again. Returns how many there are. */
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
