import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seededRandom } from '../../../test/harness/random.ts';
import {
  createPaper,
  createStorage,
  newBlock,
  openWindow,
  paragraph,
  paragraphs,
} from '../../../test/harness/writing.ts';
import type { Mood } from '../../../test/harness/writing.ts';
import type { Block } from './block-kit.ts';
import { redo, undo } from './undo.ts';
import { termsField } from './stored-post.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const text = (...words: readonly string[]) => words.map(paragraph).join('\n\n');

/** A server with one post, and one browser. */
function begin(...words: readonly string[]) {
  const paper = createPaper();
  const { id } = paper.store(0, { title: 'Title', content: text(...words), status: 'publish' });
  const browser = createStorage();
  const stored = () => paper.posts.get(id)?.post.content.raw;
  return { paper, id, stored, ...browser };
}

async function done<Result>(act: Promise<Result>, ms = 5000): Promise<Result> {
  await pass(ms);
  return act;
}

test('[IMP-02] changes from rendering are neither content nor undo steps; user changes are both, wherever the cursor is', async () => {
  const { paper, id, copies } = begin('one', 'two');
  const { draft } = await openWindow({ paper, copies, id });
  const drawn = (blocks: readonly Block[], extra: object) =>
    blocks.map((block) => ({ ...block, attributes: { ...block.attributes, ...extra } }) as Block);
  const opened = draft.state().history.blocks;
  draft.input(drawn(opened, { number: 1 }), { at: new Set() });
  expect([draft.isDirty(), draft.state().history.past, draft.content()]).toEqual([
    false,
    [],
    text('one', 'two'),
  ]);

  const [first, second] = draft.state().history.blocks as [Block, Block];
  const replaced = { ...first, attributes: { ...first.attributes, text: 'another' } } as Block;
  draft.change([replaced, second]); // an upload finished while the cursor is elsewhere
  expect([draft.isDirty(), draft.content(), draft.state().history.past.length]).toEqual([
    true,
    text('another', 'two'),
    1,
  ]);
  draft.setHistory(undo(draft.state().history));
  draft.input(drawn(draft.state().history.blocks, { number: 2 }), { at: new Set() });
  expect(draft.content()).toBe(text('one', 'two'));
  draft.setHistory(redo(draft.state().history));
  expect(draft.content()).toBe(text('another', 'two'));
  draft.setHistory(undo(draft.state().history));
  draft.change(opened);
  expect(draft.content()).toBe(text('one', 'two'));

  // A change in visible attributes is never taken for rendering; ignored changes create no undo step.
  const { length } = draft.state().history.past;
  draft.input([{ ...opened[0], attributes: { text: 'quietly' } } as Block, opened[1] as Block], {
    at: new Set(),
    isIgnored: true,
  });
  expect([draft.content(), draft.state().history.past.length]).toEqual([text('quietly', 'two'), length]);
});

test('[IMP-02] replacing the content is an undo step: it is saved byte for byte, and undo restores the original bytes', async () => {
  const { paper, id, stored, copies } = begin('one', 'two');
  const { draft } = await openWindow({ paper, copies, id });
  const odd = `${paragraph('one')}\n\n\n\n${paragraph('three').replace('<p>', '<p   class="odd">')}\n`;
  draft.replace(odd, { title: 'Other' });
  expect([draft.content(), draft.text('title'), draft.isDirty()]).toEqual([odd, 'Other', true]);
  draft.setHistory(undo(draft.state().history));
  draft.edit({ title: 'Title' });
  expect([draft.content(), draft.isDirty()]).toEqual([text('one', 'two'), false]);
  draft.setHistory(redo(draft.state().history));
  expect(draft.content()).toBe(odd);
  expect([await done(draft.save()), stored()]).toEqual([true, odd]);
  draft.setHistory(undo(draft.state().history));
  expect(draft.content()).toBe(text('one', 'two'));
  expect([await done(draft.save()), stored()]).toEqual([true, text('one', 'two')]);
  const { length } = draft.state().history.past;
  draft.replace(text('one', 'two'));
  expect([draft.state().history.past.length, draft.isDirty()]).toEqual([length, false]);
});

