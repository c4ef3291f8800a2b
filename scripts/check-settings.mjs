// Finds choices whose "none" value is not '', since a truthiness check would take 'off' for true, and numbers and lists
// that several files read: all of them would have to change with its type.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
import { z } from 'zod';
import { blocksIn } from './check-blocks.mjs';
import { listSources } from './list-sources.mjs';
import { visit } from './visit-tree.mjs';

const offWord = /^(?:off|none|no|not|never|nothing|nowhere|false|disabled?|hide|hidden|without|0)$/i;

/** Choices with another value for "none", known to sites and to migrating users. */
const spelled = new Set(['autoload_posts', 'reading_progress', 'menu_snap', 'mobile_menu', 'more_articles']);

/** Settings with a role's name. If one became a list, comparisons with a name would break. */
const namingRoles = new Set(['default_role']);

/**
 * One line for each choice with its own "off" value, each truthiness check that is always true, and each number, list
 * or role read by several files. Ids are exempt.
 */
export async function checkSettings(root) {
  const settings = join(root, 'src/modules/settings/settings.ts');
  if (!existsSync(settings)) return [];
  const { settingGroups } = await import(/* @vite-ignore */ pathToFileURL(settings).href);
  const { idOrNone } = await import(
    /* @vite-ignore */ pathToFileURL(join(root, 'src/modules/settings/kinds.ts')).href
  );
  const readOnce = settingGroups
    .flatMap((group) => Object.entries(group.settings))
    .filter(
      ([key, one]) =>
        (typeof one.default === 'number' && one.schema !== idOrNone) ||
        Array.isArray(one.default) ||
        namingRoles.has(key),
    );
  const sources = listSources(root, ['src'])
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const ofSite = settingGroups.flatMap((group) =>
    choicesIn(Object.entries(group.settings).map(([key, { schema }]) => [key, schema])),
  );
  const ofBlocks = (await blocksIn(root)).map(({ file, block }) => ({
    file,
    choices: choicesIn(Object.entries(block.settings.shape)),
  }));
  return [
    ...ofSite.filter(({ key }) => !spelled.has(key)).flatMap(adviceOn),
    ...ofBlocks.flatMap(({ file, choices }) =>
      choices.flatMap(adviceOn).map((advice) => `${file}: ${advice}`),
    ),
    // The newsroom reads settings over REST.
    ...readTwice(
      sources.filter(({ file }) => !file.startsWith('src/newsroom/')),
      readOnce.map(([key]) => key),
    ).map(
      ({ key, files }) =>
        `${files.join(', ')}: ask the setting ${key}; let one function say what it means, and the others call that.`,
    ),
    ...sources.flatMap(({ file, text }) => {
      const own = ofBlocks.find((block) => file.startsWith(block.file.replace(/[^/]*$/, '')))?.choices ?? [];
      return truthsIn(text, langOf(file), new Set(alwaysTrue(ofSite)), new Set(alwaysTrue(own))).map(
        ({ line, key }) =>
          `${file}:${line}: asks ${key} for truth, and each of its words is true; compare it with a word.`,
      );
    }),
  ];
}

const langOf = (file) => (file.endsWith('x') ? 'tsx' : 'ts');

/** Settings read by several sources, as `settings.key` or `const { key: name } = settings`, with the files. */
export function readTwice(sources, keys) {
  const filesByKey = new Map(keys.map((key) => [key, new Set()]));
  for (const { file, text } of sources) {
    if (!keys.some((key) => text.includes(key))) continue;
    visit(parseAst(text, { lang: langOf(file) }), (node) => {
      const properties =
        node.type === 'MemberExpression'
          ? [node.property]
          : node.type === 'ObjectPattern'
            ? node.properties.map(({ key }) => key)
            : [];
      for (const one of properties) filesByKey.get(one?.name)?.add(file);
    });
  }
  return [...filesByKey].flatMap(([key, files]) => (files.size > 1 ? [{ key, files: [...files] }] : []));
}

const adviceOn = ({ key, words }) =>
  spelledOff(words).map(
    (word) =>
      `the setting ${key} has the word "${word}"; what stands for none of the others is '' (and \`was\` reads what was stored).`,
  );
export const spelledOff = (words) => words.filter((word) => offWord.test(word));
const alwaysTrue = (choices) =>
  choices.filter(({ words }) => !words.includes('') || spelledOff(words).length > 0).map(({ key }) => key);

/** Of these settings, `[key, schema]`, the choices between several values. */
export function choicesIn(schemas) {
  return schemas
    .map(([key, schema]) => ({
      key,
      words: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).enum ?? [],
    }))
    .filter(({ words }) => words.length > 1);
}

/** Truthiness checks of settings in a source: of the site by key, of a block as `settings.key`, including destructured names. */
export function truthsIn(text, lang, ofSite, ofBlock = new Set()) {
  const tree = parseAst(text, { lang });
  const names = new Map([...ofSite].map((key) => [key, key]));
  visit(tree, (node) => {
    if (node.type !== 'Property' || node.value?.type !== 'Identifier') return;
    if (ofSite.has(node.key.name)) names.set(node.value.name, node.key.name);
  });
  const keyOf = (node) =>
    node.type === 'MemberExpression' && !node.computed
      ? ofSite.has(node.property.name) || (ofBlock.has(node.property.name) && node.object.name === 'settings')
        ? node.property.name
        : undefined
      : node.type === 'Identifier'
        ? names.get(node.name)
        : undefined;
  const found = [];
  visit(tree, (node) => {
    for (const condition of conditionsOf(node)) {
      const key = keyOf(condition);
      if (key !== undefined) found.push({ line: text.slice(0, condition.start).split('\n').length, key });
    }
  });
  return found;
}

/** The expressions whose truthiness a node checks. */
function conditionsOf(node) {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return operands(node.test);
    case 'LogicalExpression':
      return node.operator === '??' ? [] : [node.left];
    case 'UnaryExpression':
      return node.operator === '!' ? operands(node.argument) : [];
    case 'CallExpression':
      return node.callee.name === 'Boolean' ? node.arguments : [];
    default:
      return [];
  }
}

/** The operands of a condition; the left ones are visited with their own `&&`. */
const operands = (node) => (node.type === 'LogicalExpression' ? operands(node.right) : [node]);
