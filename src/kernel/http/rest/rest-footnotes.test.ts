import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';

const notes = (...contents: readonly string[]) =>
  JSON.stringify(contents.map((content, index) => ({ id: `n${index + 1}`, content })));

onBothDatabases('footnotes over REST', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, author: 0 };

  beforeAll(() =>
    get().write(async (tx) => {
      for (const role of ['administrator', 'author'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
    }),
  );

  const made = async (footnotes: string) => {
    const { status, json, text } = await rest.sendAs(who.author, 'POST', '/wp/v2/posts', {
      title: 'Noted',
      content: '<p>One</p>',
      status: 'publish',
      meta: { footnotes },
    });
    expect(status, text).toBe(201);
    return `/wp/v2/posts/${String(json['id'])}`;
  };
  const footnotesOf = async (path: string) =>
    (await rest.getAs(who.author, `${path}?context=edit`)).json['meta']?.['footnotes'] as unknown;
  const revisionsOf = async (path: string) =>
    (await rest.getAs(who.author, `${path}/revisions?context=edit&order=asc`)).list.map(({ id, meta }) => ({
      id,
      footnotes: meta?.['footnotes'] as unknown,
    }));

  test('changing only footnotes creates a revision with them, and restoring a revision restores its footnotes', async () => {
    const path = await made(notes('First'));
    await rest.sendAs(who.author, 'PATCH', path, { meta: { footnotes: notes('First', 'Second') } });
    await rest.sendAs(who.author, 'PATCH', path, { meta: { footnotes: '' } });
    const revisions = await revisionsOf(path);
    expect(revisions.map(({ footnotes }) => footnotes)).toEqual([
      notes('First'),
      notes('First', 'Second'),
      '',
    ]);
    const restored = async (index: number) =>
      (
        await rest.sendAs(
          who.author,
          'POST',
          `/broadsheet/v1${path.slice('/wp/v2'.length)}/revisions/${String(revisions[index]?.id)}`,
        )
      ).status;
    expect([await restored(1), await footnotesOf(path)]).toEqual([200, notes('First', 'Second')]);
    expect([await restored(2), await footnotesOf(path)]).toEqual([200, '']);
  });

  test('an autosave stores the footnotes that were sent with it, shows its base, and leaves the post unchanged', async () => {
    const path = await made(notes('First'));
    const autosave = (body: object) =>
      rest.sendAs(who.author, 'POST', `${path}/autosaves`, { revision: 1, window: 'one', ...body });
    const { status, json, text } = await autosave({ meta: { footnotes: notes('Typed') } });
    expect([status, json['meta'], json['base']], text).toEqual([
      200,
      { footnotes: notes('Typed') },
      { revision: 1, title: 'Noted', content: '<p>One</p>', excerpt: '', footnotes: notes('First') },
    ]);
    expect(await footnotesOf(path)).toBe(notes('First'));
    expect((await rest.getAs(who.author, `${path}/autosaves`)).list.map(({ meta }) => meta)).toEqual([
      { footnotes: notes('Typed') },
    ]);
    // Without meta the post's footnotes apply; the same text as the post's is no autosave.
    expect((await autosave({ content: '<p>Two</p>' })).json['meta']).toEqual({ footnotes: notes('First') });
    expect((await autosave({ meta: { footnotes: notes('First') } })).json['code']).toBe(
      'rest_autosave_no_changes',
    );
    expect((await rest.getAs(who.author, `${path}/autosaves`)).list).toEqual([]);
  });

  test('removes an autosave that equals what its author saves, footnotes included', async () => {
    const path = await made(notes('First'));
    const typed = { content: '<p>Two</p>', meta: { footnotes: notes('Typed') } };
    await rest.sendAs(who.author, 'POST', `${path}/autosaves`, { ...typed, revision: 1, window: 'other' });
    await rest.sendAs(who.author, 'PATCH', path, { content: '<p>Two</p>' });
    expect((await rest.getAs(who.author, `${path}/autosaves`)).list).toHaveLength(1);
    await rest.sendAs(who.author, 'PATCH', path, typed);
    expect((await rest.getAs(who.author, `${path}/autosaves`)).list).toEqual([]);
  });

  test('sanitizes footnotes of authors without unfiltered_html, stored and in autosaves, and keeps administrators’ as sent', async () => {
    const hostile = notes('<b onclick="x()">a</b><script>x()</script>', '<a href="javascript:x()">b</a>');
    const path = await made(hostile);
    const clean = notes('<b>a</b>', '<a>b</a>');
    expect(await footnotesOf(path)).toBe(clean);
    expect(
      (
        await rest.sendAs(who.author, 'POST', `${path}/autosaves`, {
          title: 'Typed',
          meta: { footnotes: hostile },
        })
      ).json['meta'],
    ).toEqual({ footnotes: clean });
    await rest.sendAs(who.administrator, 'PATCH', path, { meta: { footnotes: hostile } });
    expect(await footnotesOf(path)).toBe(hostile);
    // An administrator's revision is sanitized when an author restores it.
    await rest.sendAs(who.author, 'PATCH', path, { meta: { footnotes: '' } });
    const written = (await revisionsOf(path)).find(({ footnotes }) => footnotes === hostile);
    await rest.sendAs(
      who.author,
      'POST',
      `/broadsheet/v1${path.slice('/wp/v2'.length)}/revisions/${String(written?.id)}`,
    );
    expect(await footnotesOf(path)).toBe(clean);
  });

  test('refuses invalid footnotes, also in an autosave', async () => {
    const path = await made('');
    for (const bad of [
      '[',
      '{}',
      '[1]',
      '[{"id":1,"content":"x"}]',
      '[{"id":"a"}]',
      'null',
      `[${' '.repeat(200_001)}]`,
      [],
      5,
    ]) {
      for (const at of [path, `${path}/autosaves`]) {
        const { status, json } = await rest.sendAs(who.author, 'POST', at, {
          title: 'Typed',
          meta: { footnotes: bad },
        });
        expect([JSON.stringify(bad).slice(0, 40), at, status, json['code']]).toEqual([
          JSON.stringify(bad).slice(0, 40),
          at,
          400,
          'rest_invalid_param',
        ]);
      }
    }
  });
});
