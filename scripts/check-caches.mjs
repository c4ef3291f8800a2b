// Checks that docs/caches.md lists exactly the state that a process retains, with its invalidation and its bounds.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const table = 'docs/caches.md';
/** A collection at module level, unless it is declared readonly. */
const atTop =
  /^(?:export )?(?:const|let) (\w+)(?:: (?!Readonly)[^=]+)? = new (Map|Set|WeakMap|WeakSet|LruCache)\b(?:<[\s\S]*?>)?\((\)?)/gm;
const plainAtTop =
  /^(?:export )?(?:const|let) (\w+)(?:: (?!readonly |Readonly)(?:[^=\n]|=>)+)? = (?:[[{]|new Array\b|Array\.|Object\.)/gm;
/** A class instance at module level, which may have state; those listed here are known to have none between calls. */
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

/** Names of state that this code retains between calls. */
export function memoriesIn(source) {
  const changes = (name) => new RegExp(`\\b${name}\\.(?:set|add|delete|clear)\\(`).test(source);
  const isFilled = (name) =>
    new RegExp(
      `\\b${name}(?:\\.(?:push|unshift|splice)\\(|\\[[^\\]\\n]+\\] (?:\\?\\?|\\|\\|)?= )|Object\\.assign\\(${name}\\b`,
    ).test(source);
  const own = [...source.matchAll(atTop)]
    .filter(([whole, name, kind]) => kind === 'LruCache' || whole.startsWith('export') || changes(name))
    .map(([, name]) => name);
  const inside = [...source.matchAll(factory)]
    .flatMap(([text]) => [...text.matchAll(inFactory)].map(([, name]) => name))
    .filter(changes);
  const plain = [...source.matchAll(plainAtTop)].map(([, name]) => name).filter(isFilled);
  const others = [bounded, oneAtTop, weak, instanceAtTop]
    .flatMap((pattern) => [...source.matchAll(pattern)])
    .map(([, name]) => name);
  return new Set([...own, ...plain, ...inside, ...others]);
}

/** Problems of the table, one sentence each. `files`: all server code. */
export function checkCaches(root, files) {
  const text = existsSync(join(root, table)) ? readFileSync(join(root, table), 'utf8') : '';
  const rows = [...text.matchAll(/^\| `(\w+)` of `([^`]+)` \|(.*)\|$/gm)];
  const listed = new Set(rows.map(([, name, file]) => `${file} ${name}`));
  const found = new Set(
    files.flatMap((file) =>
      [...memoriesIn(readFileSync(join(root, file), 'utf8'))].map((name) => `${file} ${name}`),
    ),
  );
  return [
    ...[...found]
      .filter((one) => !listed.has(one))
      .map(
        (one) =>
          `${one.replace(' ', ' keeps ')}, which is not in ${table}: say there what it holds, what ends it and how much it may be, ` +
          'or declare it as a ReadonlyMap or ReadonlySet.',
      ),
    ...[...listed]
      .filter((one) => !found.has(one))
      .map((one) => `${table} lists ${one.split(' ').toReversed().join(' of ')}, which is not there.`),
    ...rows
      .filter(([, name]) => emptyNames.has(name))
      .map(
        ([, name, file]) => `${file} calls what it keeps "${name}"; name what it holds, as textByRevision.`,
      ),
    ...rows
      .filter(([, , , rest]) => rest.split(' | ').filter((cell) => cell.trim() !== '').length !== 3)
      .map(
        ([, name]) => `${table}: the row of ${name} says what it holds, what ends it and how much it may be.`,
      ),
  ];
}