test('[IMP-02] a recovered version stays until the user restores or discards it, whatever is typed and saved before', async () => {
  const { paper, id, copies, kept, stored } = begin('one');
  const lost = await openWindow({ paper, copies, id });
  lost.type(' from here', 0);
  await pass(1000);
  lost.draft.end();
  paper.autosaves.set(`${id}:3`, {
    id: 77,
    title: 'Title',
    content: text('one from elsewhere'),
    excerpt: '',
    at: Date.now() - 500,
  });
  const { draft, type, texts } = await openWindow({ paper, copies, id });
  expect(draft.state().found.map(({ where }) => where)).toEqual(['here', 'server']);
  type(' and on', 0);
  await pass(12_000);
  expect(paper.autosaves.get(`${id}:3`)?.content).toBe(text('one and on'));
  expect(await done(draft.save())).toBe(true);
  expect([...kept.values()].map(({ content }) => content).toSorted()).toEqual([
    text('one from elsewhere'),
    text('one from here'),
  ]);
  const again = await openWindow({ paper, copies, id });
  expect(
    again.draft
      .state()
      .found.map(({ content }) => content)
      .toSorted(),
  ).toEqual([text('one from elsewhere'), text('one from here')]);

  const [first] = draft.state().found;
  if (first) await done(draft.discard(first));
  expect([...kept.values()].map(({ content }) => content)).toEqual([text('one from elsewhere')]);
  type('!', 0);
  const [second] = draft.state().found;
  if (second) await done(draft.goOn(second));
  expect(texts()).toEqual(['one from elsewhere']);
  expect(draft.state().found.map(({ content }) => content)).toEqual([text('one and on!')]); // the previous text becomes a found text
  expect(stored()).toBe(text('one and on'));
});

test('[IMP-02] restoring an old copy merges later changes by others; edits of the same block become a conflict', async () => {
  const { paper, id, copies, stored } = begin('one', 'two', 'three');
  const lost = await openWindow({ paper, copies, id });
  lost.type(', mine', 2);
  await pass(1000);
  lost.draft.end();
  for (const words of ['one, a', 'one, b', 'one, c'])
    paper.store(id, { content: text(words, 'two', 'three') });
  const { draft } = await openWindow({ paper, copies, id });
  const [found] = draft.state().found;
  if (found) await done(draft.goOn(found));
  expect(await done(draft.save())).toBe(true);
  expect(stored()).toBe(text('one, c', 'two', 'three, mine'));

  const other = await openWindow({ paper, copies, id });
  other.type(', mine', 1);
  await pass(1000);
  other.draft.end();
  paper.store(id, { content: text('one, c', 'two, theirs', 'three, mine') });
  const again = await openWindow({ paper, copies, id });
  const [met] = again.draft.state().found;
  if (met) await done(again.draft.goOn(met));
  const mineIs = text('one, c', 'two, mine', 'three, mine');
  expect([again.draft.state().conflict?.mine, again.draft.content()]).toEqual([mineIs, mineIs]);
  expect(await done(again.draft.save())).toBe(false);
  expect(stored()).toBe(text('one, c', 'two, theirs', 'three, mine'));
  const crashed = await openWindow({ paper, copies, id });
  expect(crashed.draft.state().found.map(({ base }) => base?.content)).toEqual([
    text('one, c', 'two', 'three, mine'),
  ]); // the user has not chosen yet
  await done(again.draft.settle('theirs'));
  const [mine] = again.draft.state().found;
  expect([again.draft.content(), mine?.content]).toEqual([
    stored(),
    text('one, c', 'two, mine', 'three, mine'),
  ]);
  const last = await openWindow({ paper, copies, id });
  expect(last.draft.state().found.map(({ content }) => content)).toEqual([
    text('one, c', 'two, mine', 'three, mine'),
  ]);
  if (mine) await done(again.draft.goOn(mine)); // the user has seen the other version
  expect(await done(again.draft.save())).toBe(true);
  expect(stored()).toBe(text('one, c', 'two, mine', 'three, mine'));
});

