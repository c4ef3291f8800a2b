// Looks for tags that nobody emits, or that nobody hears: those hold nothing together. The tags are the members of `TagNames` (src/content/tags.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { listSources } from './list-sources.mjs';
import { visit } from './visit-tree.mjs';

const declared = 'src/content/tags.ts';

/** Each declared tag as it begins (`post:`) or, without a part that varies, as it is (`menus`). */
export function tagsIn(text) {
  return [...text.matchAll(/^\s+\w+: (?:'([\w:-]+)'|`([\w-]+(?::[\w-]+)*:)\$)/gm)].map(([, whole, start]) => whole ?? start);
}

/** One line for each tag that nobody emits or hears in `sources`, the texts of modules; `tags`: as `tagsIn` gives them. */
export function idleTags(tags, sources) {
  const emitted = new Set();
  const heard = new Set();
  for (const { text, lang } of sources) {
    // What is given to `emit` is emitted, wherever else a tag stands somebody asks for it. Words of types and names of locks are none.
    const given = new Set();
    const others = new Set();
    visit(parseAst(text, { lang }), (node) => {
      if (node.type === 'CallExpression' && nameOf(node.callee) === 'emit' && node.arguments[0]) given.add(node.arguments[0]);
      if (node.type === 'CallExpression' && nameOf(node.callee) === 'lockName') others.add(node.arguments[0]);
      if (node.type === 'TSLiteralType') others.add(node.literal);
      const start = others.has(node) ? undefined : startOf(node);
      const tag = start === undefined ? undefined : tagOf(tags, start);
      if (tag !== undefined) (given.has(node) ? emitted : heard).add(tag);
    });
  }
  return tags.flatMap((tag) => [
    ...(emitted.has(tag) ? [] : [`${declared}: nobody emits "${tag}".`]),
    ...(heard.has(tag) ? [] : [`${declared}: nobody hears "${tag}".`]),
  ]);
}

/** One line for each idle tag of the sources under `root`. Tests are left out. */
export function checkTags(root) {
  const names = listSources(root, ['src']).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && name !== declared);
  return idleTags(
    tagsIn(readFileSync(join(root, declared), 'utf8')),
    names.map((name) => ({ text: readFileSync(join(root, name), 'utf8'), lang: name.endsWith('x') ? 'tsx' : 'ts' })),
  );
}

/** The declared tag that a text begins with, the longest of several. */
function tagOf(tags, { text, isWhole }) {
  return tags.filter((tag) => (tag.endsWith(':') ? text.startsWith(tag) : isWhole && text === tag)).toSorted((a, b) => b.length - a.length)[0];
}

/** What a text begins with; undefined for what is no text, or begins with a part that varies. */
function startOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? { text: node.value, isWhole: true } : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [text, ...others] = node.quasis.map(({ value }) => value.raw);
  // No tag goes on after what varies: that is a key of something else.
  return text === '' || others.at(-1) ? undefined : { text, isWhole: others.length === 0 };
}

const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name);
