// Checks what blocks declare for the editor: the inspector's and inserter's data must be complete and match the schema.
// WordPress' blocks have WordPress' own forms; src/blocks/core/core-block.test.ts checks those.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

export async function checkBlocks(root) {
  const found = await blocksIn(root);
  if (found.length === 0) return [];
  const { settingPanels } = await load(join(root, 'src/blocks/setting-types.ts'));
  const blocks = new Map(found.map(({ block }) => [block.name, block]));
  return found.flatMap(({ file, block }) =>
    blockProblems(block, blocks, settingPanels).map((problem) => `${file}: ${problem}`),
  );
}

export async function blocksIn(root) {
  const folder = join(root, 'src/blocks');
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'block.ts')))
    : [];
  return Promise.all(
    names.map(async (name) => {
      const { block } = await load(join(folder, name, 'block.ts'));
      return { file: `src/blocks/${name}/block.ts`, block };
    }),
  );
}

const load = (file) => import(/* @vite-ignore */ pathToFileURL(file).href);

export function blockProblems(block, blocks, panels) {
  return [...inserterProblems(block, blocks), ...settingProblems(block, panels)];
}

function inserterProblems(block, blocks) {
  const problems = [];
  const { description, keywords, example, supports } = block;
  if (!description) problems.push('there is no description; describe in a plain sentence what it shows.');
  if (!keywords || keywords.length === 0)
    problems.push('there are no keywords; add other words that an editor may search for.');
  if (!example && supports?.inserter !== false)
    problems.push(
      'there is no example for the inserter; give attributes, or {} where the defaults show enough.',
    );
  if (block.allowedBlocks && !block.container)
    problems.push('allowedBlocks are for containers; set container.');
  for (const field of ['parent', 'ancestor', 'allowedBlocks']) {
    for (const name of block[field] ?? [])
      if (!isKnown(name, blocks)) problems.push(`${field} names "${name}", and no such block is there.`);
  }
  if (example) problems.push(...exampleProblems({ ...example, name: block.name }, [], blocks));
  return problems;
}

/** Editor blocks, such as paragraphs, are known, too. */
const isKnown = (name, blocks) => blocks.has(name) || name.startsWith('core/');

/** Whether a select accepts a former value, which documents may still contain. */
const isFormer = (setting, value) =>
  setting?.meta()?.control === 'select' && setting.def.in.def.transform(value) !== undefined;

/** `above`: parent blocks, outermost first; none for the example itself, which may be anywhere. */
function exampleProblems({ name, attributes = {}, innerBlocks = [] }, above, blocks) {
  const block = blocks.get(name);
  if (!block)
    return isKnown(name, blocks) ? [] : [`the example holds "${name}", and no such block is there.`];
  const problems = [];
  const parsed = block.settings.safeParse(attributes);
  for (const [key, value] of Object.entries(attributes)) {
    if (parsed.data?.[key] === value || isFormer(block.settings.shape[key], value)) continue;
    problems.push(
      `the example's ${key} (${JSON.stringify(value)}) is no setting of ${name}, or none that it accepts.`,
    );
  }
  if (innerBlocks.length > 0 && !block.container)
    problems.push(`the example puts blocks into ${name}, which is no container.`);
  const around = above.at(-1);
  if (around !== undefined) {
    const fits =
      (block.parent?.includes(around) ?? true) && (blocks.get(around).allowedBlocks?.includes(name) ?? true);
    if (!fits) problems.push(`the example puts ${name} into ${around}; see parent and allowedBlocks.`);
    if (block.ancestor?.some((outer) => above.includes(outer)) === false)
      problems.push(`the example puts ${name} outside of its ancestor.`);
  }
  return [...problems, ...innerBlocks.flatMap((inner) => exampleProblems(inner, [...above, name], blocks))];
}

const types = new Set(['string', 'integer', 'number', 'boolean']);

function settingProblems({ settings }, panels) {
  let schema;
  try {
    schema = z.toJSONSchema(settings, { io: 'input' });
  } catch (error) {
    return [
      `its settings make no JSON schema (${error.message}); use the types of src/blocks/setting-types.ts.`,
    ];
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, setting]) => {
    const { options = [], enum: words = [], minimum, maximum } = setting;
    const isLabelled = (word) => options.some(({ value, label }) => value === word && label);
    const isBound = (number) => Math.abs(number) < Number.MAX_SAFE_INTEGER;
    const lacks = [
      setting.title ? '' : 'has no title',
      panels.includes(setting.group)
        ? ''
        : `has the group "${setting.group ?? ''}", which is not one of ${panels.join(', ')}`,
      setting.control ? '' : 'has no control',
      types.has(setting.type) ? '' : `is of the type "${[setting.type ?? 'any'].flat().join(' or ')}"`,
      'default' in setting ? '' : 'has no default',
      words.every(isLabelled) ? '' : 'has words without a label',
      setting.control !== 'number' || (isBound(minimum) && isBound(maximum)) ? '' : 'has no bounds',
    ].filter((lack) => lack !== '');
    return lacks.length === 0
      ? []
      : [
          `the setting ${name} ${lacks.join(', ')}; make it with a type of src/blocks/setting-types.ts, which asks for all of it.`,
        ];
  });
}
