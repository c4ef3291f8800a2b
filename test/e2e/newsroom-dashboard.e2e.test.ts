import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { noteChange } from '../../src/kernel/command.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import type { Actor } from '../../src/kernel/permission.ts';
import { updateComment } from '../../src/modules/comments/store.ts';
import { addRedirect } from '../../src/modules/redirects/store.ts';
import { writeLock } from '../../src/modules/posts/lock-store.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { addViews } from '../../src/modules/views/store.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeComment, makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { drawnLooks, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0, tomas: 0, cleo: 0, lead: 0, second: 0, checked: 0, removed: 0 };
const dayMs = 24 * 3_600_000;
const hostile = '<img src=x onerror="document.title=1"> \u202egnp';

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  ids.tomas = await makeUser(tx, { login: 'tomas', roles: ['author'], displayName: 'Tomas' });
  ids.cleo = await makeUser(tx, { login: 'cleo', roles: ['contributor'], displayName: 'Cleo' });
  ids.second = await makePost(tx, { title: 'Second story', authorId: ids.tomas });
  ids.removed = await makePost(tx, { title: 'Removed', slug: 'removed-story' });
  ids.checked = await makePost(tx, { title: 'Checked story', authorId: ids.tomas });
  ids.lead = await makePost(tx, { title: 'Ferries return', slug: 'ferries-return', authorId: ids.edda });
  await makePost(tx, { title: 'Old note', status: 'draft', authorId: ids.mirai, modifiedAt: 1000 });
  await makePost(tx, { title: 'Cleo’s idea', status: 'pending', authorId: ids.cleo });
  await makePost(tx, { title: hostile, status: 'draft', authorId: ids.tomas });
  const now = Date.now();
  await makePost(tx, {
    title: 'After tomorrow',
    status: 'future',
    authorId: ids.tomas,
    publishedAt: now + 2 * dayMs,
  });
  await makePost(tx, { title: 'Tomorrow', status: 'future', authorId: ids.edda, publishedAt: now + dayMs });
  await addViews(tx, new Map([[ids.lead, 40]]), now - 7 * dayMs);
  await addViews(
    tx,
    new Map([
      [ids.second, 3],
      [ids.lead, 12],
    ]),
    now,
  );
});

const open = (user: number, options: NewsroomOptions = {}): Promise<Page> =>
  openNewsroom(browser, site, '/wp-admin/', user, options);
const part = (page: Page, title: string): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })
    .last();
const links = (page: Page, title: string) => part(page, title).locator('li a.cut').allTextContents();
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const titlesOfParts = async (page: Page) => {
  await page.locator('.home [aria-busy=false]').first().waitFor();
  return page.locator('.home-all h2').allTextContents();
};
const actorOf = async (tx: Tx, id: number): Promise<Actor> => {
  const actor = await findActor(tx.db, id);
  if (!actor) throw new Error('no such user');
  return actor;
};
const hold = async (...names: readonly string[]) => {
  const held: number[] = [];
  await site.write(async (tx) => {
    await tx.db.deleteFrom('comment').execute();
    for (const authorName of names)
      held.push(await makeComment(tx, { postId: ids.lead, status: 'hold', authorName }));
  });
  return held;
};
const statusOf = async (id: number) => {
  let status: string | undefined;
  await site.write(
    async (tx) =>
      void (status = (
        await tx.db.selectFrom('comment').select('status').where('id', '=', id).executeTakeFirst()
      )?.status),
  );
  return status;
};

site.onBoth(
  '[IMP-11] an editor-in-chief sees the front with today’s reads, and the newsroom’s work with its authors',
  async () => {
    await site.write(async (tx) => {
      await writeLock(tx, { postId: ids.second, userId: ids.tomas, windowId: 'w', since: Date.now() });
    });
    const page = await open(ids.edda);
    await expect
      .poll(() => part(page, 'Reads today').locator('li').allInnerTexts())
      .toEqual([expect.stringMatching(/^Ferries return\s+12/), expect.stringMatching(/^Second story\s+3/)]);
    expect(await part(page, 'Reads today').locator('.reads-total').innerText()).toMatch(
      /^15\s.*40 on this day last week$/s,
    );
    const front = page.frameLocator('.front-picture iframe');
    await front.getByText('Ferries return').first().waitFor();
    expect(await page.locator('.front-picture iframe').getAttribute('sandbox')).toBe('allow-same-origin');
    expect(await links(page, 'Scheduled')).toEqual(['Tomorrow', 'After tomorrow']);
    expect(await part(page, 'Scheduled').locator('.home-note').allInnerTexts()).toEqual(['You', 'Tomas']);
    expect(await part(page, 'Being edited now').locator('li').innerText()).toMatch(
      /^Second story\s+Tomas\s+since /,
    );
    expect(await links(page, 'Your drafts')).toEqual([]);
    await part(page, 'Your drafts').getByRole('link', { name: 'Write a story' }).waitFor();
    expect(await links(page, 'Drafts by others')).toEqual(
      expect.arrayContaining(['Cleo’s idea', 'Old note']),
    );
    expect(
      await part(page, 'Drafts by others').locator('li', { hasText: 'Cleo’s idea' }).innerText(),
    ).toMatch(/Pending review\s+Cleo/);
    await part(page, 'Scheduled').getByRole('link', { name: 'View all' }).click();
    await page.waitForURL('**/edit.php?post_status=future');
    await page.goBack();
    await part(page, 'Drafts by others').getByRole('link', { name: 'Cleo’s idea' }).click();
    await page.waitForURL('**/post.php?post=*&action=edit');
  },
);