test('[IMP-02] an autosave is offered in every browser of its author, and merges with later changes by others', async () => {
  const { paper, id, copies, stored } = begin('one', 'two', 'three');
  const lost = await openWindow({ paper, copies, id });
  lost.type(', mine', 2);
  await pass(12_000);
  lost.draft.end();
  paper.store(id, { content: text('one, theirs', 'two', 'three'), title: 'Their title' });
  await pass(5000);
  const elsewhere = createStorage();
  const { draft } = await openWindow({ paper, copies: elsewhere.copies, id });
  const [found] = draft.state().found;
  expect([draft.state().found.length, found?.where, found?.fields, found?.base?.content]).toEqual([
    1,
    'server',
    {},
    text('one', 'two', 'three'),
  ]);
  if (found) await done(draft.goOn(found));
  expect([draft.content(), draft.text('title'), draft.state().conflict]).toEqual([
    text('one, theirs', 'two', 'three, mine'),
    'Their title',
    undefined,
  ]);
  expect(await done(draft.save())).toBe(true);
  expect(stored()).toBe(text('one, theirs', 'two', 'three, mine'));
  // After its author saved it, it is no longer offered; a text stored in two places is offered once.
  expect((await openWindow({ paper, copies: createStorage().copies, id })).draft.state().found).toEqual([]);
  const both = await openWindow({ paper, copies: elsewhere.copies, id });
  both.type(', both', 1);
  both.draft.edit({ title: 'Mine' });
  await pass(12_000);
  both.draft.end();
  paper.store(id, { content: text('one, again', 'two', 'three, mine') });
  const found2 = (await openWindow({ paper, copies: elsewhere.copies, id })).draft.state().found;
  expect(found2.map(({ where, fields }) => [where, fields])).toEqual([['here', { title: 'Mine' }]]);
});

test('[IMP-02] a user who takes over a post is offered the last autosave of the previous editor, which stays theirs', async () => {
  const { paper, id, copies, stored } = begin('one', 'two');
  const hers = await openWindow({ paper, copies, id, userId: 5 });
  hers.type(', hers', 1);
  await pass(12_000);
  hers.draft.end();
  expect(
    (await openWindow({ paper, copies: createStorage().copies, id, userId: 3 })).draft.state().found,
  ).toEqual([]);
  const { draft, type } = await openWindow({
    paper,
    copies: createStorage().copies,
    id,
    userId: 3,
    former: { id: 5, name: 'Ruth' },
  });
  const [last, ...others] = draft.state().found;
  expect([last?.by, last?.where, others]).toEqual(['Ruth', 'server', []]);
  type(', mine', 0);
  await pass(12_000);
  if (last) await done(draft.goOn(last));
  expect(draft.content()).toBe(text('one', 'two, hers'));
  const [aside] = draft.state().found;
  if (aside) await done(draft.goOn(aside));
  await done(draft.save());
  expect(stored()).toContain(', mine');
  expect(paper.autosaves.get(`${id}:5`)?.content).toBe(text('one', 'two, hers'));
  const again = await openWindow({
    paper,
    copies: createStorage().copies,
    id,
    userId: 3,
    former: { id: 5, name: 'Ruth' },
  });
  const [one] = again.draft.state().found;
  if (one) await done(again.draft.discard(one));
  expect([again.draft.state().found, paper.autosaves.has(`${id}:5`)]).toEqual([[], true]);
});

