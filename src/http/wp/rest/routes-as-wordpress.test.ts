import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeKind } from './resource.ts';
import { isRestMethod } from './rest-methods.ts';
import type { RestMethod, RestRoute } from './rest-route.ts';
import { restRouteList } from './rest-routes.ts';

/** Routes, methods and arguments of WordPress, one method of a route a line; its second line says how it is read. */
const file = fileURLToPath(new URL('../../../../../shared/data/wp-rest-routes.txt', import.meta.url));

/** What the index tells of an argument. What says nothing (`false`, null, an empty list) is no default. */
interface Told {
  /** `string`, or several: `null|string`. */
  readonly type: string | undefined;
  readonly format: string | undefined;
  /** Of a list: what it holds. */
  readonly items: string | undefined;
  readonly required: boolean;
  readonly default: string | undefined;
  readonly enum: string | undefined;
  readonly minimum: string | undefined;
  readonly maximum: string | undefined;
}
type Args = ReadonlyMap<string, Told>;

const sorted = (words: readonly string[]) => words.toSorted().join('|');
const saysNothing = new Set(['[]', 'null', 'false', '""']);

/** Formats that stand where the words of a choice do. */
const formats = new Set(['date-time', 'uri', 'email', 'ip', 'uuid']);

/** Reads `per_page:integer[1..100]=10`. */
function readArg(word: string): [string, Told] | undefined {
  const [, name, bang, typed = '', bare] = /^([a-z_]+)(!?)(?::(.+)|=(.*)|)$/.exec(word) ?? [];
  if (name === undefined) return undefined;
  const isList = /^(?:array|object)/.test(typed);
  const [, type = typed, fallback] = (isList ? /^(array(?:\[[^\]]*\])?<[^{}]*>)=(.*)$/ : /^(.*[^<>])=([^=]*)$/).exec(typed) ?? [];
  const [, words] = /^string\(([^)]*)\)/.exec(type) ?? [];
  const [, from, to, least] = /^(?:integer|number)(?:\[(\d*)\.\.(\d*)\]|>=(\d+))/.exec(type) ?? [];
  const told = typed === '' ? bare : fallback;
  const [, names = '', inBrackets = ''] = /^([a-z-]+(?:\|[a-z-]+)*)(?:\(([^)]*)\))?/.exec(type) ?? [];
  const [, items] = /^array(?:\[[^\]]*\])?<([a-z]+)/.exec(type) ?? [];
  const format = [names, inBrackets].find((one) => formats.has(one));
  return [name, {
    type: names === '' ? undefined : names === format ? 'string' : sorted(names.split('|')), format, items,
    required: bang === '!', default: told === undefined || saysNothing.has(told) ? undefined : told,
    enum: words === undefined || formats.has(words) ? undefined : sorted(words.replaceAll('""', '').split('|')),
    minimum: from ?? least, maximum: to,
  }];
}

/** The arguments of every line, by path and methods. */
function readFacts(): Map<string, Args> {
  const lines = new Map(readFileSync(file, 'utf8').split('\n').flatMap((line) => {
    const [, name, rest = ''] = /^(\/\S* [A-Z]+(?:,[A-Z]+)*)(?: (.*))?$/.exec(line) ?? [];
    return name === undefined || rest.includes('[older]') ? [] : [[name, rest] as const];
  }));
  const argsOf = (name: string): Args => {
    const rest = lines.get(name) ?? expect.fail(`A line names ${name}, and there is none.`);
    const [same = '', like, without = ''] = /^same as (\S+ [A-Z,]+)(?: - (\S+))?/.exec(rest) ?? [];
    const left = new Set(without.split(','));
    const own = rest.slice(same.length).split(' - ')[0] ?? '';
    const inherited = like === undefined ? [] : [...argsOf(like)].filter(([arg]) => !left.has(arg));
    return new Map([...inherited, ...own.split(' ').flatMap((word) => [readArg(word)].filter((arg) => arg !== undefined))]);
  };
  return new Map([...lines.keys()].map((name) => [name, argsOf(name)]));
}

/** The same of a method of ours. */
function argsOfOurs({ schema, required }: RestMethod<never>): Args {
  return new Map(Object.entries(schema?.shape ?? {}).map(([name, kind]) => {
    const said = describeKind(kind);
    const text = (key: string) => (said[key] === undefined || saysNothing.has(String(said[key])) ? undefined : String(said[key]));
    const words = (value: unknown) => (Array.isArray(value) ? sorted(value.map(String)) : value === undefined ? undefined : String(value));
    return [name, {
      type: words(said['type']), format: text('format'), items: words(Object(said['items'])['type']), required: required.includes(name),
      default: text('default'), enum: words(said['enum']), minimum: text('minimum'), maximum: text('maximum'),
    }];
  }));
}

