import { describe, expect, test } from 'vitest';
import {
  createPaper,
  createStorage,
  newBlock,
  openWindow,
  paragraph,
} from '../../../test/harness/writing.ts';
import type { Block } from './block-kit.ts';
import {
  footnoteOrder,
  footnotesField,
  mergeNotes,
  readNotes,
  settleFootnotes,
  writeNotes,
} from './footnotes.ts';
import { mergePosts } from './merge-posts.ts';
import type { StoredPost } from './stored-post.ts';

const reference = (id: string, number: number | string) =>
  `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">${number}</a></sup>`;
const notes = (...ids: readonly string[]) => writeNotes(ids.map((id) => ({ id, content: `Note ${id}` })));

/** Stand-in for the block editor's rich text. */
class RichText {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
  static fromHTMLString(html: string): RichText {
    return new RichText(html);
  }
  toHTMLString(): string {
    return this.html;
  }
}
interface Plain {
  readonly clientId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly innerBlocks: readonly Plain[];
}
let last = 0;
const block = (html: string, innerBlocks: readonly Plain[] = []): Plain => ({
  clientId: String(++last),
  name: 'core/paragraph',
  attributes: { content: new RichText(html) },
  innerBlocks,
});
const write = (blocks: readonly Plain[]): string =>
  blocks
    .map(
      ({ attributes, innerBlocks }) =>
        `${attributes['content'] instanceof RichText ? attributes['content'].html : String(attributes['content'])}${write(innerBlocks)}`,
    )
    .join('');
const settle = (blocks: readonly Plain[], json: string, known = new Map<string, string>()) => {
  const settled = settleFootnotes(blocks, json, known, write);
  return (
    settled && {
      html: write(settled.blocks),
      ids: readNotes(settled.json).map(({ id, content }) => `${id}: ${content}`),
      json: settled.json,
      settled,
    }
  );
};

describe('references and their footnotes', () => {
  test('a new reference gets its number and an empty footnote, and those behind it count on', () => {
    const blocks = [block(`a${reference('n', '*')}`), block('b'), block(`c${reference('x', 1)}`)];
    const made = settle(blocks, notes('x'));
    expect(made).toMatchObject({
      html: `a${reference('n', 1)}bc${reference('x', 2)}`,
      ids: ['n: ', 'x: Note x'],
    });
    expect(made?.settled.blocks[1]).toBe(blocks[1]);
    expect(settle(made?.settled.blocks ?? [], made?.json ?? '')).toBe(undefined);
  });

  test('moved references take their footnotes along; a removed one comes back with its content', () => {
    const [one, two] = [block(`a${reference('x', 1)}`), block(`b${reference('y', 2)}`)];
    const known = new Map<string, string>();
    expect(settle([two, one], notes('x', 'y'), known)).toMatchObject({
      html: `b${reference('y', 1)}a${reference('x', 2)}`,
      ids: ['y: Note y', 'x: Note x'],
    });
    expect(settle([one, block('b')], notes('x', 'y'), known)).toMatchObject({ ids: ['x: Note x'] });
    expect(settle([one, two], notes('x'), known)).toMatchObject({ ids: ['x: Note x', 'y: Note y'] });
    expect(settle([block('a')], notes('x'), known)).toMatchObject({ json: '', ids: [] });
  });

  test('references inside other blocks and lists of rich text count in the order of the text', () => {
    const inner = block(`in${reference('y', 1)}`);
    const table: Plain = {
      ...block(''),
      attributes: { content: '', body: [{ cells: [{ content: new RichText(reference('z', 1)) }] }] },
    };
    const written = (blocks: readonly Plain[]) =>
      blocks.map((one) => write([one]) + (one.attributes['body'] ? reference('z', 1) : '')).join('');
    const settled = settleFootnotes(
      [block(`out${reference('x', 1)}`, [inner]), table],
      '',
      new Map(),
      written,
    );
    expect(readNotes(settled?.json).map(({ id }) => id)).toEqual(['x', 'y', 'z']);
    expect(write(settled?.blocks.slice(0, 1) ?? [])).toBe(`out${reference('x', 1)}in${reference('y', 2)}`);
    expect(JSON.stringify(settled?.blocks[1]?.attributes)).toContain('>3<');
  });

  test('a reference in HTML that is no rich text keeps its footnote and its number', () => {
    const html: Plain = { ...block(''), attributes: { content: reference('x', 7) } };
    expect(settle([html, block('b')], notes('x'))).toBe(undefined);
    expect(settle([block(reference('n', '*')), html], notes('x'))).toMatchObject({
      html: reference('n', 1) + reference('x', 7),
      ids: ['n: ', 'x: Note x'],
    });
  });

  test('a reference that was copied shares its footnote', () => {
    expect(settle([block(reference('x', 1)), block(reference('x', 1))], notes('x'))).toBe(undefined);
    expect(footnoteOrder(reference('x', 1) + reference('x', 1))).toEqual(['x']);
  });

  test('content without footnotes, and malformed footnote JSON, change nothing', () => {
    for (const json of ['', '[]', '{', '{"id":"x"}', '[1,null]'])
      expect(settle([block('a'), block('<sup>2</sup>')], json)).toBe(undefined);
  });
});