test('[IMP-02] handing over saves a draft and autosaves a public post; a status chosen but not saved is not applied', async () => {
  const { paper, id, copies, stored } = begin('one', 'two');
  paper.store(id, { status: 'draft' });
  const moods: Mood[] = [];
  const { draft, type } = await openWindow({ paper, copies, id, mood: () => moods.shift() ?? 'fine' });
  const status = () => paper.posts.get(id)?.post.status;
  const last = () => paper.autosaves.get(`${id}:3`)?.content;
  type(', on', 0);
  await done(draft.handOn(), 200);
  expect([stored(), status(), draft.isDirty()]).toEqual([text('one, on', 'two'), 'draft', false]);
  draft.edit({ status: 'publish' });
  type(', out', 0);
  await done(draft.handOn(), 200);
  expect([stored(), status(), last()]).toEqual([
    text('one, on', 'two'),
    'draft',
    text('one, on, out', 'two'),
  ]);

  // After a refusal, and while a save is pending.
  draft.edit({ status: 'draft' });
  moods.push('odd');
  type('!', 0);
  await done(draft.handOn(), 200);
  expect([stored(), last()]).toEqual([text('one, on', 'two'), text('one, on, out!', 'two')]);
  const publishing = draft.save({ status: 'publish' });
  await pass(10);
  type(' later', 0);
  await done(draft.handOn(), 200);
  expect([await publishing, status(), stored(), last()]).toEqual([
    true,
    'publish',
    text('one, on, out!', 'two'),
    text('one, on, out! later', 'two'),
  ]);
  // An unresolved conflict.
  paper.store(id, { content: text('theirs', 'two') });
  type(' mine', 0);
  const refused = draft.save();
  await pass(10);
  await done(draft.saveLast(), 200);
  expect(await refused).toBe(false);
  expect([stored(), last()]).toEqual([text('theirs', 'two'), text('one, on, out! later mine', 'two')]);
});

test('[IMP-02] a post type without content and title saves its fields, keeps local copies and sends no autosave', async () => {
  const { paper, id, copies, kept } = begin();
  const { draft } = await openWindow({ paper, copies, id, hasText: false });
  draft.edit({ featured_media: 7 });
  await pass(12_000);
  expect([paper.autosaves.size, kept.size]).toEqual([0, 1]);
  expect(await done(draft.previewLink(), 100)).toBe(`http://paper/?p=${id}&preview=true`);
  expect([await done(draft.save()), draft.state().post?.content.raw, draft.isDirty()]).toEqual([
    true,
    '',
    false,
  ]);
  expect([paper.posts.get(id)?.post['featured_media'], kept.size]).toEqual([7, 0]);
});

test('[IMP-02] code view content is stored locally, autosaved and saved, and becomes blocks when the user leaves code view', async () => {
  const { paper, id, copies, kept, stored } = begin('one');
  const { draft, texts } = await openWindow({ paper, copies, id });
  draft.writeCode(text('one', 'by hand'));
  await pass(1000);
  expect([...kept.values()].map(({ content }) => content)).toEqual([text('one', 'by hand')]);
  await pass(10_000);
  expect(paper.autosaves.get(`${id}:3`)?.content).toBe(text('one', 'by hand'));
  const storing = draft.save();
  await pass(10);
  draft.writeCode(text('one', 'by hand, on'));
  expect(await done(storing)).toBe(true);
  expect([stored(), draft.content(), draft.isDirty()]).toEqual([
    text('one', 'by hand'),
    text('one', 'by hand, on'),
    true,
  ]);
  draft.readCode();
  expect(texts()).toEqual(['one', 'by hand, on']);
  expect(await done(draft.save())).toBe(true);
  expect([stored(), draft.isDirty()]).toEqual([text('one', 'by hand, on'), false]);
});

