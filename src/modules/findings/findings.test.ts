import { expect, test } from 'vitest';
import { makeActors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost } from '../../../test/harness/factories.ts';
import type { Queue } from '../../kernel/jobs/job-queue.ts';
import { deletePost, updatePost } from '../posts/writer.ts';
import { beginSweep, checkQueue, sweepQueue, sweepStarter } from './jobs.ts';
import type { CheckSite, Reach } from './jobs.ts';
import { listFindings, saveFindings } from './store.ts';

const siteUrl = 'https://site.example';
const picture = '<img src="/wp-content/uploads/boat.jpg">';
/** As WordPress stores a picture without text. */
const decorative =
  '<figure class="wp-block-image"><img src="/uploads/line.png" alt="" class="wp-image-1"/></figure>';

onBothDatabases('findings in posts', (get) => {
  const reached: string[] = [];
  const replies: Readonly<Record<string, { readonly kind: string; readonly location?: string }>> = {
    '/gone/': { kind: 'gone' },
    '/moved/': { kind: 'redirect', location: `${siteUrl}/here/` },
    '/moved-away/': { kind: 'redirect', location: 'https://other.example/' },
    '/moved-nowhere/': { kind: 'redirect', location: '/deleted/' },
    '/circle/': { kind: 'redirect', location: '/circle/' },
    '/deleted/': { kind: 'missing' },
    '/wp-content/uploads/a.pdf': { kind: 'reserved' },
  };
  const reachNoted: Reach = async (address) => {
    reached.push(address);
    return replies[address] ?? { kind: 'page' };
  };
  const site = (reach = reachNoted): CheckSite => ({
    database: get(),
    siteUrl,
    log: { info: () => {}, warn: () => {} },
    reach,
  });
  /** Runs the jobs of a queue that are due by `at`; returns their number. */
  const run = async (queue: Queue, at = Date.now() + 60_000) => {
    let count = 0;
    for (let tasks = await queue.take(at, 1); tasks.length > 0; tasks = await queue.take(at, 1)) {
      for (const task of tasks) await task(new AbortController().signal);
      count += tasks.length;
    }
    return count;
  };
  const found = async () => {
    const { administrator } = await makeActors(get());
    return listFindings(get().read, administrator, 50);
  };
  const publish = (content: string, more = {}) => get().write((tx) => makePost(tx, { content, ...more }));

  test('a sweep finds pictures without text and links that lead nowhere; redirected, external and file links are fine', async () => {
    const links = Object.keys(replies).map((path) => `<a href="${path}">x</a>`);
    const broken = await publish(
      `${links.join('')}<a href="/here/">x</a><a href="https://other.example/">x</a>`,
    );
    const described = await get().write((tx) => makeMedia(tx));
    const bare = await get().write((tx) => makeMedia(tx, { file: { alt: ' ', file: '2026/01/bare.jpg' } }));
    const pictured = await publish(
      `${picture}<img class="wp-image-${described}" src="/d.jpg"><img class="wp-image-${bare}" src="/u.jpg">`,
      { featuredMediaId: bare },
    );
    const clean = await publish(decorative);
    const draft = await publish(picture, { status: 'draft' });
    const locked = await publish(picture, { password: 'secret' });
    await get().write((tx) => beginSweep(tx, Date.now()));
    expect(await run(sweepQueue(site(), 0))).toBeGreaterThan(0);
    const { listed, ...sums } = await found();
    expect(sums).toEqual({ posts: 2, pictures: 3, links: 3 });
    const byId = new Map(listed.map((one) => [one.id, one]));
    expect(byId.get(broken)).toMatchObject({
      linkCount: 3,
      links: ['/gone/', '/moved-nowhere/', '/deleted/'],
    });
    expect(byId.get(pictured)).toMatchObject({
      pictureCount: 3,
      pictures: [
        { name: 'bare.jpg', isFeatured: true },
        { name: 'boat.jpg', isFeatured: false },
        { name: 'u.jpg', isFeatured: false },
      ],
    });
    for (const id of [clean, draft, locked]) expect(byId.has(id)).toBe(false);
    expect(reached.every((address) => address.startsWith('/'))).toBe(true);
  });

  test('a link that can’t be resolved is no finding, and stops no sweep', async () => {
    const older = await publish('<a href="/deleted/">x</a>');
    const newer = await publish('<a href="/throws/">x</a><a href="/gone/">x</a>');
    const failing = site(async (address) => {
      if (address === '/throws/') throw new Error('invalid byte sequence');
      return replies[address] ?? { kind: 'page' };
    });
    await get().write((tx) => beginSweep(tx, Date.now()));
    await run(sweepQueue(failing, 0));
    const byId = new Map((await found()).listed.map((one) => [one.id, one.links]));
    expect([byId.get(newer), byId.get(older)]).toEqual([['/gone/'], ['/deleted/']]);
  });

  test('a post that is fixed or withdrawn during its check gets no findings of it', async () => {
    const broken = '<a href="/deleted/">x</a>';
    const [fixed, withdrawn] = [await publish(broken), await publish(broken)];
    let isChanged = false;
    const during = site(async () => {
      if (!isChanged)
        await get().write(async (tx) => {
          await updatePost(tx, fixed, { content: '<p>Fixed.</p>' });
          await updatePost(tx, withdrawn, { status: 'draft' });
        });
      isChanged = true;
      return { kind: 'missing' };
    });
    await get().write((tx) => beginSweep(tx, Date.now()));
    await run(sweepQueue(during, 0));
    const listed = (await found()).listed.map(({ id }) => id);
    expect([isChanged, listed.includes(fixed), listed.includes(withdrawn)]).toEqual([true, false, false]);
  });

  test('a saved post is checked again; one that is withdrawn or deleted loses its findings', async () => {
    const id = await publish('<p>Before.</p>');
    const ofPost = async () => (await found()).listed.find((one) => one.id === id);
    await get().write((tx) => updatePost(tx, id, { content: `${picture}<a href="/deleted/">x</a>` }));
    await run(checkQueue(site()));
    expect(await ofPost()).toMatchObject({ pictureCount: 1, linkCount: 1 });
    await get().write((tx) => updatePost(tx, id, { content: '<p>Fixed.</p>' }));
    await run(checkQueue(site()));
    expect(await ofPost()).toBeUndefined();
    await get().write((tx) => updatePost(tx, id, { content: picture }));
    await run(checkQueue(site()));
    await get().write((tx) => updatePost(tx, id, { status: 'draft' }));
    expect(await ofPost()).toBeUndefined();
    await get().write((tx) => updatePost(tx, id, { status: 'publish' }));
    await run(checkQueue(site()));
    expect(await ofPost()).toBeDefined();
    await get().write((tx) => updatePost(tx, id, { content: picture }));
    await get().write((tx) => deletePost(tx, id));
    await run(checkQueue(site()));
    expect(await ofPost()).toBeUndefined();
  });

  test('a change that fails stores no job, and a new post is left to the sweep', async () => {
    const jobs = async () =>
      (await get().read.selectFrom('job').select('key').where('kind', '=', 'check-post').execute()).length;
    const before = await jobs();
    const id = await publish(picture);
    expect(await jobs()).toBe(before);
    await expect(
      get().write(async (tx) => {
        await updatePost(tx, id, { content: picture });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await jobs()).toBe(before);
  });

  test('the table is bounded, in posts and in the findings that it lists of each', async () => {
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (let n = 0; n < 5; n++) made.push(await makePost(tx));
      return made;
    });
    const many = {
      revision: 1,
      pictures: Array.from({ length: 300 }, (_, n) => ({ name: `p-${n}\0\\u0000.jpg`, isFeatured: false })),
      links: Array.from({ length: 40 }, (_, n) => `/${n}/${'x'.repeat(900)}`),
    };
    const checked = new Map(ids.map((id) => [id, many]));
    await get().write((tx) => saveFindings(tx, checked, { now: 1, most: 3 }));
    const rows = await get().read.selectFrom('post_finding').selectAll().orderBy('post_id').execute();
    expect(rows.map(({ post_id: id }) => id)).toEqual(ids.slice(-3));
    expect(rows[0]).toMatchObject({ picture_count: 300, link_count: 40 });
    expect(rows[0]?.details.length).toBeLessThan(5000);
    expect((await found()).listed[0]?.pictures[0]?.name).toBe('p-0\\u0000.jpg');
    await get().write((tx) => saveFindings(tx, new Map([[999_999_999, many]]), { now: 1 }));
    expect(await get().read.selectFrom('post_finding').select('post_id').execute()).toHaveLength(3);
  });

  test('writers see only findings of posts that they may edit', async () => {
    const actors = await makeActors(get());
    const [own, other] = [
      await publish(picture, { authorId: actors.author.id }),
      await publish(picture, { authorId: actors.editor.id }),
    ];
    const none = { revision: 1, pictures: [{ name: 'a', isFeatured: false }], links: [] };
    await get().write((tx) => saveFindings(tx, new Map([own, other].map((id) => [id, none])), { now: 1 }));
    const seenBy = async (name: 'editor' | 'author' | 'contributor') =>
      (await listFindings(get().read, actors[name], 50)).listed.map(({ id }) => id);
    expect(await seenBy('editor')).toEqual(expect.arrayContaining([own, other]));
    expect(await seenBy('author')).toEqual([own]);
    expect(await seenBy('contributor')).toEqual([]);
  });

  test('a sweep begins a minute after the start and once a day, whatever the clock did', async () => {
    await get().write((tx) => tx.db.deleteFrom('job').execute());
    await get().write((tx) => tx.db.deleteFrom('counter').where('key', '=', 'check-posts:begun').execute());
    const start = Date.UTC(2026, 5, 1);
    const starter = sweepStarter({ database: get(), now: () => start });
    const first = start + 60_000;
    expect([await starter.take(start, 1), await starter.nextDueAt(start)]).toEqual([[], first]);
    expect(await run(starter, first)).toBe(1);
    expect(await starter.nextDueAt(first)).toBeUndefined();
    await run(sweepQueue(site(), 0));
    expect(await starter.nextDueAt(first)).toBe(first + 24 * 3_600_000);
    expect(await starter.nextDueAt(first - 3_600_000)).toBe(first);
  });
});