const keys = ['type', 'format', 'items', 'required', 'default', 'enum', 'minimum', 'maximum'] as const;
const shape = (path: string) => path.replaceAll(/\(\?P<\w+>/g, '(');

/** Each difference in a line: a route or a method that is missing, an argument that is, one that is ours, one that is told otherwise. */
function differences(): string[] {
  const routes = new Map<string, RestRoute>(restRouteList().map((route) => [shape(route.path), route]));
  const found: string[] = [];
  for (const [line, args] of readFacts()) {
    const [path = '', names = ''] = line.split(' ');
    const inPath = new Set([...path.matchAll(/\(\?P<(\w+)>/g)].map(([, name = '']) => name));
    const theirs = new Map([...args].filter(([name]) => !inPath.has(name) && !(name === 'parent' && path.endsWith('/autosaves'))));
    for (const name of names.split(',')) {
      const method = isRestMethod(name) ? routes.get(shape(path))?.methods[name] : undefined;
      if (!method) {
        found.push(`${name} ${path} is missing`);
        continue;
      }
      const ours = argsOfOurs(method);
      for (const [arg, told] of theirs) {
        const here = ours.get(arg);
        if (!here) found.push(`${name} ${path} lacks ${arg}`);
        for (const key of here ? keys : []) {
          // What is told without a type may have any.
          if (key === 'type' && told.type === undefined) continue;
          if (here?.[key] !== told[key]) found.push(`${name} ${path} tells ${arg}: ${key} is ${here?.[key]}, not ${told[key]}`);
        }
      }
      for (const arg of ours.keys()) if (!args.has(arg)) found.push(`${name} ${path} has ${arg}`);
    }
  }
  return found;
}

/** What is another way here, and why. Each difference is one of these, and each of these is one. */
const named: readonly (readonly [RegExp, string])[] = [
  // Routes.
  [/ \/wp-block-editor\/v1\S* is missing$/, 'asks other sites and makes exports for the site editor of WordPress'],
  [/ \/wp-site-health\/v1\S* is missing$/, 'tests of PHP servers; /healthz tells how this one is'],
  [/ \/oembed\/1\.0(?:\/proxy)? is missing$/, 'what others embed is framed from its address, and nobody asks for it in the name of readers'],
  [/ \/wp\/v2\/(?:block-directory|block-patterns|pattern-directory)\/\S* is missing$/, 'directories at wordpress.org, and files of themes'],
  [/ \/wp\/v2\/(?:plugins|widget-types|widgets|sidebars)\S* is missing$/, 'there are no plugins, and the one theme has no widgets'],
  [/ \/wp\/v2\/(?:global-styles|font-collections|font-families)\S* is missing$/, 'looks and fonts are settings of the site'],
  [/ \/wp\/v2\/(?:templates|template-parts)\S* is missing$/, 'layouts are templates of our own'],
  [/ \/wp\/v2\/menu-items\/\S+\/autosaves\S* is missing$/, 'nobody types long at an item of a menu'],
  [/ \/wp\/v2\/media\/\S+\/post-process is missing$/, 'a queue makes the sizes of pictures by itself'],
  // Arguments of reading.
  [/^GET \/wp\/v2\/(?:posts|pages|media|blocks|navigation|menu-items) lacks (?:search_semantics|search_columns)$/, 'the index has only listed posts'],
  [
    /^GET \/wp\/v2\/\w+\/\S+ lacks (?:excerpt_length|password)$/,
    'excerpts have the length that the site gives them, and no reply holds a text behind a password',
  ],
  [/^(?:GET|DELETE) \/wp\/v2\/comments\S* lacks password$/, 'comments of a post behind a password are told to nobody'],
  [
    /^GET \/wp\/v2\/menu-items lacks (?:after|before|modified_after|modified_before|slug|tax_relation)$/,
    'items have no dates and no addresses, and stand in one menu',
  ],
  [/^GET \/wp\/v2\/users lacks has_published_posts$/, 'visitors see those who have, others all'],
  [/^GET \/wp\/v2 lacks namespace$/, 'the path says it'],
  [/^GET \S+ tells status: default is undefined, not (?:publish|inherit)$/, 'it is the same; the index does not say so'],
  [/^GET \/wp\/v2\/\S+ tells orderby: enum is \S*menu_order\S*, not /, 'all types have a place among others'],
  [/^GET \/wp\/v2\/menu-items tells orderby: /, 'items have no author, date or slug'],
  [/^GET \/wp\/v2\/(?:tags|wp_pattern_category|menus) has parent$|^GET \/wp\/v2\/(?:categories) has offset$/, 'collections of terms ask alike'],
  [/ tells \w+: minimum is [01], not undefined$/, 'no id and no place is less; the index says so'],
  [/^GET \/wp\/v2\/media tells (?:media_type: enum is undefined, not |(?:media_type|mime_type): (?:type is array|items is string))/, 'several may be named'],
  [
    /^GET \/wp\/v2\/\S+ tells (?:categories|tags|wp_pattern_category|menus)(?:_exclude)?: (?:type is array|items is integer)/,
    'lists of ids; what asks for all of them, or for what stands below, is refused by name',
  ],
  [/^\w+ \/wp\/v2\/menu-items\S* tells title: type is object, not object\|string$/, 'it is the same: text, or an object, as everywhere'],
  [/^GET \/wp\/v2\/\w+\/\S+\/revisions tells per_page: default is 10, not undefined$/, 'lists have bounds'],
  [
    /^GET \/wp\/v2\/search tells (?:context: enum is edit\|embed\|view|subtype: default is undefined)/,
    'the context of all reading; any subtype is the same as none',
  ],
  [/^GET \S+ tells context: enum is edit\|embed\|view, not undefined$/, 'the index says which there are'],
  [/^(?:GET|POST) \/wp\/v2\/block-renderer\/\S+ tells context: enum is edit\|view, not edit$/, 'its default is one of its words'],
  [/^GET \/oembed\/1\.0\/embed tells /, 'what is missing or another format is answered in the words of oEmbed'],
  // Arguments of writing.
  [/ has revision$/, 'a write may say what it began from'],
  [/^POST \/wp\/v2\/\w+\/\S+\/autosaves lacks \w+$/, 'an autosave keeps texts'],
  [/^\w+ \/wp\/v2\/media\S* lacks (?:date|date_gmt|status|featured_media|meta|template)$/, 'a file has no state, date, picture or layout of its own'],
  [/^\w+ \/wp\/v2\/(?:categories|tags|wp_pattern_category|menus|menu-items|users|comments)\S* lacks meta$/, 'none is declared'],
  [/^\w+ \/wp\/v2\/users\S* lacks (?:first_name|last_name|nickname|locale)$/, 'readers see one name'],
  [
    /^\w+ \/wp\/v2\/comments\S* lacks (?:author_email|author_ip|author_url|author_user_agent|date|date_gmt)$/,
    'what is said stays with who said it, and when',
  ],
  [/^POST \/wp\/v2\/comments tells (?:parent|post): default is undefined, not 0$/, 'a comment without a post is refused'],
  [/^\w+ \/wp\/v2\/comments\S* tells status: enum /, 'other words are refused by name'],
  [/^\w+ \/wp\/v2\/settings lacks (?:url|start_of_week|use_smilies|default_post_format)$/, 'the address is the machine’s; the others are not there'],
  [/^\w+ \/wp\/v2\/(?:tags|wp_pattern_category)\S* has parent$/, 'read, so that it is refused by name'],
  [/^\w+ \/wp\/v2\/menu-items\S* tells (?:type|status): enum /, 'no archives of types, and no items that nobody sees'],
  [/^POST \/wp\/v2\/menu-items tells (?:type|status|parent|menu_order|object_id): default is undefined/, 'as there, but that a new one comes last'],
  [/^POST \/wp\/v2\/menu-items tells menus: required is true, not false$/, 'an item stands in a menu'],
  [/^\w+ \/wp\/v2\/navigation\S* has meta$/, 'types have meta alike'],
];

test('the index has the routes, methods and arguments of WordPress, but for what is named here (skipped without ../shared/data)', (context) => {
  context.skip(!existsSync(file));
  const found = differences();
  expect(found.filter((line) => !named.some(([pattern]) => pattern.test(line)))).toEqual([]);
  expect(named.filter(([pattern]) => !found.some((line) => pattern.test(line))).map(([pattern]) => pattern.source)).toEqual([]);
  expect(readFacts().size).toBeGreaterThan(190);
});