test('[IMP-02] after a proxy error or a lost reply an error is shown, and the next save stores the post once', async () => {
  const { paper, copies } = begin('one');
  const moods: Mood[] = [];
  const { draft, type } = await openWindow({ paper, copies, id: 0, mood: () => moods.shift() ?? 'fine' });
  type('new');
  draft.edit({ title: 'New' });
  moods.push('odd-but-stored');
  expect(await done(draft.save({ status: 'draft' }))).toBe(false);
  expect([draft.state().saving, draft.state().problem]).toEqual([
    'no',
    expect.stringContaining('did not come from the server'),
  ]);
  type(' and on', 0);
  moods.push('answer-lost', 'odd', 'away');
  expect(await done(draft.save({ status: 'draft' }))).toBe(false);
  expect(await done(draft.save({ status: 'publish' }), 20_000)).toBe(true);
  const made = [...paper.posts.values()]
    .slice(1)
    .map(({ post }) => [post.title.raw, post.status, post.content.raw]);
  expect(made).toEqual([['New', 'publish', text('new and on')]]);

  type('!', 0);
  moods.push('odd', 'away', 'fine');
  await pass(9500);
  const autosaves = () => [...paper.autosaves.values()].map(({ content }) => content);
  expect(autosaves()).toEqual([]);
  await pass(60_000);
  expect(autosaves()).toEqual([text('new and on!')]);
});

test('[IMP-02] each window has its own copy, text typed during a save is preserved, and full browser storage is reported', async () => {
  const { paper, id, copies, kept, storage } = begin('one', 'two');
  const [a, b] = [await openWindow({ paper, copies, id }), await openWindow({ paper, copies, id })];
  a.type(' a', 0);
  b.type(' b', 1);
  await pass(1000);
  const storing = a.draft.save();
  await pass(10);
  a.type(' later', 0);
  void a.draft.saveLocally();
  expect(await done(storing, 500)).toBe(true);
  const contents = () => [...kept.values()].map(({ content }) => content).toSorted();
  expect(contents()).toEqual([text('one a later', 'two'), text('one', 'two b')]);
  expect(await done(a.draft.save())).toBe(true);
  expect(contents()).toEqual([text('one', 'two b')]);
  expect(b.draft.isAtRisk()).toBe(false);
  storage.isFull = true;
  b.type('!', 1);
  expect(b.draft.isAtRisk()).toBe(true);
  await pass(1000);
  expect([b.draft.isAtRisk(), b.draft.state().lacksLocalCopy]).toEqual([true, true]);
  storage.isFull = false;
  b.type('!', 1);
  await pass(1000);
  expect([b.draft.isAtRisk(), b.draft.state().lacksLocalCopy]).toEqual([false, false]);
});

test('[IMP-02] a status requested with a conflicting save is applied once it is resolved; field conflicts still merge the content', async () => {
  const { paper, id, copies, stored } = begin('one', 'two', 'three');
  const post = () => paper.posts.get(id)?.post;
  const { draft, type } = await openWindow({ paper, copies, id });
  type(', mine', 0);
  paper.store(id, { content: text('one, theirs', 'two', 'three'), status: 'draft' });
  expect(await done(draft.save({ status: 'publish' }))).toBe(false);
  expect(draft.state().conflict?.isOfText).toBe(true);
  expect(await done(draft.settle('mine'))).toBe(true);
  expect([post()?.status, stored()]).toEqual(['publish', text('one, mine', 'two', 'three')]);

  const [first] = draft.state().history.blocks;
  type(' and', 0);
  paper.store(id, { content: text('one, mine', 'two', 'three again') });
  expect(await done(draft.save())).toBe(true);
  expect([stored(), draft.state().history.blocks[0]?.clientId]).toEqual([
    text('one, mine and', 'two', 'three again'),
    first?.clientId,
  ]); // the cursor stays
  draft.edit({ slug: 'mine' });
  type('!', 0);
  paper.store(id, { slug: 'theirs', content: text('one, mine and', 'two', 'three again, theirs') });
  expect(await done(draft.save())).toBe(false);
  expect([draft.state().conflict?.isOfText, draft.state().conflict?.met]).toEqual([false, ['slug']]);
  expect(await done(draft.settle('mine'))).toBe(true);
  expect([post()?.['slug'], stored()]).toEqual([
    'mine',
    text('one, mine and!', 'two', 'three again, theirs'),
  ]);
});

