import { expect, test } from 'vitest';
import { hostilePieces, realDocuments } from '../../../test/fixtures/documents.ts';
import { randomText, seededRandom } from '../../../test/harness/random.ts';
import { parseMarkup } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';
import { adoptDrawn, documentWriter, openDocument } from './lossless.ts';
import type { EditedBlock, Kit } from './lossless.ts';

let last = 0;
/** Options for a new block with its inner blocks. */
const fresh = { inner: undefined, before: undefined, isInside: false };

/** A kit as careless as the real one: it writes other white space, and preserves what it can't parse. */
const kit: Kit<EditedBlock> = {
  read: (slice) => {
    const [parsed, ...others] = parseMarkup(slice, () => undefined);
    return parsed && others.length === 0
      ? blockOf(parsed)
      : { clientId: `${++last}`, name: 'kept', attributes: { slice }, innerBlocks: [] };
  },
  write: ({ name, attributes, innerBlocks }, { inner }) => {
    const own = JSON.stringify(attributes);
    const texts =
      inner?.map(({ gap, text }) => gap + text) ??
      innerBlocks.map((block) => kit.write(block, { inner: undefined, before: undefined, isInside: true }));
    return `<${name} ${own}>${texts.join('')}</${name}>`;
  },
  isSaid: (_name, attribute) => attribute === 'html',
  holding: () => 'none',
};

function blockOf({ name, attributes, parts }: ParsedBlock): EditedBlock {
  const html = parts.filter((part) => typeof part === 'string');
  return {
    clientId: `${++last}`,
    name,
    attributes: { ...attributes, html },
    innerBlocks: parts.filter((part) => typeof part !== 'string').map(blockOf),
  };
}

const texts = (): string[] => {
  const random = seededRandom(11);
  const pieces = [
    '<!-- wp:group -->',
    '<!-- /wp:group -->',
    '<!-- wp:x/y {"a":1} /-->',
    '<!-- wp:x/y {"a":',
    '<!-- wp:p -->',
    '<!-- /wp:p -->',
    'text',
    '\n\n',
    '<p>',
    ' ',
  ];
  return [
    ...realDocuments(),
    ...hostilePieces(),
    ...Array.from({ length: 500 }, () => randomText(random, pieces, 15)),
  ];
};

/** All blocks with their paths. */
function everyBlock(
  blocks: readonly EditedBlock[],
  way: readonly number[] = [],
): { readonly block: EditedBlock; readonly way: readonly number[] }[] {
  return blocks.flatMap((block, index) => [
    { block, way: [...way, index] },
    ...everyBlock(block.innerBlocks, [...way, index]),
  ]);
}

function changed(
  blocks: readonly EditedBlock[],
  [index, ...rest]: readonly number[],
  change: (block: EditedBlock) => EditedBlock,
): EditedBlock[] {
  return blocks.map((block, at) => {
    if (at !== index) return block;
    return rest.length === 0
      ? change(block)
      : { ...block, innerBlocks: changed(block.innerBlocks, rest, change) };
  });
}

test('an unchanged document is written byte for byte, even from copied block objects', () => {
  for (const markup of texts()) {
    const opened = openDocument(markup, kit);
    const write = documentWriter(opened, kit);
    expect(write(opened.blocks)).toBe(markup);
    const copy = (blocks: readonly EditedBlock[]): EditedBlock[] =>
      blocks.map((block) => ({
        ...block,
        attributes: { extra: undefined, ...block.attributes },
        innerBlocks: copy(block.innerBlocks),
      }));
    expect(write(copy(opened.blocks))).toBe(markup);
  }
});

test('a changed block changes only its own bytes', () => {
  for (const markup of texts()) {
    const opened = openDocument(markup, kit);
    const write = documentWriter(opened, kit);
    const leaves = everyBlock(opened.blocks).filter(({ block }) => block.innerBlocks.length === 0);
    for (const { block, way } of leaves.slice(0, 40)) {
      const parsed = opened.sources.get(block.clientId)?.parsed;
      const now = { ...block, attributes: { ...block.attributes, html: 'changed' } };
      const slice = markup.slice(parsed?.start, parsed?.end);
      const space = parsed?.name === '' ? [/^\s*/.exec(slice)?.[0], /\s*$/.exec(slice)?.[0]] : ['', ''];
      const expected =
        markup.slice(0, parsed?.start) +
        space[0] +
        kit.write(now, fresh) +
        space[1] +
        markup.slice(parsed?.end);
      expect(write(changed(opened.blocks, way, () => now))).toBe(expected);
    }
  }
});

const paragraph = (text: string) => `<!-- wp:p -->${text}<!-- /wp:p -->`;

test('what is put in, taken out and moved leaves what is around it as it was', () => {
  const markup = `${paragraph('a')}\n${paragraph('b')}\n\n\n<!-- wp:g --><div class=x>  ${paragraph('c')} ${paragraph('d')}</div><!-- /wp:g -->\n`;
  const opened = openDocument(markup, kit);
  const write = documentWriter(opened, kit);
  const [a, b, group] = opened.blocks as readonly [EditedBlock, EditedBlock, EditedBlock];
  const [c, d] = group.innerBlocks as readonly [EditedBlock, EditedBlock];
  const added: EditedBlock = { clientId: 'new', name: 'p', attributes: {}, innerBlocks: [] };
  const wrote = '<p {}></p>';
  const inside = (text: string) => `<!-- wp:g --><div class=x>  ${text}</div><!-- /wp:g -->`;
  expect(write([a, added, b, group])).toBe(
    markup.replace(`\n${paragraph('b')}`, `\n\n${wrote}\n\n${paragraph('b')}`),
  );
  expect(write([a, group])).toBe(`${paragraph('a')}\n\n${inside(`${paragraph('c')} ${paragraph('d')}`)}\n`);
  expect(write([b, a])).toBe(`${paragraph('b')}\n\n${paragraph('a')}`);
  expect(write([a, b, { ...group, innerBlocks: [d, added] }])).toBe(
    `${paragraph('a')}\n${paragraph('b')}\n\n\n${inside(`${paragraph('d')}\n\n${wrote}`)}\n`,
  );
  const empty = { ...group, innerBlocks: [] };
  expect(write([a, b, empty])).toBe(`${paragraph('a')}\n${paragraph('b')}\n\n\n${kit.write(empty, fresh)}\n`);
  expect(write([group, c])).toBe(`${inside(`${paragraph('c')} ${paragraph('d')}`)}\n\n${paragraph('c')}`);
});

