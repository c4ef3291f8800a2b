import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkCaches, memoriesIn } from './check-caches.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'broadsheet-caches-'));
  mkdirSync(join(root, 'docs'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function problemsOf(source, ...rows) {
  writeFileSync(join(root, 'a.ts'), source);
  writeFileSync(
    join(root, 'docs/caches.md'),
    ['| cache | holds | owner | at most | ends with |', '|---|---|---|---|---|', ...rows, ''].join('\n'),
  );
  return checkCaches(root, ['a.ts']);
}

test.each([
  'const byId = new Map<number, string>();\nbyId.set(1, text);',
  'export const byId = new Map([[1, 2]]);',
  'const byId: Map<number, string> = new Map();\nbyId.delete(1);',
  'const byId = new Set<number>();\nbyId.add(1);',
  'const byId = new WeakMap<object, Map<string, string>>();\nbyId.set(one, two);',
  'const byId = new LruCache<number, string>(20);',
  'let byId: string | undefined;',
  'function make() {\n  const byId = new WeakMap<object, string>();\n}',
  'export function createCache() {\n  const byId = new Map<string, string>();\n  return (key) => byId.set(key, 1);\n}',
  'export function createCache() {\n  let byId = new Map<string, string>();\n  return { set: (key) => byId.set(key, 1), end: () => (byId = new Map()) };\n}',
  'function create() {\n  const byId = new LruCache<number, string>(20);\n}',
  'export const createCache = (size: number): Cache => {\n  const byId = new Map<string, string>();\n  return (key) => byId.set(key, 1);\n};',
  'export const createCache = (\n  size: number,\n): Cache => {\n  const byId = new Map<string, string>();\n  return (key) => byId.set(key, 1);\n};',
  'const byId: string[] = [];\nbyId.push(text);',
  'const byId: Record<string, number> = {};\nbyId[key] = 1;',
  'const byId: number[] = [];\nbyId[id] ??= 1;',
  "const byId = new Registry<Item>('items');",
  'const byId = createRateLimit({ burst: 20 });',
  'export const byId: Names = new StatementNames();',
  'export const byId: ((id: number) => void)[] = [];\nbyId.push(act);',
  'class Cache {\n  constructor() {\n    this.#byId = new LruCache(20);\n  }\n}',
  '  const byId = others.get(one) ?? new LruCache<string, string>(1000);',
])('%s is remembered', (source) => {
  expect([...memoriesIn(source).keys()]).toEqual(['byId']);
});

test.each([
  "const known: ReadonlySet<string> = new Set(['a']);",
  "export const known: ReadonlyMap<string, string> = new Map([['a', 'b']]);",
  "const known = ['a'];\nfor (const one of known) found.push(known[0] === one);",
  "const known: readonly string[] = ['a'];",
  "const known = { a: 1 };\nshow(known['a'] === 1);",
  'export const createPosts: Permission = {\n  test: can,\n};\nfunction count() {\n  const seen = new Set();\n  seen.add(1);\n}',
  'export const createOne = () => new One();\nfunction count() {\n  const seen = new Set();\n  seen.add(1);\n}',
  "const date = new Intl.DateTimeFormat('en');",
  'const pattern = new RegExp(text);',
  'const ended = new AbortController();',
  'const Scope = createContext(undefined);',
  "const known = new Set(['a']);\nknown.has('a');",
  'function count() {\n  const seen = new Set();\n  seen.add(1);\n}',
])('%s is not', (source) => {
  expect([...memoriesIn(source).keys()]).toEqual([]);
});

const field = 'export function createCache() {\n  const byId = new LruCache<number, string>(20);\n}\n';
const ofModule = 'const byId = new LruCache<number, string>(20);\n';

test('state is named by its content', () => {
  expect(
    problemsOf(field.replaceAll('byId', 'seen'), '| `seen` of `a.ts` | names | the site | 20 | `user:…` |'),
  ).toEqual(['a.ts calls what it keeps "seen"; name what it holds, as textByRevision.']);
});

test('state has a row, and each row has its state', () => {
  expect(problemsOf(field, '| `byId` of `a.ts` | names | the site | 20 | `user:…` |')).toEqual([]);
  expect(
    problemsOf(field, '| `byId` of `a.ts` | names | the site | 20 | `user:…` | 12 % of pages |'),
  ).toEqual([]);
  expect(problemsOf(field)).toEqual([
    expect.stringMatching(/^a\.ts keeps byId, which is not in docs\/caches\.md/),
  ]);
  expect(problemsOf('', '| `byId` of `a.ts` | names | the site | 20 | `user:…` |')).toEqual([
    'docs/caches.md lists byId of a.ts, which is not there.',
  ]);
  expect(problemsOf(field, '| `byId` of `a.ts` | names | the site | 20 | |')).toEqual([
    expect.stringContaining('the row of byId needs what it holds, its owner, its bound and what ends it'),
  ]);
});

test('what changes at module level is refused without a reason', () => {
  expect(problemsOf(ofModule, '| `byId` of `a.ts` | names | the process | 20 | `user:…` |')).toEqual([
    expect.stringMatching(/^a\.ts changes byId at module level, where two sites share it/),
  ]);
  expect(problemsOf(ofModule, '| `byId` of `a.ts` | names | module: | 20 | `user:…` |')).toHaveLength(1);
  expect(problemsOf(ofModule, '| `byId` of `a.ts` | names | module: definitions | 20 | `user:…` |')).toEqual(
    [],
  );
  expect(problemsOf(field, '| `byId` of `a.ts` | names | module: definitions | 20 | `user:…` |')).toEqual([
    'docs/caches.md says that a module owns byId of a.ts, but it is a field.',
  ]);
});
