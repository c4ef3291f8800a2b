import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { restRouteList } from './rest-routes.ts';
import { isRestMethod } from './rest-methods.ts';

/** Routes, methods and arguments of WordPress, one method of a route a line. */
const file = fileURLToPath(new URL('../../../../../shared/data/wp-rest-routes.txt', import.meta.url));
const family = /^\/wp\/v2\/(?:posts|pages|media)(?:$|\/)/;

interface Fact {
  readonly methods: readonly string[];
  readonly args: readonly string[];
}

const namesIn = (text: string): string[] => text.split(' ').flatMap((word) => /^([a-z_]+)!?[:=>[]/.exec(word)?.[1] ?? []);

function readFacts(): Map<string, Fact> {
  const facts = new Map<string, Fact>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, path, methods = '', rest = ''] = /^(\/\S*) ([A-Z]+(?:,[A-Z]+)*)(?: (.*))?$/.exec(line) ?? [];
    if (path === undefined || rest.includes('[older]')) continue;
    const [, like, without = ''] = /^same as (\S+ [A-Z]+)(?: \+ [^-]*)?(?: - (\S+))?/.exec(rest) ?? [];
    const left = new Set(without.split(','));
    const inherited = like === undefined ? [] : [...(facts.get(like)?.args ?? [])].filter((name) => !left.has(name));
    const own = namesIn(like === undefined ? rest : rest.slice(rest.indexOf(' + ') + 3));
    facts.set(`${path} ${methods}`, { methods: methods.split(','), args: [...inherited, ...own] });
  }
  return facts;
}

/** What is another way here, by route and method: arguments that are missing, and why. Undefined: the whole method is. */
const differences: Readonly<Record<string, readonly string[] | undefined>> = {
  // Not looked for where the index has only listed posts.
  'GET lists': ['search_semantics', 'search_columns'],
  // Excerpts have the length that the site gives them, and no reply holds a text behind a password.
  'GET items': ['excerpt_length', 'password'],
  // A file has no state, date, picture or layout of its own.
  'POST /wp/v2/media': ['date', 'date_gmt', 'status', 'featured_media', 'meta', 'template'],
  // An autosave keeps texts.
  'POST autosaves': [
    'date', 'date_gmt', 'slug', 'status', 'password', 'author', 'featured_media', 'comment_status', 'ping_status', 'format', 'meta', 'sticky', 'template',
    'categories', 'tags', 'parent', 'menu_order',
  ],
  // Pictures are not cut here, and a queue makes their sizes.
  'POST edit': undefined,
  'POST post-process': undefined,
};

function differenceOf(path: string, method: string): readonly string[] | undefined {
  const [, base = '', what] = /^\/wp\/v2\/(\w+)(?:\/\(\?P<\w+>[^)]*\))?(?:\/([a-z-]+))?/.exec(path) ?? [];
  if (what !== undefined) return `${method} ${what}` in differences ? differences[`${method} ${what}`] : [];
  if (method === 'GET') return differences[path.includes('(') ? 'GET items' : 'GET lists'];
  return base === 'media' ? differences['POST /wp/v2/media'] : [];
}

const shape = (path: string) => path.replaceAll(/\(\?P<\w+>/g, '(');

const title = 'posts, pages and files have the routes, methods and arguments of WordPress, but for what is named here (skipped without ../shared/data)';

test.skipIf(!existsSync(file))(title, () => {
  const routes = new Map(restRouteList().map((route) => [shape(route.path), route]));
  let compared = 0;
  for (const [line, { methods, args }] of readFacts()) {
    const [path = ''] = line.split(' ');
    if (!family.test(path)) continue;
    const inPath = new Set([...path.matchAll(/\(\?P<(\w+)>/g)].map(([, name]) => name));
    for (const name of methods) {
      const missing = differenceOf(path, name);
      const method = isRestMethod(name) ? routes.get(shape(path))?.methods[name] : undefined;
      expect([line, name, method !== undefined]).toEqual([line, name, missing !== undefined]);
      compared++;
      if (!method) continue;
      const known = Object.keys(method.schema?.shape ?? {});
      const lacking = args.filter((arg) => !known.includes(arg) && !inPath.has(arg) && !(arg === 'parent' && path.endsWith('/autosaves')));
      expect([line, name, lacking]).toEqual([line, name, lacking.filter((arg) => missing?.includes(arg))]);
      // Ours beside WordPress': from which revision a write began.
      const further = known.filter((arg) => !args.includes(arg) && arg !== 'context');
      if (name !== 'GET') expect([line, name, further.filter((arg) => arg !== 'revision')]).toEqual([line, name, []]);
    }
  }
  expect(compared).toBeGreaterThan(30);
});