test('a block of which the kit makes others inside is preserved until one of these is changed', () => {
  const migrating: Kit<EditedBlock> = {
    ...kit,
    read: (slice) => ({
      clientId: `${++last}`,
      name: 'list',
      attributes: {},
      innerBlocks: [{ ...kit.read(slice), clientId: 'item' }],
    }),
  };
  const markup = '<!-- wp:list --><ul><li>one</ul><!-- /wp:list -->';
  const opened = openDocument(markup, migrating);
  const write = documentWriter(opened, migrating);
  expect(write(opened.blocks)).toBe(markup);
  expect(write(changed(opened.blocks, [0, 0], (item) => ({ ...item, attributes: { html: 'two' } })))).toBe(
    '<list {}><core/list {"html":"two"}></core/list></list>',
  );
});

test('what drawing changes is the text that was opened, also where the kit made other blocks inside; what readers get is never drawn', () => {
  const made: Kit<EditedBlock> = {
    ...kit,
    read: (slice) =>
      slice.includes('wp:list')
        ? {
            clientId: `${++last}`,
            name: 'list',
            attributes: {},
            innerBlocks: [{ ...kit.read(slice), clientId: 'item' }],
          }
        : kit.read(slice),
  };
  const markup = `${paragraph('a')}\n\n<!-- wp:list --><ul><li>one</ul><!-- /wp:list -->\n\n<!-- wp:g --><div>${paragraph('b')}</div><!-- /wp:g -->`;
  const opened = openDocument(markup, made);
  const write = documentWriter(opened, made);
  const set = (attributes: object) => (block: EditedBlock) => ({
    ...block,
    attributes: { ...block.attributes, ...attributes },
  });
  const isTouched = () => false;
  for (const way of [[0], [1], [1, 0], [2], [2, 0]]) {
    const drawn = changed(opened.blocks, way, set({ number: 1 }));
    const outcome = adoptDrawn(opened, made, { before: opened.blocks, after: drawn, isTouched });
    expect([way, outcome, write(drawn), write(opened.blocks)]).toEqual([way, 'same', markup, markup]);
    const again = changed(drawn, way, set({ number: 2 }));
    expect([
      adoptDrawn(opened, made, { before: drawn, after: again, isTouched: () => true }),
      write(again) === markup,
    ]).toEqual(['typed', false]);
  }
  const replaced = changed(opened.blocks, [0], set({ html: ['another'] }));
  expect(adoptDrawn(opened, made, { before: opened.blocks, after: replaced, isTouched })).toBe('drawn');
  expect(write(replaced)).toContain('another');
  const filled = changed(opened.blocks, [2], (group) => ({
    ...group,
    innerBlocks: [...group.innerBlocks, made.read(paragraph('c'))],
  }));
  expect(adoptDrawn(opened, made, { before: opened.blocks, after: filled, isTouched })).toBe('drawn');
});

test('words between blocks inside another one are blocks of their own, and the text stays until one of them is changed', () => {
  const holder: Kit<EditedBlock> = {
    ...kit,
    holding: (name) => (name === 'core/g' ? 'element' : name === 'core/r' ? 'bare' : 'none'),
  };
  const group = `<!-- wp:g --><div class=x>\nOne <b>word</b> ${paragraph('a')} two ${paragraph('b')}<!-- a note -->\n</div><!-- /wp:g -->`;
  const row = `<!-- wp:r -->three<!-- wp:r -->four<!-- /wp:r --><!-- wp:g -->five<!-- /wp:g --><!-- wp:g --><div>six</div><!-- /wp:g --><!-- /wp:r -->`;
  for (const markup of [`${group}\n\n${row}\n`, ...texts()]) {
    const opened = openDocument(markup, holder);
    expect(documentWriter(opened, holder)(opened.blocks)).toBe(markup);
  }
  const markup = `${group}\n\n${row}\n`;
  const opened = openDocument(markup, holder);
  const freeTexts = everyBlock(opened.blocks)
    .filter(({ block }) => block.name === 'core/freeform')
    .map(({ block }) => String(block.attributes['html']).trim());
  expect(freeTexts).toEqual(['One <b>word</b>', 'two', 'three', 'four', 'five', 'six']);
  const write = documentWriter(opened, holder);
  const now = (block: EditedBlock): EditedBlock => ({ ...block, attributes: { html: 'changed' } });
  expect(write(changed(opened.blocks, [0, 1], now))).toBe(
    `<!-- wp:g --><div class=x>\n<!-- wp:freeform -->\nOne <b>word</b>\n<!-- /wp:freeform --> <core/p {"html":"changed"}></core/p> ` +
      `<!-- wp:freeform -->\ntwo\n<!-- /wp:freeform --> ${paragraph('b')}<!-- a note -->\n</div><!-- /wp:g -->\n\n${row}\n`,
  );
});
