import { beforeAll, describe, expect, test } from 'vitest';
import { emittedBy, makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, postOf } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { scriptKey } from '../../lib/block-scripts.ts';
import { listActivity } from '../activity/reader.ts';
import { searchPosts } from '../search/results.ts';
import type { Actor } from '../../kernel/permission.ts';
import { autosavePost, restoreRevision, deleteRevision } from './revision-commands.ts';
import { createTextWorkers, cleanPostAhead, preparePostAhead, prepareRevisionAhead } from './prepare-text.ts';
import { createPost, updatePost } from './post-commands.ts';
import { findRevision, findTextsAt, keepAround, keepRevision, listRevisions } from './revisions.ts';
import { findScripts } from './script-blocks.ts';
import { deletePost, updatePost as writePost } from './writer.ts';

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const long = `${'Many words. '.repeat(2000)}<script>x()</script>`;

onBothDatabases('autosaves and revisions', (get) => {
  let actors: Actors;
  const textWorkers = createTextWorkers();
  const source = () => ({ database: get(), textWorkers });
  const made = async (input: Parameters<typeof makePost>[1] = {}) =>
    postOf(get().read, await get().write((tx) => makePost(tx, input)));
  const post = (id: number) => postOf(get().read, id);
  const autosave = (input: unknown, actor: Actor = actors.editor) =>
    get().write((tx) => autosavePost(tx, actor, input as Parameters<typeof autosavePost>[2]));
  const update = (input: Parameters<typeof updatePost>[2], from: number, actor: Actor = actors.editor) =>
    get().write((tx) => updatePost(tx, actor, input, from));
  const restore = (id: number, from: number, actor: Actor = actors.editor) =>
    get().write((tx) => restoreRevision(tx, actor, { id }, from));
  const storedRevisions = async (id: number) =>
    (await listRevisions(get().read, id, { limit: 20 })).revisions;
  const textsOf = async (id: number) => {
    const { title, excerpt, content } =
      (await findRevision(get().read, id)) ?? expect.fail(`There is no revision ${id}.`);
    return { title, excerpt, content };
  };
  const earlier = async (postId: number, title = 'Earlier', content = 'Earlier text') =>
    get().write((tx) =>
      keepRevision(tx, postId, actors.editor.id, 'revision', { title, excerpt: 'Earlier excerpt', content }),
    );

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  test('both require the right to edit the post', async () => {
    const other = actors.administrator.id;
    const acts = [
      (actor: Actor | undefined, id: number) =>
        get().write((tx) => autosavePost(tx, actor, { id, title: 'Typed' })),
      async (actor: Actor | undefined, id: number) => {
        const revision = await earlier(id);
        await get().write((tx) => restoreRevision(tx, actor, { id: revision }, 1));
      },
    ];
    const cases = [
      [{ status: 'draft' }, 'administrator editor author contributor', 'administrator editor'],
      [{}, 'administrator editor author', 'administrator editor'],
      [{ type: 'page' }, 'administrator editor', 'administrator editor'],
    ] as const;
    for (const act of acts) {
      for (const [input, own, others] of cases) {
        expect(
          await whoMay(actors, async (actor) =>
            act(actor, (await made({ ...input, authorId: actor?.id ?? other })).id),
          ),
        ).toBe(own);
        expect(
          await whoMay(actors, async (actor) => act(actor, (await made({ ...input, authorId: other })).id)),
        ).toBe(others);
      }
    }
  });

  test('a user has one autosave of a post, which changes neither the post nor its pages', async () => {
    const draft = await made({
      status: 'draft',
      authorId: actors.author.id,
      title: 'Begun',
      content: paragraph('begun'),
    });
    const before = await listActivity(get().read, { limit: 1 });
    const ids: (number | undefined)[] = [];
    const emitted = await emittedBy(get(), async () => {
      ids.push(
        await autosave({ id: draft.id, content: paragraph('one') }, actors.author),
        await autosave({ id: draft.id, title: 'Two' }, actors.author),
      );
      ids.push(await autosave({ id: draft.id, title: 'Theirs', content: 'theirs', excerpt: 'theirs' }));
    });
    expect(emitted).toEqual([]);
    expect(await post(draft.id)).toEqual(draft);
    expect(await listActivity(get().read, { limit: 1 })).toEqual(before);
    expect(
      (await storedRevisions(draft.id))
        .map(({ kind, authorId, title }) => [kind, authorId, title])
        .toSorted(),
    ).toEqual(
      [
        ['autosave', actors.author.id, 'Two'],
        ['autosave', actors.editor.id, 'Theirs'],
      ].toSorted(),
    );
    expect(await textsOf(ids[1] ?? 0)).toEqual({ title: 'Two', excerpt: '', content: paragraph('begun') });
    const tries = await Promise.all(['a', 'b', 'c'].map((title) => autosave({ id: draft.id, title })));
    expect(new Set(tries).size).toBe(3);
    expect(
      (await storedRevisions(draft.id)).filter(({ authorId }) => authorId === actors.editor.id),
    ).toHaveLength(1);
    // An autosave that equals the post is not stored.
    expect(await autosave({ id: draft.id, title: 'Begun' })).toBeUndefined();
    await update({ id: draft.id, title: 'Two' }, 1, actors.author);
    expect((await storedRevisions(draft.id)).filter(({ kind }) => kind === 'autosave')).toEqual([]);
    await autosave({ id: draft.id, content: 'not saved yet' });
    await update({ id: draft.id, title: 'Three' }, 2);
    expect((await storedRevisions(draft.id)).filter(({ kind }) => kind === 'autosave')).toHaveLength(1);
  });

  test('restoring a revision saves the replaced texts, changes only texts, and is recorded', async () => {
    const it = await made({
      title: 'Now',
      content: paragraph('now'),
      excerpt: 'As it is',
      authorId: actors.author.id,
      sticky: true,
    });
    const bystander = await made();
    const revision = await earlier(it.id);
    expect(await emittedBy(get(), () => restore(revision, 1))).toContain(`post:${it.id} change`);
    expect(await post(it.id)).toEqual({
      ...it,
      title: 'Earlier',
      content: 'Earlier text',
      opening: 'Earlier text',
      excerpt: 'Earlier excerpt',
      revision: 2,
      modifiedAt: expect.any(Number) as number,
    });
    expect((await storedRevisions(it.id)).map(({ title, authorId }) => [title, authorId])).toEqual([
      ['Earlier', actors.editor.id],
      ['Now', actors.author.id],
      ['Earlier', actors.editor.id],
    ]);
    expect(await emittedBy(get(), () => restore(revision, 2))).toEqual([]); // already equal
    expect(await listActivity(get().read, { kind: 'post', itemId: it.id, limit: 9 })).toMatchObject([
      {
        verb: 'restore',
        userId: actors.editor.id,
        summary: `post "Now": revision ${revision}, title, content, excerpt`,
      },
    ]);
    const typed = (await autosave({ id: it.id, content: 'typed by the author' }, actors.author)) ?? 0;
    await restore(typed, 2);
    expect((await post(it.id)).content).toBe('typed by the author');
    expect(await post(bystander.id)).toEqual(bystander);
  });

  test('[IMP-02] after the newest revision is deleted no older text counts as the former content', async () => {
    const { id } = await made({ content: 'Begun' });
    for (const [n, content] of ['C', 'D', 'G'].entries()) await update({ id, content }, n + 1);
    const [newest] = await storedRevisions(id);
    await get().write((tx) => deleteRevision(tx, actors.editor, { id: newest?.id ?? 0 }));
    await update({ id, sticky: true }, 4);
    expect(await findTextsAt(get().read, id, 4)).toBe(undefined);
    await update({ id, content: 'H' }, 5); // which stores the previous content
    expect([
      (await findTextsAt(get().read, id, 4))?.content,
      (await findTextsAt(get().read, id, 5))?.content,
    ]).toEqual(['G', 'G']);
    expect(await findTextsAt(get().read, id, 3)).toBe(undefined);
  });

  test('refuses a stale restore with both versions, and one of a trashed post', async () => {
    const it = await made({ title: 'Now' });
    const revision = await earlier(it.id);
    await update({ id: it.id, title: 'Theirs' }, 1);
    await expect(restore(revision, 1)).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: { title: 'Earlier' },
      theirs: { title: 'Theirs', revision: 2 },
    });
    await expect(restore(revision, undefined as unknown as number)).rejects.toMatchObject({
      status: 400,
      code: 'revision_missing',
    });
    expect((await post(it.id)).title).toBe('Theirs');
    const thrown = await made({ status: 'trash' });
    const ofThrown = await earlier(thrown.id);
    await expect(restore(ofThrown, 1)).rejects.toMatchObject({ status: 409, code: 'rest_already_trashed' });
    await expect(autosave({ id: thrown.id, title: 'x' })).rejects.toMatchObject({
      status: 409,
      code: 'rest_already_trashed',
    });
  });

  test('posts of others are reported as missing, and invalid input is refused', async () => {
    const hidden = await made({ status: 'draft', authorId: actors.editor.id });
    const revision = await earlier(hidden.id);
    for (const id of [revision, 999_999])
      await expect(restore(id, 1, actors.author)).rejects.toMatchObject({
        status: 404,
        message: 'Invalid post ID.',
      });
    for (const id of [hidden.id, 999_999])
      await expect(autosave({ id, title: 'x' }, actors.author)).rejects.toMatchObject({ status: 404 });
    for (const id of [revision, 999_999])
      await expect(get().write((tx) => restoreRevision(tx, undefined, { id }, 1))).rejects.toMatchObject({
        status: 401,
      });
    for (const input of [
      null,
      {},
      { id: hidden.id, title: 7 },
      { id: hidden.id, content: 'a\0' },
      { id: hidden.id, status: 'publish' },
      { id: 0 },
    ]) {
      await expect(autosave(input), JSON.stringify(input)).rejects.toMatchObject({ status: 400 });
    }
    expect(await storedRevisions(hidden.id)).toHaveLength(1);
  });

  test('strips scripts from autosaves and restored texts of users who can’t write them', async () => {
    const it = await made({ authorId: actors.author.id, content: paragraph('old') });
    const id =
      (await autosave(
        { id: it.id, title: 'T<script>x()</script>', content: paragraph('new<script>x()</script>') },
        actors.author,
      )) ?? 0;
    expect(await textsOf(id)).toEqual({ title: 'T', excerpt: '', content: paragraph('new') });
    const hostile = await earlier(
      it.id,
      'Old <b onclick="x()">one</b>',
      paragraph('old<script>x()</script>'),
    );
    await restore(hostile, 1, actors.author);
    expect(await post(it.id)).toMatchObject({ title: 'Old <b>one</b>', content: paragraph('old') });
  });

  test('a large text is sanitized before the transaction, and again inside it only if the text has changed since', async () => {
    const it = await made({ authorId: actors.author.id, content: paragraph('old') });
    const input = { id: it.id, content: paragraph(long) };
    const ahead =
      (await cleanPostAhead(source(), actors.author, input)) ?? expect.fail('Nothing was cleaned.');
    const cleaned = paragraph(long.replace('<script>x()</script>', ''));
    expect(ahead).toEqual({ sent: input.content, stored: it.content, filters: true, cleaned });
    // Recognizable, since no cleaning produces this text.
    const marked = { ...ahead, cleaned: 'cleaned ahead' };
    await get().write((tx) =>
      updatePost(tx, actors.author, input, 1, { cleaned: { ...marked, stored: 'something else' } }),
    );
    expect((await post(it.id)).content).toBe(cleaned);
    await get().write((tx) =>
      updatePost(tx, actors.author, input, 2, { cleaned: { ...marked, stored: cleaned } }),
    );
    expect((await post(it.id)).content).toBe('cleaned ahead');
    const fresh = await get().write((tx) =>
      createPost(
        tx,
        actors.author,
        { title: 'New', content: input.content },
        { cleaned: { ...marked, stored: '' } },
      ),
    );
    expect((await post(fresh)).content).toBe('cleaned ahead');
    const saved = await get().write((tx) =>
      autosavePost(tx, actors.author, input, { ...marked, stored: 'cleaned ahead' }),
    );
    expect(saved).toBeUndefined(); // equals the post
    const revision = await earlier(it.id, 'Large', input.content);
    const ofRevision = await prepareRevisionAhead(source(), actors.author, { id: revision });
    expect(ofRevision?.cleaned).toEqual({
      sent: input.content,
      stored: 'cleaned ahead',
      filters: true,
      cleaned,
    });
    await get().write((tx) => restoreRevision(tx, actors.author, { id: revision }, 3, ofRevision));
    expect((await post(it.id)).content).toBe(cleaned);
    // A stale update is rejected before any cleaning.
    await expect(
      get().write((tx) => updatePost(tx, actors.author, input, 3, { cleaned: ahead })),
    ).rejects.toMatchObject({ code: 'stale' });
  });

  test('extracts search words of a long text before the transaction, and again inside it if the text has changed', async () => {
    const content = testContent(get());
    const finds = async (query: string) => (await searchPosts(content, { query, limit: 20 })).ids;
    const { write } = get();
    const prepare = async (actor: Actor, sent: Parameters<typeof preparePostAhead>[2]) => {
      const ahead = (await preparePostAhead(source(), actor, sent)) ?? expect.fail('Nothing was prepared.');
      const { text, words = expect.fail('There are no words.') } =
        ahead.text ?? expect.fail('There is no text.');
      // Recognizable by a word that no text contains.
      return (mark: string) => ({ ...ahead, text: { text, words: new Set([...words, mark]) } });
    };
    const text = `${paragraph(long)}${paragraph('Capybara')}`;
    const made1 = await prepare(actors.author, { content: text, status: 'publish' });
    const id = await write((tx) =>
      createPost(
        tx,
        actors.author,
        { title: 'Prepared', content: text, status: 'publish' },
        made1('aheadone'),
      ),
    );
    for (const word of ['aheadone', 'capybara', 'prepared'])
      expect([word, await finds(word)]).toEqual([word, [id]]);
    // A title alone: the stored content's words are reused.
    const made2 = await prepare(actors.editor, { id });
    await write((tx) => updatePost(tx, actors.editor, { id, title: 'Retitled' }, 1, made2('aheadtwo')));
    for (const word of ['aheadtwo', 'capybara', 'retitled'])
      expect([word, await finds(word)]).toEqual([word, [id]]);
    expect(await finds('aheadone')).toEqual([]);
    // The content differs from the prepared one, so its own words are used.
    await write((tx) =>
      updatePost(tx, actors.editor, { id, content: `${text}${paragraph('Okapi')}` }, 2, made2('aheadthree')),
    );
    expect([await finds('aheadthree'), await finds('okapi')]).toEqual([[], [id]]);
    // Patterns are expanded in the transaction, as far as search parses the surrounding blocks.
    const pattern = await write((tx) => makePost(tx, { type: 'wp_block', content: paragraph('Pangolin') }));
    const place = `<!-- wp:block {"ref":${pattern}} /-->`;
    const holding = `${paragraph(`Tapir ${long}`)}${place}${'<!--'.repeat(5)}`;
    const made3 = await prepare(actors.editor, { id, content: holding });
    await write((tx) => updatePost(tx, actors.editor, { id, content: holding }, 3, made3('aheadfour')));
    for (const word of ['aheadfour', 'tapir', 'pangolin'])
      expect([word, await finds(word)]).toEqual([word, [id]]);
    const made4 = await prepare(actors.editor, { id });
    await write((tx) => updatePost(tx, actors.editor, { id, excerpt: 'Numbat' }, 4, made4('aheadfive')));
    for (const word of ['aheadfive', 'tapir', 'pangolin', 'numbat'])
      expect([word, await finds(word)]).toEqual([word, [id]]);
    const revision = await earlier(id, 'Back', text);
    const ofRevision = await prepareRevisionAhead(source(), actors.editor, { id: revision });
    await write((tx) => restoreRevision(tx, actors.editor, { id: revision }, 5, ofRevision));
    expect([await finds('capybara'), await finds('pangolin'), await finds('back')]).toEqual([[id], [], [id]]);
    expect(ofRevision?.text?.text).toBe(text);
    await content.close();
  });

  test('extracts no search words ahead for short texts, unlisted posts or posts that the user can’t edit', async () => {
    const draft = await made({ status: 'draft', authorId: actors.editor.id, content: long });
    const shown = await made({ authorId: actors.editor.id, content: long });
    for (const [actor, sent] of [
      [undefined, { content: long, status: 'publish' }],
      [actors.subscriber, { content: long, status: 'publish' }],
      [actors.editor, { content: long }],
      [actors.editor, { content: 'small', status: 'publish' }],
      [actors.editor, { content: 7, status: 'publish' }],
      [actors.editor, { status: 'publish' }],
      [actors.editor, { content: 'x'.repeat(5_000_001), status: 'publish' }],
      [actors.editor, { id: draft.id }],
      [actors.author, { id: shown.id }],
      [actors.editor, { id: 999_999, content: long }],
      [actors.editor, { id: 999_999 }],
      [actors.editor, { id: shown.id, status: 'draft' }],
    ] as const)
      expect(
        (await preparePostAhead(source(), actor, sent))?.text?.words,
        JSON.stringify(sent).slice(0, 80),
      ).toBeUndefined();
    expect(await prepareRevisionAhead(source(), actors.editor, { id: 999_999 })).toBeUndefined();
    for (const sent of [{ id: draft.id, status: 'publish' }, { id: shown.id }]) {
      expect((await preparePostAhead(source(), actors.editor, sent))?.text?.text).toBe(long);
    }
  });

  test('prepares nothing ahead for short input, input that is no text, or posts that the user can’t edit', async () => {
    const hidden = await made({ status: 'draft', authorId: actors.editor.id });
    for (const [actor, input] of [
      [actors.author, { content: '<script>' }],
      [undefined, { content: long }],
      [actors.author, { content: 7 }],
      [actors.author, { id: hidden.id, content: long }],
      [actors.author, { id: 999_999, content: long }],
      [actors.subscriber, { content: long }],
      [actors.author, { type: 'page', content: long }],
      [actors.author, { content: 'x'.repeat(5_000_001) }],
    ] as const)
      expect(await cleanPostAhead(source(), actor, input)).toBeUndefined();
    expect(await prepareRevisionAhead(source(), actors.author, { id: 999_999 })).toBeUndefined();
    expect(await cleanPostAhead(source(), actors.author, { content: long })).toMatchObject({ stored: '' });
  });

  describe('trusted scripts', () => {
    const [one, two] = ['<script>one()</script>', '<script>two()</script>'];
    const html = (...scripts: readonly string[]) =>
      scripts.map((script) => `<!-- wp:html -->${script}<!-- /wp:html -->`).join('\n\n');
    const runs = async (id: number) => {
      const keys = await findScripts(get().read, id);
      return [one, two].filter((script) => keys.has(scriptKey(script)));
    };
    const written = (content: string, actor: Actor = actors.editor) =>
      get().write((tx) => createPost(tx, actor, { title: 'Code', content, status: 'draft' }));
    const say = async (id: number, content: string, actor?: Actor) =>
      update({ id, content }, (await post(id)).revision, actor);

    test('scripts that a user with the right writes into this post, even while others save it', async () => {
      const id = await written(html(one));
      expect(await runs(id)).toEqual([one]);
      expect(await runs(await written(html(one), actors.author))).toEqual([]); // the same bytes in another post don't count
      const own = await get().write((tx) =>
        makePost(tx, { content: html(one), authorId: actors.author.id, status: 'publish' }),
      );
      await say(own, `${html(one)}\n\n${paragraph('More')}`, actors.author);
      expect([(await post(own)).content.includes(one), await runs(own)]).toEqual([true, []]); // the block stays in the content, but its scripts don't run
      await say(own, `${html(one, two)}\n\n${paragraph('More')}`);
      expect(await runs(own)).toEqual([two]); // saving a text doesn't make the user the author of existing blocks
      await say(own, `${html(two, one)}\n\n${paragraph('By its author')}`, actors.author);
      expect(await runs(own)).toEqual([two]);
      await say(own, html(two, two.replace('two', 'three')), actors.author);
      expect([(await post(own)).content.match(/three/), await runs(own)]).toEqual([null, [two]]);
    });

    test('imported scripts never run, also when restored, typed again or discarded, and deleted ones are removed', async () => {
      const id = await written(html(one));
      await get().write((tx) =>
        keepAround(tx, id, { title: 'Code', excerpt: '', content: html(one, two) }, () =>
          writePost(tx, id, { content: html(one, two) }),
        ),
      );
      expect(await runs(id)).toEqual([]);
      await say(id, paragraph('Nothing'));
      const imported = (await storedRevisions(id))[1]?.id ?? 0;
      expect((await textsOf(imported)).content).toBe(html(one, two));
      await restore(imported, (await post(id)).revision);
      expect([(await post(id)).content, await runs(id)]).toEqual([html(one, two), []]);
      await say(id, html(one));
      await say(id, html(two, one));
      expect(await runs(id)).toEqual([]);
      await say(id, html(`${two} `));
      expect([...(await findScripts(get().read, id))]).toEqual([scriptKey(`${two} `)]);
      await get().write((tx) => deletePost(tx, id));
      expect((await findScripts(get().read, id)).size).toBe(0);
    });

    test('a block that its author removed runs again when restored, but not by a user who can’t write it', async () => {
      const id = await written(html(one), actors.administrator);
      await say(id, paragraph('Without'));
      const [, earlierText] = await storedRevisions(id);
      await get().write((tx) => writePost(tx, id, { authorId: actors.contributor.id }));
      await restore(earlierText?.id ?? 0, (await post(id)).revision, actors.contributor);
      expect((await post(id)).content).not.toContain('script');
      await restore(earlierText?.id ?? 0, (await post(id)).revision);
      expect([(await post(id)).content, await runs(id)]).toEqual([html(one), [one]]);
    });

    test('another user’s autosave does not make scripts trusted, and one’s own does', async () => {
      const id = await written(paragraph('Begun'), actors.administrator);
      await get().write((tx) =>
        keepRevision(tx, id, actors.contributor.id, 'autosave', {
          title: 'Code',
          excerpt: '',
          content: html(one),
        }),
      );
      await autosave({ id, content: html(one, two) });
      await say(id, html(one, two));
      expect(await runs(id)).toEqual([two]);
    });

    test('recognizes a block of an import by its output, not by its markup', async () => {
      const imports = html(`<p>x</p><!-- /wp:foo -->${one}`, two.replace('two', 't\u0001wo'));
      const id = await get().write((tx) => makePost(tx, { content: imports, status: 'publish' }));
      await say(id, paragraph('Nothing'));
      const [, imported] = await storedRevisions(id);
      await restore(imported?.id ?? 0, (await post(id)).revision);
      expect([(await post(id)).content.includes('wp:foo'), [...(await findScripts(get().read, id))]]).toEqual(
        [true, []],
      );
      await say(id, html(two, `<p>x</p>${one}`));
      expect([...(await findScripts(get().read, id))]).toEqual([]);
    });

    test('remembers a hundred blocks of earlier texts', async () => {
      const id = await written(html(one));
      await say(id, html(...Array.from({ length: 120 }, (_, n) => `<script>f(${n})</script>`)));
      await say(id, html(two));
      const keys = await findScripts(get().read, id);
      expect([keys.size, await runs(id)]).toEqual([101, [two]]);
    });
  });
});