describe('two editors', () => {
  const post = (content: string, footnotes: string) =>
    ({
      id: 1,
      revision: 2,
      content: { raw: content },
      title: { raw: '' },
      meta: { footnotes },
    }) as unknown as StoredPost;
  const text = (...words: readonly string[]) =>
    words.map((word) => `<!-- wp:paragraph -->\n<p>${word}</p>\n<!-- /wp:paragraph -->`).join('\n\n');
  const list = '\n\n<!-- wp:footnotes /-->';

  test('who add footnotes in different paragraphs keep both, renumbered', () => {
    const base = text('one', 'two', `three${reference('x', 1)}`) + list;
    const mine = text(`one${reference('m', 1)}`, 'two', `three${reference('x', 2)}`) + list;
    const theirs = text('one', 'two', `three${reference('x', 1)}`, `four${reference('t', 2)}`) + list;
    const merged = mergePosts(
      { revision: 1, content: base, fields: { [footnotesField]: notes('x') } },
      { content: mine, fields: { [footnotesField]: notes('m', 'x') } },
      post(theirs, notes('x', 't')),
    );
    expect(merged).toEqual({
      content:
        text(`one${reference('m', 1)}`, 'two', `three${reference('x', 2)}`, `four${reference('t', 3)}`) +
        list,
      met: [],
      fields: { [footnotesField]: notes('m', 'x', 't') },
    });
  });

  test('who change different notes keep both changes; a note changed by both is a conflict', () => {
    const json = (x: string, y: string) =>
      writeNotes([
        { id: 'x', content: x },
        { id: 'y', content: y },
      ]);
    const sides = { base: json('X', 'Y'), mine: json('X mine', 'Y'), theirs: json('X', 'Y theirs') };
    expect(mergeNotes(['x', 'y'], sides)).toEqual({ json: json('X mine', 'Y theirs'), isMet: false });
    expect(mergeNotes(['x', 'y'], { ...sides, theirs: json('X theirs', 'Y') }).isMet).toBe(true);
    expect(mergeNotes(['y', 'x'], { ...sides, mine: undefined })).toEqual({
      json: writeNotes([
        { id: 'y', content: 'Y theirs' },
        { id: 'x', content: 'X' },
      ]),
      isMet: false,
    });
  });

  test('lose a footnote when one of them removes its reference', () => {
    const base = text(`one${reference('x', 1)}`, 'two', `three${reference('y', 2)}`) + list;
    const mine = text('one', 'two', `three${reference('y', 1)}`) + list;
    const theirs = text(`one${reference('x', 1)}`, 'two', `three${reference('y', 2)}`, 'four') + list;
    const changes = { content: mine, fields: { [footnotesField]: notes('y') } };
    expect(
      mergePosts(
        { revision: 1, content: base, fields: { [footnotesField]: notes('x', 'y') } },
        changes,
        post(theirs, notes('x', 'y')),
      ),
    ).toEqual({
      content: text('one', 'two', `three${reference('y', 1)}`, 'four') + list,
      met: [],
      fields: { [footnotesField]: notes('y') },
    });
  });
});

test('the content of a footnote is typed in steps of its own, apart from those of the text', async () => {
  const paper = createPaper();
  const { id } = paper.store(0, {
    title: 'Title',
    content: paragraph('one'),
    status: 'publish',
    meta: { footnotes: notes('x') },
  });
  const { draft } = await openWindow({ paper, copies: createStorage().copies, id });
  const json = () => draft.value(footnotesField);
  const typed = (words: string) => writeNotes([{ id: 'x', content: words }]);
  const [first] = draft.state().history.blocks as [Block];
  draft.typeFields({ [footnotesField]: typed('N') });
  draft.typeFields({ [footnotesField]: typed('Ne') });
  draft.change([first, newBlock('two')]);
  draft.undo();
  expect([json(), draft.state().history.blocks.length]).toEqual([typed('Ne'), 1]);
  draft.undo();
  expect([json(), draft.isDirty()]).toEqual([notes('x'), false]);
  draft.redo();
  expect(json()).toBe(typed('Ne'));
  // Inserting one changes text and footnotes in one undo step.
  draft.together({ [footnotesField]: notes('x', 'n') }, () => draft.change([first, newBlock('two')]));
  draft.undo();
  expect([json(), draft.state().history.blocks.length]).toEqual([typed('Ne'), 1]);
  draft.end();
});