site.onBoth(
  '[IMP-11] each role sees what it may do: an author their own work, a contributor their drafts',
  async () => {
    expect(await titlesOfParts(await open(ids.edda))).toEqual([
      'Reads today',
      'Comments waiting',
      'Scheduled',
      'Being edited now',
      'Your drafts',
      'Drafts by others',
      'Problems in stories',
    ]);
    const author = await open(ids.tomas);
    expect(await titlesOfParts(author)).toEqual([
      'Reads today',
      'Scheduled',
      'Being edited now',
      'Your drafts',
      'Problems in stories',
    ]);
    expect(await links(author, 'Scheduled')).toEqual(['After tomorrow']);
    const contributor = await open(ids.cleo);
    expect(await titlesOfParts(contributor)).toEqual(['Your drafts']);
    expect(await links(contributor, 'Your drafts')).toEqual(['Cleo’s idea']);
  },
);

site.onBoth(
  '[IMP-11] comments are approved and trashed in place by keyboard; the focus goes to the next row, at last to the heading',
  async () => {
    const [first = 0, second = 0, third = 0] = await hold('Ann', 'Ben', hostile);
    const page = await open(ids.edda);
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    await page.getByRole('button', { name: 'Approve comment by Ben' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Approve comment by Ann');
    await expect.poll(() => statusOf(second)).toBe('approved');
    await expect.poll(() => toast(page).textContent()).toContain('Comment by Ben approved.');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => statusOf(second)).toBe('hold');
    await page.getByRole('button', { name: 'Approve comment by Ben' }).waitFor();
    await part(page, 'Comments waiting')
      .getByRole('button', { name: /to trash$/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => statusOf(third)).toBe('trash');
    await page.keyboard.press('Enter');
    await expect.poll(() => statusOf(second)).toBe('trash');
    await expect.poll(focused).toBe('Move comment by Ann to trash');
    await page.keyboard.press('Enter');
    await expect.poll(() => statusOf(first)).toBe('trash');
    await expect.poll(focused).toBe('Comments waiting');
    await part(page, 'Comments waiting').getByText('No comments are waiting.').waitFor();
  },
);

site.onBoth(
  '[IMP-11] a comment that someone else changed in the meantime is not decided blindly',
  async () => {
    const [id = 0] = await hold('Ann');
    const page = await open(ids.edda, { expectedMessages: /status of 409/ });
    await page.getByRole('button', { name: 'Approve comment by Ann' }).waitFor();
    await site.write((tx) => updateComment(tx, id, { content: 'Quite another text.' }));
    await page.getByRole('button', { name: 'Approve comment by Ann' }).click();
    await expect.poll(() => toast(page).textContent()).toContain('in the meantime');
    expect(await statusOf(id)).toBe('hold');
    await part(page, 'Comments waiting').getByText('Quite another text.').waitFor();
  },
);

site.onBoth(
  '[IMP-11] pictures without alternative text and broken links are found in the background, by this site’s own addresses',
  async () => {
    await site.write(async (tx) => {
      await deletePost(tx, ids.removed);
      await addRedirect(tx, { source: '/former/', target: '/ferries-return/' });
      await updatePost(tx, ids.checked, {
        featuredMediaId: await makeMedia(tx, { file: { alt: '' } }),
        content: `<p><a href="/removed-story/">a</a> <a href="${site.url}/former/">b</a> <a href="/ferries-return/">c</a>
        <a href="https://elsewhere.invalid/x">d</a></p><img src="/wp-content/uploads/boat.jpg"><img src="/wp-content/uploads/line.jpg" alt="">`,
      });
    });
    // The picture has no file.
    const page = await open(ids.tomas, { expectedMessages: /status of 404/ });
    await expect
      .poll(async () => {
        await page.reload();
        await part(page, 'Problems in stories').and(page.locator('[aria-busy=false]')).waitFor();
        return links(page, 'Problems in stories');
      })
      .toEqual(['Checked story']);
    const found = part(page, 'Problems in stories');
    await found.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect((await found.locator('.home-found li').allInnerTexts()).map((text) => text.trim())).toEqual([
      expect.stringMatching(/^Featured image picture-\d+\.jpg$/),
      'Picture boat.jpg',
      'Link /removed-story/',
    ]);
    await site.write((tx) =>
      updatePost(tx, ids.checked, { featuredMediaId: 0, content: '<p><a href="/former/">b</a></p>' }),
    );
    await expect
      .poll(async () => {
        await page.reload();
        await part(page, 'Problems in stories').and(page.locator('[aria-busy=false]')).waitFor();
        return links(page, 'Problems in stories');
      })
      .toEqual([]);
    await part(page, 'Problems in stories').getByText('No problems found.').waitFor();
  },
);

site.onBoth('[IMP-11] an administrator sees what others changed since the last visit, grouped', async () => {
  await site.write(async (tx) => {
    const [edda, mirai] = [await actorOf(tx, ids.edda), await actorOf(tx, ids.mirai)];
    await tx.db.deleteFrom('activity').execute();
    for (const [itemId, title] of [
      [ids.lead, 'Ferries return'],
      [ids.second, hostile],
    ] as const)
      await noteChange(tx, edda, {
        verb: 'update',
        kind: 'post',
        itemId,
        summary: `post "${title}": content`,
      });
    await noteChange(tx, mirai, { verb: 'update', kind: 'setting', itemId: 0, summary: 'blogname' });
  });
  const page = await open(ids.mirai);
  const changes = part(page, 'Since your last visit');
  await changes.getByText('Posts: 2 updated').waitFor();
  expect(await changes.locator('.home-found li').allInnerTexts()).toEqual([hostile, 'Ferries return']);
  expect(await changes.innerText()).not.toContain('blogname');
  await changes.getByRole('link', { name: 'Ferries return' }).click();
  await page.waitForURL(`**/post.php?post=${ids.lead}&action=edit`);
});

site.onBoth(
  '[IMP-11] the steps of a new site are checked by facts, lead to their screens, and are dismissed for oneself',
  async () => {
    const page = await open(ids.mirai);
    const steps = page.getByRole('region', { name: 'Set up your site' });
    await steps.getByText('2 of 6 done').waitFor();
    const done = () => steps.locator('[data-done=true] a').allTextContents();
    expect(await done()).toEqual(['First story', 'Team']);
    for (const [name, address] of [
      ['Name and logo', '/options-general.php'],
      ['Look', '/themes.php'],
      ['Menu', '/nav-menus.php'],
      ['Team', '/user-new.php'],
      ['Push notifications and ads', '/options-general.php?page=push'],
    ] as const)
      expect(await steps.getByRole('link', { name }).getAttribute('href')).toBe(`/wp-admin${address}`);
    await site.set({ look: { base: 'review' } });
    await page.reload();
    await expect.poll(done).toEqual(['Look', 'First story', 'Team']);
    await steps.getByRole('button', { name: 'Dismiss' }).focus();
    await page.keyboard.press('Enter');
    await steps.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Hello, Mirai');
    await page.reload();
    await part(page, 'Your drafts').and(page.locator('[aria-busy=false]')).waitFor();
    expect(await steps.count()).toBe(0);
    // Another window stored its visit since: the change is applied to that.
    const [one, other] = [await open(ids.mirai), await open(ids.mirai)];
    await part(one, 'Your drafts').and(one.locator('[aria-busy=false]')).waitFor();
    await part(other, 'Your drafts').and(other.locator('[aria-busy=false]')).waitFor();
    expect(await other.getByRole('region', { name: 'Set up your site' }).count()).toBe(0);
  },
);

test('[IMP-11] a part that fails says so and offers to try again; the others stay', async () => {
  const page = await open(ids.edda);
  await page.route('**/broadsheet/v1/dashboard', async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as Record<string, unknown>;
    await route.fulfill({ response: reply, json: { ...body, scheduled: null, failed: ['scheduled'] } });
  });
  await page.reload();
  await part(page, 'Scheduled').getByRole('alert').waitFor();
  expect(await links(page, 'Drafts by others')).toContain('Old note');
  await page.unroute('**/broadsheet/v1/dashboard');
  await part(page, 'Scheduled').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => links(page, 'Scheduled')).toEqual(['Tomorrow', 'After tomorrow']);
});

test('[IMP-11] on a phone it is one column in the same order; axe finds nothing in light and dark', async () => {
  await hold('Ann', hostile);
  for (const [name, options] of drawnLooks('the dashboard')) {
    const page = await open(ids.mirai, options);
    await page.frameLocator('.front-picture iframe').getByText('Ferries return').first().waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    expect(await page.evaluate(() => document.title)).toMatch(/^Hello, Mirai · /);
    const lefts = await page
      .locator('.home > section')
      .evaluateAll(
        (sections) => new Set(sections.map((one) => Math.round(one.getBoundingClientRect().left))).size,
      );
    expect(lefts === 1).toBe(name.includes('phone'));
  }
});

test('[IMP-11] a form dialog opens with the cursor in its first field', async () => {
  const page = await openNewsroom(browser, site, '/wp-admin/tools.php?page=redirects', ids.mirai);
  await page.getByRole('button', { name: 'Add redirect' }).first().focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('dialog', { name: 'Add redirect' }).getByLabel('From');
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
});
