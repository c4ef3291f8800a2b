import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blocksIn } from './check-blocks.mjs';
import { choicesIn, readTwice, spelledOff, truthsIn } from './check-settings.mjs';
import { select, toggle } from '../src/blocks/setting-types.ts';
import { choice, flag } from '../src/modules/settings/kinds.ts';
import { settingGroups } from '../src/modules/settings/settings.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const words = { title: 'A title', group: 'Content' };

test('a site-wide number or list that two files read is reported', () => {
  const sources = [
    { file: 'one.ts', text: 'show(settings.posts_per_page, settings.posts_per_rss, settings.ad_hosts);' },
    {
      file: 'two.tsx',
      text: 'const { posts_per_page: perPage } = await settings.current(); show(<b>{perPage}</b>, [...current.ad_hosts]);',
    },
    {
      file: 'three.ts',
      text: "type Asked = Pick<Settings, 'posts_per_rss'>; const resource = { posts_per_rss: number('posts_per_rss') };",
    },
  ];
  expect(readTwice(sources, ['posts_per_page', 'posts_per_rss', 'ad_hosts'])).toEqual([
    { key: 'posts_per_page', files: ['one.ts', 'two.tsx'] },
    { key: 'ad_hosts', files: ['one.ts', 'two.tsx'] },
  ]);
});

test('ambiguous words of a choice are found, whether created by `choice` or not', () => {
  const spelledIn = (schema) =>
    choicesIn([['thing', schema]]).flatMap(({ words: known }) => spelledOff(known));
  expect(spelledIn(choice({ off: 'Off', small: 'Small', large: 'Large' }))).toEqual(['off']);
  expect(spelledIn(z.enum(['always', 'Never']))).toEqual(['Never']);
  expect(spelledIn(select({ ...words, default: 'no', options: { no: 'No', small: 'Small' } }))).toEqual([
    'no',
  ]);
  expect(spelledIn(choice({ '': 'None', small: 'Small', offset: 'Offset', nowadays: 'Nowadays' }))).toEqual(
    [],
  );
  expect(spelledIn(flag)).toEqual([]);
});

test.each([
  'if (site.drop_cap) go();',
  'const big = site.drop_cap && isArticle;',
  'const x = !site.drop_cap;',
  'const x = site.drop_cap ? 1 : 2;',
  'if (isArticle && site.drop_cap) go();',
  'const { drop_cap } = site; if (drop_cap) go();',
  'const { drop_cap: size } = site; const x = size || 1;',
  'const x = Boolean(site.drop_cap);',
  'while (a || (b && site.drop_cap)) go();',
  'const show = (settings) => settings.excerpt && 1;',
])('%s tests for truth', (line) => {
  expect(truthsIn(line, 'ts', new Set(['drop_cap']), new Set(['excerpt']))).toEqual([
    { line: 1, key: line.includes('excerpt') ? 'excerpt' : 'drop_cap' },
  ]);
});

test.each([
  "if (site.drop_cap === 'large') go();",
  'show(site.drop_cap);',
  'const { drop_cap: size } = site; show(size);',
  'const x = site.drop_cap ?? 1;',
  'const x = isArticle && site.drop_cap;',
  'if (site.reading) go();',
  'if (post.excerpt) go();',
])('%s does not', (line) => {
  expect(truthsIn(line, 'ts', new Set(['drop_cap']), new Set(['excerpt']))).toEqual([]);
});

/** Every former flag in stored sites and documents: new flags are added, and removed ones keep their line. */
const flags = JSON.parse(readFileSync(new URL('../test/fixtures/flags.json', import.meta.url), 'utf8'));
const isFlag = (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).type === 'boolean';

test('a site setting that is or was a flag accepts stored values: `was` of a choice maps them', () => {
  const definitions = new Map(settingGroups.flatMap((group) => Object.entries(group.settings)));
  expect(flags.site).toEqual(
    expect.arrayContaining([...definitions].filter(([, { schema }]) => isFlag(schema)).map(([key]) => key)),
  );
  for (const key of flags.site)
    for (const stored of [true, false]) {
      expect(definitions.get(key)?.schema.safeParse(stored), `${key}: ${stored}`).toMatchObject({
        success: true,
      });
    }
});

/** Whether a block setting accepts a value instead of falling back to its default. */
const reads = (schema, value) => schema.def.in.def.transform(value) !== undefined;

test('a block setting that is or was a toggle reads stored documents: `was` of a select maps them', async () => {
  const blocks = new Map((await blocksIn(repository)).map(({ block }) => [block.name, block.settings.shape]));
  for (const [name, shape] of blocks) {
    expect(flags.blocks[name] ?? [], name).toEqual(
      expect.arrayContaining(Object.keys(shape).filter((key) => isFlag(shape[key]))),
    );
  }
  for (const [name, keys] of Object.entries(flags.blocks))
    for (const key of keys)
      for (const held of [true, false, 'yes', 'no', 0]) {
        expect(reads(blocks.get(name)[key], held), `${key} of ${name}: ${held}`).toBe(true);
      }
  expect(reads(toggle({ ...words, default: true }), {})).toBe(false);
  expect(reads(select({ ...words, default: '', options: { '': 'None', large: 'Large' } }), true)).toBe(false);
});
