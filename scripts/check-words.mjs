// Finds visible strings that can't be translated; they belong in src/lib/*-texts.ts or in the settings (readerTexts).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { visit } from './visit-tree.mjs';

/** Views and code for browsers. */
const places = [
  'src/blocks',
  'src/ui',
  'src/site/replies',
  'src/site/pages',
  'src/reader/behaviours',
  'src/reader/islands',
];
/** Visible or spoken attributes and properties. */
const shown = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'alt',
  'placeholder',
  'textContent',
  'innerText',
  'ariaLabel',
  'ariaDescription',
  'ariaRoleDescription',
  'ariaValueText',
]);
/** The same in HTML. */
const inHtml = /\b(?:aria-label|aria-description|title|alt|placeholder)="([^"]*)"/g;
/** Calls that add text to the page. */
const inserting = new Set([
  'append',
  'prepend',
  'before',
  'after',
  'replaceChildren',
  'replaceWith',
  'insertAdjacentText',
  'createTextNode',
]);
/** Texts that are not English: names, and symbols. */
export const allowed = new Set([
  'JSON',
  'RSS',
  'Atom',
  'Facebook',
  'WhatsApp',
  'Pinterest',
  'Telegram',
  'LinkedIn',
  'Reddit',
  'Tumblr',
  'X',
  'Twitter',
  'YouTube',
  'Vimeo',
  'Dailymotion',
]);

const templates = 'src/theme/built-in-templates.ts';
/** Visible settings of blocks, in markup and in schemas. */
const shownSettings = new Set(['custom_title', 'custom_text', 'label', 'title', 'text']);
/** Translation keys and similar names, which are not visible. */
const isName = (value) => typeof value === 'string' && /^[a-z\d_]+$/.test(value);

/** Visible texts in settings in block markup. */
export function wordsInMarkup(markup) {
  return [...markup.matchAll(/"(\w+)":"((?:[^"\\]|\\.)*)"/g)]
    .filter(([, name, value]) => shownSettings.has(name) && /\p{L}{2}/u.test(value) && !isName(value))
    .map(({ index, 2: words }) => ({ start: index, words }));
}

export function checkWords(root) {
  const problems = [];
  const report = (file, text, found) => {
    for (const { start, words } of found) {
      problems.push(
        `${file}:${text.slice(0, start).split('\n').length}: "${words}" is said to readers and can't be translated; take it from the wordings.`,
      );
    }
  };
  const markup = readFileSync(join(root, templates), 'utf8');
  report(templates, markup, wordsInMarkup(markup));
  for (const place of places) {
    for (const name of readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name) || name.includes('.test.')) continue;
      const file = `${place}/${name.replaceAll('\\', '/')}`;
      const text = readFileSync(join(root, file), 'utf8');
      report(file, text, wordsIn(text, name.endsWith('x') ? 'tsx' : 'ts'));
    }
  }
  return problems;
}

/** The visible strings of a source: `{ start, words }`. */
export function wordsIn(text, lang) {
  const found = [];
  const note = (node) => {
    for (const { start, value } of textsOf(node)) {
      const words = value
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (/\p{L}{2}/u.test(words) && !allowed.has(words)) found.push({ start, words });
    }
  };
  // A fallback for a missing name (`title || 'Articles'`), if it begins like a word.
  const noteFallback = (node) => {
    for (const { start, value } of textsOf(node))
      if (/^\p{Lu}\p{Ll}/u.test(value) && !found.some((one) => one.start === start))
        note({ ...node, type: 'Literal', start, value });
  };
  // HTML strings: their attributes may be visible, too.
  const noteMarkup = (node) => {
    for (const { start, value } of textsOf(node)) {
      for (const [, words] of value.matchAll(inHtml))
        if (/\p{L}{2}/u.test(words) && !allowed.has(words)) found.push({ start, words });
    }
  };
  visit(parseAst(text, { lang }), (node) => {
    if (node.type === 'Literal' || node.type === 'TemplateLiteral') noteMarkup(node);
    if (node.type === 'JSXElement' && node.openingElement.name.name === 'code') return; // code is the same in every language
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') node.children.forEach(note);
    else if (node.type === 'JSXAttribute' && shown.has(node.name.name)) note(node.value);
    else if (
      node.type === 'AssignmentExpression' &&
      node.left.type === 'MemberExpression' &&
      (shown.has(node.left.property.name) || node.left.property.name === 'innerHTML')
    )
      note(node.right);
    else if (node.type === 'CallExpression' && inserting.has(node.callee.property?.name))
      node.arguments.forEach(note);
    else if (node.type === 'Property' && shownSettings.has(node.key.name) && isTextSetting(node.value))
      defaultsOf(node.value).forEach(note);
    else if (lang === 'tsx' && node.type === 'LogicalExpression' && node.operator !== '&&')
      noteFallback(node.right);
    else if (
      node.type === 'CallExpression' &&
      node.callee.object?.name === 'Object' &&
      node.callee.property?.name === 'assign'
    ) {
      for (const { properties = [] } of node.arguments)
        for (const { key, value } of properties) if (shown.has(key?.name)) note(value);
    }
  });
  return found;
}

/** `text({ default: … })` or `textarea({ default: … })` in the settings of a block. */
const isTextSetting = (node) =>
  node.type === 'CallExpression' && ['text', 'textarea'].includes(node.callee.name);

function defaultsOf({ arguments: [options] }) {
  return (options?.properties ?? [])
    .filter(({ key, value }) => key?.name === 'default' && !isName(value.value))
    .map(({ value }) => value);
}

/** The string literals that an expression may evaluate to. */
function textsOf(node) {
  switch (node?.type) {
    case 'JSXText':
      return [{ start: node.start, value: node.value }];
    case 'JSXExpressionContainer':
      return textsOf(node.expression);
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, value: node.value }] : [];
    case 'TemplateLiteral':
      return node.quasis.map(({ start, value }) => ({ start, value: value.cooked }));
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...textsOf(node.left), ...textsOf(node.right)] : [];
    default:
      return [];
  }
}