test('[IMP-02] autosaving a new post stores a draft and keeps the chosen status; a field reverted during a save stays reverted', async () => {
  const { paper, copies } = begin('one');
  const { draft, type, created } = await openWindow({ paper, copies, id: 0 });
  draft.edit({ status: 'private' });
  type('words');
  await pass(11_000);
  expect([created.length, created[0]?.status, draft.value('status')]).toEqual([1, 'draft', 'private']);
  expect(await done(draft.save())).toBe(true);
  const post = () => paper.posts.get(created[0]?.id ?? 0)?.post;
  expect([post()?.status, draft.isDirty()]).toEqual(['private', false]);

  draft.edit({ title: 'Another' });
  const storing = draft.save();
  await pass(10);
  draft.edit({ title: '' });
  await done(storing);
  expect([post()?.title.raw, draft.value('title'), draft.isDirty()]).toEqual(['Another', '', true]);
  draft.edit({ status: 'pending' });
  expect(await done(draft.save({ status: 'publish' }))).toBe(true);
  expect([post()?.status, draft.value('status'), draft.isDirty()]).toEqual(['publish', 'publish', false]);
});

test('[IMP-02] a save waits for a tag that is being created, whether that succeeds or fails', async () => {
  const { paper, id, copies } = begin('one');
  const { draft } = await openWindow({ paper, copies, id });
  const making = Promise.withResolvers<undefined>();
  draft.waitFor(making.promise.then(() => draft.edit(termsField('tags', [7]))));
  draft.waitFor(Promise.reject(new Error('refused')));
  draft.edit({ title: 'Other' });
  const saving = draft.save({ status: 'publish' });
  await pass(500);
  expect(paper.posts.get(id)?.post.title.raw).toBe('Title');
  making.resolve(undefined);
  expect([await done(saving), paper.posts.get(id)?.post['tags'], draft.isDirty()]).toEqual([
    true,
    [7],
    false,
  ]);
});

test('[IMP-02] an ended draft completes its pending save, then calls no callbacks and sends no requests', async () => {
  const { paper, copies, kept } = begin('one');
  const moods: Mood[] = [];
  const { draft, type, created } = await openWindow({
    paper,
    copies,
    id: 0,
    mood: () => moods.shift() ?? 'fine',
  });
  type('words');
  const storing = draft.save({ status: 'draft' });
  draft.end();
  expect(await done(storing)).toBe(true);
  expect([created, [...kept.values()], paper.posts.size]).toEqual([[], [], 2]);
  type(' more', 0);
  await pass(60_000);
  expect(paper.autosaves.size).toBe(0);
});

test('[IMP-02] the preview of an unchanged post shows the saved one; changes in fields without autosave send none', async () => {
  const { paper, id, copies } = begin('one');
  let requests = 0;
  const { draft, type } = await openWindow({ paper, copies, id, mood: () => (requests++, 'fine') });
  expect(await done(draft.previewLink())).toBe(`http://paper/?p=${id}&preview=true`);
  draft.edit(termsField('categories', [4]));
  await pass(60_000);
  expect([requests, draft.isAtRisk()]).toEqual([0, false]);
  type('!', 0);
  expect(await done(draft.previewLink(), 500)).toContain('preview_id');
  const fresh = await openWindow({ paper, copies, id: 0, mood: () => 'odd' });
  expect(await done(fresh.draft.previewLink())).toBe(undefined);
  expect(fresh.draft.state().problem).toContain('larger');
});

const words = (markup: string) => markup.match(/\bw\d+\b/g) ?? [];

