// Checks that docs/caches.md lists exactly the state that a process retains, with its owner, bound and end, and that sites own it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const table = 'docs/caches.md';
/** A collection at module level, unless it is declared readonly. */
const atTop =
  /^(?:export )?(?:const|let) (\w+)(?:: (?!Readonly)[^=]+)? = new (Map|Set|WeakMap|WeakSet|LruCache)\b(?:<[\s\S]*?>)?\((\)?)/gm;
const plainAtTop =
  /^(?:export )?(?:const|let) (\w+)(?:: (?!readonly |Readonly)(?:[^=\n]|=>)+)? = (?:[[{]|new Array\b|Array\.|Object\.)/gm;
/** A value with state from a factory at module level. The factories listed here return stateless values. */
const madeAtTop =
  /^(?:export )?(?:const|let) (\w+)(?:: [^=\n]+)? = create(?!Context|Element|FetchOutside|Require)[A-Z]\w*\(/gm;
/** A class instance at module level, which may have state. The classes listed here retain no state between calls. */
const instanceAtTop = new RegExp(
  `^(?:export )?(?:const|let) (\\w+)(?:: [^=\\n]+)? = new (?!(?:${[
    'AbortController',
    'AsyncLocalStorage',
    'Date',
    'Int32Array',
    'Intl\\.',
    'Kysely',
    'LruCache',
    'Map',
    'Promise',
    'RegExp',
    'Set',
    'TextDecoder',
    'TextEncoder',
    'URL',
    'WeakMap',
    'WeakSet',
  ].join('|')})\\b)[A-Z]`,
  'gm',
);
/** A bounded cache, anywhere. */
const bounded = /\b(\w+)(?:: [^=\n]+)? =\s[^=\n]*\bnew LruCache\b/g;

/** A variable at module level, assigned once or replaced later. */
const oneAtTop = /^(?:export )?let (\w+)/gm;
/** A weak collection is always a cache, anywhere. */
const weak = /^ +const (\w+) = new Weak(?:Map|Set)\b/gm;
/** State in the closure of a factory. */
const factory =
  /^export (?:(?:async )?function create\w+|const create\w+[^\n]*(?:\(\n(?: {2}[^\n]*\n)*\)[^\n]*)?=> \{$)[^]*?^}/gm;
const inFactory = /^ {2}(?:const|let) (\w+)(?:: (?!Readonly)[^=]+)? = new (?:Map|Set)\b(?:<[\s\S]*?>)?\(\)/gm;

/** Names that could be any cache's. A good name says what it contains, and its key. */
const emptyNames = new Set([
  'buffered',
  'cache',
  'callers',
  'cleaned',
  'committed',
  'contents',
  'data',
  'documents',
  'done',
  'entries',
  'found',
  'gates',
  'indexes',
  'items',
  'kept',
  'known',
  'limits',
  'made',
  'map',
  'measured',
  'noted',
  'quotas',
  'read',
  'readings',
  'running',
  'seen',
  'typed',
  'unknown',
  'uploads',
]);

/** Names of state that this code retains between calls, and whether a module itself holds it. */
export function memoriesIn(source) {
  const changes = (name) => new RegExp(`\\b${name}\\.(?:set|add|delete|clear)\\(`).test(source);
  const isFilled = (name) =>
    new RegExp(
      `\\b${name}(?:\\.(?:push|unshift|splice)\\(|\\[[^\\]\\n]+\\] (?:\\?\\?|\\|\\|)?= )|Object\\.assign\\(${name}\\b`,
    ).test(source);
  const own = [...source.matchAll(atTop)]
    .filter(([whole, name, kind]) => kind === 'LruCache' || whole.startsWith('export') || changes(name))
    .map(([, name]) => name);
  const plain = [...source.matchAll(plainAtTop)].map(([, name]) => name).filter(isFilled);
  const inside = [...source.matchAll(factory)]
    .flatMap(([text]) => [...text.matchAll(inFactory)].map(([, name]) => name))
    .filter(changes);
  const named = (...patterns) =>
    patterns.flatMap((pattern) => [...source.matchAll(pattern)]).map(([, name]) => name);
  const ofModule = [...own, ...plain, ...named(oneAtTop, instanceAtTop, madeAtTop)];
  return new Map([
    ...[...inside, ...named(bounded, weak)].map((name) => [name, false]),
    ...ofModule.map((name) => [name, true]),
  ]);
}

/** Problems of the tables, one sentence each. `files`: all server code. */
export function checkCaches(root, files) {
  const text = existsSync(join(root, table)) ? readFileSync(join(root, table), 'utf8') : '';
  const rows = [...text.matchAll(/^\| `(\w+)` of `([^`]+)` \|(.*)\|$/gm)].map(([, name, file, rest]) => {
    const cells = rest.split(' | ').map((cell) => cell.trim());
    return { name, file, cells, isOfModule: /^module: \S/.test(cells[1] ?? '') };
  });
  const found = files.flatMap((file) =>
    [...memoriesIn(readFileSync(join(root, file), 'utf8'))].map(([name, isOfModule]) => ({
      name,
      file,
      isOfModule,
    })),
  );
  const has = (list, { name, file }) => list.some((one) => one.name === name && one.file === file);
  return [
    ...found
      .filter((one) => !has(rows, one))
      .map(
        ({ name, file }) =>
          `${file} keeps ${name}, which is not in ${table}: add what it holds, its owner, its bound and what ends it, ` +
          'or declare it as a ReadonlyMap or ReadonlySet.',
      ),
    ...found
      .filter(
        (one) => one.isOfModule && has(rows, one) && !rows.some((row) => row.isOfModule && has([row], one)),
      )
      .map(
        ({ name, file }) =>
          `${file} changes ${name} at module level, where two sites share it: make it a field of its owner, ` +
          `or begin its owner in ${table} with "module:" and the reason.`,
      ),
    ...rows
      .filter((row) => !has(found, row))
      .map(({ name, file }) => `${table} lists ${name} of ${file}, which is not there.`),
    ...rows
      .filter((row) => row.isOfModule && found.some((one) => !one.isOfModule && has([one], row)))
      .map(({ name, file }) => `${table} says that a module owns ${name} of ${file}, but it is a field.`),
    ...rows
      .filter(({ name }) => emptyNames.has(name))
      .map(
        ({ name, file }) => `${file} calls what it keeps "${name}"; name what it holds, as textByRevision.`,
      ),
    ...rows
      .filter(({ cells }) => cells.length < 4 || cells.slice(0, 4).includes(''))
      .map(
        ({ name }) =>
          `${table}: the row of ${name} needs what it holds, its owner, its bound and what ends it.`,
      ),
  ];
}
