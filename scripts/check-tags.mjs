// Finds tags without an emitter or a listener, and checks the lists of both in each tag's comment. Tags are the members
// of `TagNames` (src/modules/content/tags.ts), and `*`, which databases emit in src/kernel/db/invalidation.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { listSources } from './list-sources.mjs';
import { visit } from './visit-tree.mjs';

const declared = 'src/modules/content/tags.ts';
const ofDatabases = 'src/kernel/db/invalidation.ts';
const declaredIn = (tag) => (tag === '*' ? ofDatabases : declared);

/** Each declared tag: its prefix (`post:`), or the whole tag if nothing varies (`menus`, `*`). */
export function tagsIn(text) {
  return [...text.matchAll(/^\s+\w+: (?:'([\w:-]+|\*)'|`([\w-]+(?::[\w-]+)*:)\$)/gm)].map(
    ([, whole, start]) => whole ?? start,
  );
}

/** The lists in each tag's comment: `{ tag, documented }`, with `documented` in the format of `describeUses`. */
export function documentedUses(text) {
  return [...text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(\w+: [^\n]+)/g)].flatMap(([, comment, member]) =>
    tagsIn(`  ${member}`).map((tag) => ({
      tag,
      documented: /Emitted by [^]*\. Heard by [^]*\./.exec(comment.replace(/\s*\n\s*\* ?/g, ' '))?.[0].trim(),
    })),
  );
}

const placeOf = (file) =>
  /^src\/((?:modules|site|kernel|reader)\/[^/]+(?=\/)|[^/.]+)/.exec(file)?.[1] ?? file;

/** Emitters and listeners of each tag, in the format of its comment. */
export function describeUses(tags, sources) {
  const places = (names) => [...names].toSorted().join(', ') || 'no module';
  const { emitted, listened } = usesOf(tags, sources);
  return new Map(
    tags.map((tag) => [
      tag,
      `Emitted by ${places(emitted.get(tag) ?? [])}. Heard by ${places(listened.get(tag) ?? [])}.`,
    ]),
  );
}

/** One line for each tag without an emitter or listener in `sources`. `tags` as returned by `tagsIn`. */
export function idleTags(tags, sources) {
  const { emitted, listened } = usesOf(tags, sources);
  return tags.flatMap((tag) => [
    ...(emitted.has(tag) ? [] : [`${declaredIn(tag)}: no module emits "${tag}".`]),
    ...(listened.has(tag) ? [] : [`${declaredIn(tag)}: no module listens for "${tag}".`]),
  ]);
}

/**
 * One line for each undeclared tag that shares a prefix with a declared one: types accept `list:auhtor:`, since `list:`
 * takes any name. Names of post types contain no colon.
 */
export function undeclaredTags(tags, sources) {
  const known = tags.filter((tag) => tag.endsWith(':'));
  const mixed = known.filter((tag) => tags.some((other) => other !== tag && other.startsWith(tag)));
  const problems = [];
  for (const { text, lang, file = '' } of sources) {
    visit(parseAst(text, { lang }), (node) => {
      const start = startOf(node);
      const tag = start && mixed.find((one) => start.text.startsWith(one));
      const isDeclared = known.some((one) => one !== tag && start?.text.startsWith(one));
      if (tag !== undefined && start.text.slice(tag.length).includes(':') && !isDeclared) {
        problems.push(`${file} names the tag "${start.text}", of a kind that ${declared} does not declare.`);
      }
    });
  }
  return problems;
}

function usesOf(tags, sources) {
  const emitted = new Map();
  const listened = new Map();
  for (const { text, lang, file = '' } of sources) {
    // Arguments of `emit` and values next to an urgency are emitted; all other tags are listened to. Words in types and
    // names of locks are neither.
    const emittedNodes = new Set();
    const others = new Set();
    const named = new Set();
    visit(parseAst(text, { lang }), (node) => {
      if (node.type === 'CallExpression' && nameOf(node.callee) === 'emit' && node.arguments[0])
        emittedNodes.add(node.arguments[0]);
      if (node.type === 'ObjectExpression') for (const tag of emissionOf(node)) emittedNodes.add(tag);
      if (node.type === 'CallExpression' && nameOf(node.callee) === 'lockName') others.add(node.arguments[0]);
      if (node.type === 'CallExpression' && nameOf(node.callee) === 'unemit') others.add(node.arguments[0]);
      if (node.type === 'TSLiteralType') others.add(node.literal);
      // Keys of ledgers and counts, which begin like a tag.
      if (node.type === 'VariableDeclarator' && node.id.name?.endsWith('Key'))
        visit(node.init, (part) => others.add(part));
      if (node.type === 'TemplateLiteral' && node.expressions.some(isStringified)) others.add(node);
      for (const part of namedIn(node)) named.add(part);
      const start = others.has(node) ? undefined : startOf(node);
      const tag = start === undefined ? undefined : tagOf(tags, start);
      if (
        tag === undefined ||
        (start.isWhole && !tag.endsWith(':') && !emittedNodes.has(node) && !named.has(node))
      )
        return;
      const uses = emittedNodes.has(node) ? emitted : listened;
      uses.set(tag, (uses.get(tag) ?? new Set()).add(placeOf(file)));
    });
  }
  return { emitted, listened };
}

export function checkTags(root) {
  const names = listSources(root, ['src']).filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      !name.includes('.test.') &&
      name !== declared &&
      !/^src\/(?:reader|newsroom)\//.test(name),
  );
  const texts = [declared, ofDatabases].map((file) => readFileSync(join(root, file), 'utf8'));
  const tags = texts.flatMap(tagsIn);
  const sources = names.map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
    lang: file.endsWith('x') ? 'tsx' : 'ts',
  }));
  const actual = describeUses(tags, sources);
  const documented = new Map(texts.flatMap(documentedUses).map((one) => [one.tag, one.documented]));
  return [
    ...idleTags(tags, sources),
    ...undeclaredTags(tags, sources),
    ...tags
      .filter((tag) => documented.get(tag) !== actual.get(tag))
      .map((tag) => `${declaredIn(tag)}: the comment of "${tag}" is to say "${actual.get(tag)}"`),
  ];
}

/** The tag of an emission literal: `{ tag: '*', urgency: 'remove' }`. */
function emissionOf({ properties }) {
  const named = new Map(
    properties.flatMap((one) => (one.type === 'Property' ? [[one.key.name, one.value]] : [])),
  );
  return named.has('urgency') && named.has('tag') ? [named.get('tag')] : [];
}

const isWeight = (node) =>
  node?.type === 'Literal' && (node.value === 'primary' || node.value === 'secondary');
const isTag = (node) => (node.type === 'Identifier' ? node.name : node.property?.name) === 'tag';

/** Texts in places where only tags occur. Words without an appended id or name may mean something else. */
function namedIn(node) {
  if (node.type === 'CallExpression')
    return /^(?:tag|addTag|note)$/.test(nameOf(node.callee)) || isWeight(node.arguments[1])
      ? node.arguments.slice(0, 1)
      : [];
  if (node.type === 'BinaryExpression') return isTag(node.left) ? [node.right] : [];
  return node.type === 'ArrayExpression' && isWeight(node.elements[1]) ? [node.elements[0]] : [];
}

/** The declared tag at the start of a text; the longest of several. */
function tagOf(tags, { text, isWhole }) {
  return tags
    .filter((tag) => (tag.endsWith(':') ? text.startsWith(tag) : isWhole && text === tag))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** The constant start of a text; undefined for other nodes and for texts that begin with a variable part. */
function startOf(node) {
  if (node.type === 'Literal')
    return typeof node.value === 'string' ? { text: node.value, isWhole: true } : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [text, ...others] = node.quasis.map(({ value }) => value.raw);
  // A tag ends with its variable part; a text after it shows that this is another key.
  return text === '' || others.at(-1) ? undefined : { text, isWhole: others.length === 0 };
}

const isStringified = (node) => node.type === 'CallExpression' && node.callee.object?.name === 'JSON';

const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name);
