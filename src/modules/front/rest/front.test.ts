import { beforeAll, beforeEach, expect, test } from 'vitest';
import { emittedBy } from '../../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { clearFront, pinOf } from '../../../../test/harness/front.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { deletePost, updatePost } from '../../posts/writer.ts';
import { deleteTerm } from '../../terms/commands.ts';
import { operator } from '../../users/role.ts';
import { deleteUser } from '../../users/writer.ts';
import { editorMs, noteFrontEditor } from '../editors.ts';
import { activeAt } from '../model.ts';
import { readFront, writeFront } from '../store.ts';

interface Body {
  readonly code: string;
  readonly message: string;
  readonly revision: string;
  readonly pins: readonly Record<string, unknown>[];
  readonly breaking: Record<string, unknown> | null;
  readonly areas: readonly {
    readonly area: string;
    readonly title: string;
    readonly posts: readonly object[];
  }[];
  readonly others: readonly Record<string, unknown>[];
  readonly data: {
    readonly params?: Readonly<Record<string, string>>;
    readonly mine: object;
    readonly theirs: object;
  };
}

const later = '2099-12-24T18:00:00.000Z';

onBothDatabases('the front page over REST', (get) => {
  const rest = useRestApp(get);
  const ids = { ada: 0, ben: 0, first: 0, second: 0, planned: 0, draft: 0, news: 0, picture: 0 };

  beforeAll(async () => {
    await get().write(async (tx) => {
      ids.ada = await makeUser(tx, { login: 'ada', displayName: 'Ada', roles: ['editor'] });
      ids.ben = await makeUser(tx, { login: 'ben', displayName: 'Ben', roles: ['editor'] });
      ids.first = await makePost(tx, { title: 'First' });
      ids.second = await makePost(tx, { title: 'Second &amp; <b>last</b>' });
      ids.planned = await makePost(tx, {
        title: 'Planned',
        status: 'future',
        publishedAt: Date.parse(later),
      });
      ids.draft = await makePost(tx, { title: 'Draft', status: 'draft' });
      ids.news = await makeTerm(tx, { name: 'News' });
      ids.picture = await makeMedia(tx);
    });
  });
  beforeEach(async () => {
    await get().write((tx) => clearFront(tx));
  });
  const send = async (method: string, body?: unknown, path = '', userId = ids.ada) => {
    const { status, json } = await rest.sendAs(userId, method, `/broadsheet/v1/front${path}`, body);
    return { status, body: json as unknown as Body };
  };
  const pins = async () => activeAt(await readFront(get().read), Date.now()).pins;

  test('[IMP-11] a front is read, arranged and read again', async () => {
    const { body: before } = await send('GET');
    expect(before).toMatchObject({ pins: [], breaking: null, front: { show_on_front: 'posts' }, others: [] });
    const wanted = [
      {
        post_id: ids.second,
        area: 'lead',
        ends_at: later,
        headline: 'Two < three & <b>bold</b>',
        picture: ids.picture,
      },
      { post_id: ids.planned, area: `category:${ids.news}`, ends_at: null, headline: '', picture: 0 },
    ];
    const breaking = { text: 'It <i>happens</i> now', url: '/live/', ends_at: later };
    const { status, body } = await send('PUT', { pins: wanted, breaking, from: before.revision });
    expect([status, body.pins, body.breaking]).toEqual([200, wanted, breaking]);
    expect(body.areas).toMatchObject([
      { area: 'lead', posts: [{ id: ids.second, title: 'Second & last', is_pinned: true, is_shown: false }] },
      { area: `category:${ids.news}`, title: 'News', posts: [{ id: ids.planned, is_shown: false }] },
    ]);
    expect((await send('GET')).body).toEqual(body);
    expect(Number(body.revision)).toBe(Number(before.revision) + 1);
    const emitted = await emittedBy(get(), () => send('PUT', { pins: [], breaking: null, from: body }));
    expect([...new Set(emitted)]).toEqual(['front change']);
    expect(await emittedBy(get(), () => send('PUT', { pins: [], breaking: null }))).toEqual([]);
  });

  test('[IMP-11] a change that is based on another front is refused with both sides', async () => {
    const { body: before } = await send('GET');
    await send('PUT', { pins: [{ post_id: ids.first }], from: before.revision });
    for (const from of [before.revision, { pins: [], breaking: null }]) {
      const { status, body } = await send('PUT', { pins: [{ post_id: ids.second }], from }, '', ids.ben);
      expect([status, body.code]).toEqual([409, 'stale']);
      expect(body.data).toMatchObject({
        mine: { pins: [{ post_id: ids.second, area: 'lead' }] },
        theirs: { pins: [{ post_id: ids.first }], breaking: null },
      });
    }
    expect(await pins()).toEqual([pinOf(ids.first)]);
    // Omitted parts stay as stored.
    const { body } = await send('PUT', { breaking: { text: 'Now' }, from: before.revision });
    expect(body.data).toMatchObject({
      mine: { pins: [{ post_id: ids.first }], breaking: { text: 'Now' } },
      theirs: { pins: [{ post_id: ids.first }], breaking: null },
    });
    const { body: other } = await send('PUT', { pins: [], from: before.revision });
    expect(other.data).toMatchObject({ mine: { pins: [], breaking: null } });
  });

  test('[IMP-11] a change without the breaking line leaves it, and one of two concurrent changes is refused', async () => {
    await send('PUT', { pins: [], breaking: { text: 'Now' } });
    const { body } = await send('PUT', { pins: [{ post_id: ids.first }] });
    expect(body.breaking).toMatchObject({ text: 'Now' });
    const both = await Promise.all(
      [ids.first, ids.second].map((id) =>
        send('PUT', { pins: [{ post_id: id, headline: 'Mine' }], from: body.revision }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('[IMP-11] bad input is refused by name, and nothing changes', async () => {
    await send('PUT', { pins: [{ post_id: ids.first }] });
    const revision = (await send('GET')).body.revision;
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ post_id: 1_000_000 + n }));
    const past = '2001-01-01T00:00:00Z';
    const attacks: readonly (readonly [body: unknown, status: number, named?: string])[] = [
      [{ pins: 'x' }, 400, 'pins'],
      [{ pins: [{ post_id: ids.first }, { post_id: ids.first }] }, 400],
      [{ pins: [{ post_id: ids.first, area: "lead' or 1=1" }] }, 400, 'pins'],
      [{ pins: [{ post_id: ids.first, area: 'category:0' }] }, 400, 'pins'],
      [{ pins: [{ post_id: ids.first, area: 'category:999999' }] }, 404],
      [{ pins: [{ post_id: ids.first, ends_at: 'soon' }] }, 400, 'pins'],
      [{ pins: [{ post_id: ids.first, ends_at: past }] }, 400, 'pins[0][ends_at]'],
      [{ pins: [{ post_id: ids.first, headline: 'x'.repeat(201) }] }, 400, 'pins[0][headline]'],
      [{ pins: [{ post_id: ids.first, headline: 'a\0b' }] }, 400, 'pins[0][headline]'],
      [{ pins: [{ post_id: ids.first, picture: ids.first }] }, 404],
      [{ pins: [{ post_id: ids.first, picture: 999_999 }] }, 404],
      [{ pins: [{ post_id: ids.first, title: 'x' }] }, 400, 'pins'],
      [{ pins: [{ post_id: ids.draft }] }, 400],
      [{ pins: [{ post_id: ids.picture }] }, 400],
      [{ pins: [{ post_id: 999_999 }] }, 404],
      [{ pins: many(8) }, 400],
      [{ pins: many(2000) }, 400, 'pins'],
      [{ pins: many(9).map((pin) => ({ ...pin, area: `category:${ids.news}` })) }, 400],
      [{ pins: [], breaking: { text: '   ' } }, 400, 'breaking[text]'],
      [{ pins: [], breaking: { text: 'x'.repeat(161) } }, 400, 'breaking[text]'],
      [{ pins: [], breaking: { text: 'x', url: 'javascript:alert(1)' } }, 400, 'breaking[url]'],
      [{ pins: [], breaking: { text: 'x', url: '//evil.example' } }, 400, 'breaking[url]'],
      [{ pins: [], breaking: { text: 'x', ends_at: past } }, 400, 'breaking[ends_at]'],
      [{ pins: [], breaking: 7 }, 400, 'breaking'],
      [{ pins: [], from: 'x' }, 400, 'from'],
      [{ pins: [], from: { pins: 7 } }, 400, 'from'],
    ];
    for (const [sent, status, named] of attacks) {
      const reply = await send('PUT', sent);
      expect([reply.status, JSON.stringify(sent).slice(0, 99)]).toEqual([
        status,
        JSON.stringify(sent).slice(0, 99),
      ]);
      if (named !== undefined) expect(Object.keys(reply.body.data.params ?? {})).toEqual([named]);
    }
    // The preview accepts no text or address that can't be saved either.
    const isOfPreview = ([, , named = '']: (typeof attacks)[number]) =>
      /headline|\[text\]|\[url\]/.test(named);
    for (const [sent, status, named] of attacks.filter(isOfPreview)) {
      const { pins: sentPins, breaking } = sent as { pins: unknown; breaking?: unknown };
      const reply = await send('POST', { pins: sentPins, breaking }, '/preview');
      expect([reply.status, Object.keys(reply.body.data.params ?? {})]).toEqual([status, [named]]);
    }
    expect((await send('GET')).body).toMatchObject({ revision, pins: [{ post_id: ids.first }] });
  });

  test('[IMP-11] what has ended no longer counts, and is no conflict', async () => {
    const ended = pinOf(ids.first, { endsAt: Date.now() - 1 });
    await get().write((tx) =>
      writeFront(tx, {
        pins: [ended, pinOf(ids.second)],
        breaking: { text: 'Over', url: '', endsAt: Date.now() - 1 },
      }),
    );
    const { body } = await send('GET');
    expect(body).toMatchObject({ pins: [{ post_id: ids.second }], breaking: null });
    const from = {
      pins: [{ post_id: ids.first, ends_at: new Date(ended.endsAt).toISOString() }, { post_id: ids.second }],
      breaking: { text: 'Over', ends_at: new Date(ended.endsAt).toISOString() },
    };
    expect((await send('PUT', { pins: from.pins.toReversed(), from })).status).toBe(200);
    expect(await pins()).toEqual([pinOf(ids.second)]);
  });

  test('[IMP-11] deleted posts, categories, pictures and users leave nothing broken', async () => {
    const [post, category, picture, user] = await get().write(async (tx) => [
      await makePost(tx),
      await makeTerm(tx),
      await makeMedia(tx),
      await makeUser(tx, { roles: ['editor'] }),
    ]);
    const { body } = await send('PUT', {
      pins: [
        { post_id: post },
        { post_id: ids.first, picture },
        { post_id: ids.second, area: `category:${category}` },
      ],
    });
    await get().write((tx) => noteFrontEditor(tx, user));
    expect((await send('GET')).body.others).toHaveLength(1);
    for (const [work, left] of [
      [() => get().write((tx) => deletePost(tx, post)), [ids.first, ids.second]],
      [() => get().write((tx) => deletePost(tx, picture)), [ids.first, ids.second]],
      [() => get().write((tx) => deleteTerm(tx, operator(), { id: category }, 1)), [ids.first]],
    ] as const) {
      expect(await emittedBy(get(), work)).toContain('front change');
      expect((await pins()).map(({ postId }) => postId)).toEqual(left);
    }
    await get().write((tx) => deleteUser(tx, user));
    const { body: after } = await send('GET');
    expect(after).toMatchObject({ pins: [{ post_id: ids.first, picture: 0 }], others: [] });
    expect(Number(after.revision)).toBe(Number(body.revision) + 3);
    expect((await send('PUT', { pins: body.pins, from: after.revision })).status).toBe(404);
  });

  test('[IMP-11] a pin stays while its post is withdrawn', async () => {
    const post = await get().write((tx) => makePost(tx, { title: 'Back soon' }));
    await send('PUT', { pins: [{ post_id: post }] });
    await get().write((tx) => updatePost(tx, post, { status: 'draft' }));
    const { status, body } = await send('PUT', { pins: [{ post_id: post, headline: 'Soon' }] });
    expect([status, body.areas[0]?.posts]).toEqual([200, [expect.objectContaining({ is_shown: false })]]);
  });

  test('[IMP-11] the desk says who else has it open, and whether the front was changed', async () => {
    const beat = (userId: number) => send('POST', {}, '/presence', userId);
    const { body: alone } = await beat(ids.ada);
    expect(alone.others).toEqual([]);
    await send('PUT', { pins: [{ post_id: ids.first }] });
    const { body } = await beat(ids.ben);
    expect(body.others).toMatchObject([
      { id: ids.ada, name: 'Ada', portrait: expect.stringContaining('http') },
    ]);
    expect(Number(body.revision)).toBe(Number(alone.revision) + 1);
    expect((await send('GET')).body.others).toMatchObject([{ id: ids.ben }]);
    await get().write((tx) => noteFrontEditor(tx, ids.ada, Date.now() - editorMs));
    await get().write((tx) => noteFrontEditor(tx, ids.ben, Date.now() - editorMs));
    expect((await beat(ids.ben)).body.others).toEqual([]);
  });

  test('[IMP-11] former fronts are listed with who and when, without what is gone', async () => {
    const [post, category] = await get().write(async (tx) => [await makePost(tx), await makeTerm(tx)]);
    await send('PUT', {
      pins: [
        { post_id: post },
        { post_id: ids.first, headline: 'Then' },
        { post_id: ids.second, area: `category:${category}` },
      ],
    });
    await send('PUT', { pins: [], breaking: { text: 'Later' } }, '', ids.ben);
    await get().write(async (tx) => {
      await deletePost(tx, post);
      await deleteTerm(tx, operator(), { id: category }, 1);
    });
    const list = (await send('GET', undefined, '/history')).body as unknown as Body[];
    expect(list.slice(0, 2)).toMatchObject([
      { user: ids.ben, user_name: 'Ben', pins: [], breaking: { text: 'Later' } },
      { user: ids.ada, user_name: 'Ada', pins: [{ post_id: ids.first, headline: 'Then' }], breaking: null },
    ]);
    const [, former] = list;
    const { status, body } = await send('PUT', { pins: former?.pins, breaking: former?.breaking });
    expect([status, body.pins]).toEqual([200, former?.pins]);
    for (let n = 0; n < 25; n++) await send('PUT', { pins: [{ post_id: ids.first, headline: `No ${n}` }] });
    expect((await send('GET', undefined, '/history')).body).toHaveLength(20);
  });
});