/** Random actions in several windows that crash, lose the server, save, choose and continue. */
async function live(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const any = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const { paper, id, kept, copies } = begin('w1', 'w2', 'w3', 'w4', 'w5');
  const other = createStorage();
  let last = 5;
  /** Words that the editor reported as stored, and those that the user decided against. */
  const safe = new Set<string>();
  const discarded = new Set<string>();
  const without = (all: string, less: string) => {
    const left = new Set(words(less));
    for (const word of words(all)) if (!left.has(word)) discarded.add(word);
  };
  const open = async (userId: number) => {
    let isDead = false;
    const never = new Promise<never>(() => undefined);
    const own = userId === 3 ? copies : other.copies;
    const window = await openWindow({
      paper,
      id,
      userId,
      mood: () =>
        isDead
          ? 'away'
          : (any<Mood>(['fine', 'fine', 'fine', 'fine', 'away', 'answer-lost', 'odd', 'odd-but-stored']) ??
            'fine'),
      copies: {
        find: own.find,
        keep: (copy) => (isDead ? never : own.keep(copy)),
        forget: (key, upTo) => (isDead ? never : own.forget(key, upTo)),
      },
    });
    return {
      ...window,
      userId,
      crash: () => {
        isDead = true;
      },
    };
  };
  const windows = [await open(3), await open(3), await open(4)];
  const note = () => {
    for (const { draft } of windows)
      if (!draft.isAtRisk()) for (const word of words(draft.content())) safe.add(word);
  };
  for (let step = 0; step < 40; step++) {
    const index = Math.floor(random() * windows.length);
    const window = windows[index];
    if (!window) continue;
    const { draft, type, texts } = window;
    const { found, conflict, post } = draft.state();
    const kind = random();
    if (conflict && random() < 0.7) {
      if (random() < 0.5) {
        without(conflict.theirs.content.raw, conflict.mine);
        void draft.settle('mine');
      } else void draft.settle('theirs');
    } else if (kind < 0.45 && !conflict)
      type(` w${++last}`, random() < 0.7 ? Math.floor(random() * texts().length) : undefined);
    else if (kind < 0.5 && !conflict) draft.writeCode(`${draft.content()}\n\n${paragraph(`w${++last}`)}`);
    else if (kind < 0.55 && !conflict) draft.edit({ title: `Title ${++last}` });
    else if (kind < 0.7) void draft.save();
    else if (kind < 0.75) draft.flush();
    else if (kind < 0.82) {
      if (random() < 0.5) draft.end();
      else window.crash();
      windows[index] = await open(window.userId);
    } else if (kind < 0.92 && !conflict) {
      const one = any(found);
      if (one && random() < 0.8) {
        without(one.base?.content ?? post?.content.raw ?? '', one.content);
        void draft.goOn(one);
      } else if (one) {
        for (const word of words(one.content)) discarded.add(word);
        void draft.discard(one);
      }
    } else {
      const now = paper.posts.get(id)?.post.content.raw ?? '';
      paper.store(id, { content: now.replace(/(w\d+)(?=<\/p>)/, `$1 w${++last}`) });
    }
    await pass(any([0, 10, 30, 900, 900, 3000, 11_000]) ?? 0);
    note();
  }
  note();
  for (const window of windows) window.crash();
  const revisions = paper.posts.get(id)?.revisions ?? [];
  const everywhere = new Set(
    [...revisions, ...paper.autosaves.values(), ...kept.values(), ...other.kept.values()].flatMap(
      ({ content }) => words(content),
    ),
  );
  expect([seed, [...safe].filter((word) => !everywhere.has(word) && !discarded.has(word))]).toEqual([
    seed,
    [],
  ]);
  // Words only leave the post if the user chose another version.
  revisions.slice(1).forEach(({ content }, index) => {
    const now = new Set(words(content));
    expect([
      seed,
      index,
      words(revisions[index]?.content ?? '').filter((word) => !now.has(word) && !discarded.has(word)),
    ]).toEqual([seed, index, []]);
  });
}

test('[IMP-02] 60 random sessions with crashes and outages lose no word reported as saved, and drop none from the post unseen', async () => {
  for (let seed = 1; seed <= 60; seed++) await live(seed);
});

test('paragraphs of the test kit round-trip', () => {
  const block = newBlock('one');
  expect(
    paragraphs.read(paragraphs.write(block, { inner: undefined, before: undefined, isInside: false }))
      .attributes,
  ).toEqual(block.attributes);
});
