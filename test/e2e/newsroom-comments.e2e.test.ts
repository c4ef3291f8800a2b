import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { updateComment, addReport } from '../../src/modules/comments/store.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makeComment, makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
let author = 0;
let bridge = 0;
let contested = 0;
let spam = 0;

const hostile =
  '<script>window.ran = 1</script><img src="https://evil.example/p.png" onerror="window.ran = 1">See ' +
  '<a href="javascript:window.ran=1">this offer</a>' +
  ' and <a href="https://evil.example/buy">that</a><iframe srcdoc="<script>parent.ran=1</script>"></iframe>';

const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['editor'], displayName: 'Mirai' });
  author = await makeUser(tx, { login: 'ann', roles: ['author'], displayName: 'Ann' });
  bridge = await makePost(tx, { title: 'Bridges & rivers', slug: 'bridge', authorId: author });
  const other = await makePost(tx, { title: 'جسر جديد', slug: 'jisr', authorId: mirai });
  const at = (minute: number) => Date.UTC(2026, 5, 1, 12, 60 - minute);
  const held = { status: 'hold' as const, postId: bridge };
  await makeComment(tx, { ...held, authorName: 'Kim', content: 'First of all.', createdAt: at(1) });
  await makeComment(tx, {
    ...held,
    authorName: 'Œuvre Ltd',
    content: hostile,
    authorUrl: 'https://evil.example/',
    createdAt: at(2),
  });
  await makeComment(tx, {
    ...held,
    authorName: 'さくら',
    content: '素晴らしい橋です。',
    postId: other,
    createdAt: at(3),
  });
  await makeComment(tx, { ...held, authorName: 'Дмитрий', content: 'Спасибо.\nОчень.', createdAt: at(4) });
  contested = await makeComment(tx, {
    ...held,
    authorName: 'Contested',
    content: 'Two read this.',
    createdAt: at(5),
  });
  await makeComment(tx, {
    postId: bridge,
    status: 'approved',
    authorName: 'عمر',
    content: 'مقال رائع',
    authorEmail: 'omar@mail.example',
    createdAt: at(6),
  });
  spam = await makeComment(tx, {
    postId: bridge,
    status: 'spam',
    authorName: 'Watches',
    content: 'a'.repeat(400),
    createdAt: at(7),
  });
});

const open = (path: string, options: NewsroomOptions = {}, userId = mirai): Promise<Page> =>
  openNewsroom(browser, site, path, userId, options);
const names = (page: Page) => page.locator('.comment-head strong').allTextContents();
const item = (page: Page, name: string) => page.locator('.comment', { hasText: name });
const current = (page: Page) => page.locator('.comment:focus .comment-head strong').allTextContents();
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const pending = '/wp-admin/edit-comments.php?comment_status=moderated';
const article = async () => (await fetch(`${site.url}/bridge/`)).text();

test('[IMP-10] comment text is inert, and shows its links’ targets', async () => {
  const page = await open(pending);
  const text = item(page, 'Œuvre Ltd').locator('.comment-text');
  await expect
    .poll(() => text.textContent())
    .toEqual(expect.stringMatching(/^See this offer and that https:\/\/evil\.example\/buy\s*$/));
  expect(await text.locator('a, img, iframe, script').count()).toBe(0);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await page
    .getByRole('navigation', { name: 'Newsroom' })
    .getByRole('link', { name: /Comments 5 awaiting moderation/ })
    .waitFor();
});

test('[IMP-10] comments are moderated with WordPress’ keys, one after the other, and the last ones undone', async () => {
  const page = await open(pending);
  await expect.poll(() => names(page)).toEqual(['Kim', 'Œuvre Ltd', 'さくら', 'Дмитрий', 'Contested']);
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
  await expect.poll(() => current(page)).toEqual(['Kim']);
  for (const key of ['a', 's', 'd']) await page.keyboard.press(key);
  await expect.poll(() => names(page)).toEqual(['Дмитрий', 'Contested']);
  await expect.poll(() => current(page)).toEqual(['Дмитрий']);
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Status' }).textContent())
    .toMatch(/Pending 2Approved 2Spam 2Trash 1/);
  await expect.poll(article).toContain('First of all.');
  await page.keyboard.press('z');
  await expect.poll(() => names(page)).toEqual(['さくら', 'Дмитрий', 'Contested']);
  await page.keyboard.press('z');
  await expect.poll(() => names(page)).toEqual(['Œuvre Ltd', 'さくら', 'Дмитрий', 'Contested']);
  await expect.poll(() => toast(page).textContent()).toContain('Œuvre Ltd restored');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
});

test('[IMP-10] replies and edits are inline; a reply approves a pending comment', async () => {
  const page = await open(`/wp-admin/edit-comments.php?p=${bridge}&s=%D0%9E%D1%87%D0%B5%D0%BD%D1%8C`);
  await expect.poll(() => names(page)).toEqual(['Дмитрий']);
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.keyboard.type('Glad you liked it, just ask.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => toast(page).textContent()).toContain('Your reply to Дмитрий');
  await expect.poll(() => article()).toMatch(/Glad you liked it, just ask/);
  await page.keyboard.press('e');
  await page.getByLabel('Comment', { exact: true }).fill('Спасибо большое.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('saved');
  await expect.poll(() => article()).toContain('Спасибо большое.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => article()).toContain('Очень.');
});

test('[IMP-10] a draft reply stays while another comment is answered, until it is discarded', async () => {
  const page = await open(`/wp-admin/edit-comments.php?p=${bridge}`);
  const reply = page.getByRole('textbox', { name: /^Reply to/ });
  const begin = (name: string) =>
    item(page, name).getByRole('button', { name: 'Reply', exact: true }).click();
  await begin('Contested');
  await reply.fill('Half a reply');
  await begin('عمر');
  await expect.poll(() => reply.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await begin('Contested');
  await expect.poll(() => reply.inputValue()).toBe('Half a reply');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await begin('Contested');
  await expect.poll(() => reply.inputValue()).toBe('');
});

test('[IMP-10] the link below a comment leads to where it is edited, and on to the others', async () => {
  const page = await open(`/wp-admin/comment.php?action=editcomment&c=${contested}`);
  await expect.poll(() => page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Two read this.');
  await expect.poll(() => names(page)).toEqual(['Contested']);
  await page.getByRole('button', { name: 'Show all comments' }).click();
  await expect.poll(() => names(page)).toContain('عمر');
});

test('[IMP-10] links of mails ask before deciding, and skip decided comments', async () => {
  const page = await open(`/wp-admin/comment.php?action=approve&c=${contested}`);
  const question = page.getByRole('group', { name: 'Approve this comment?' });
  await question.waitFor();
  await expect
    .poll(async () => [new URL(page.url()).search, await names(page), await article()])
    .toEqual([`?c=${contested}&ask=approve`, ['Contested'], expect.not.stringContaining('Two read this.')]);
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Contested approved');
  await expect.poll(() => new URL(page.url()).search).toBe('?comment_status=moderated');
  await expect.poll(() => article()).toContain('Two read this.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => article()).not.toContain('Two read this.');
  await page.goto(`${site.url}/wp-admin/comment.php?c=${spam}&action=spam`);
  await expect
    .poll(() => page.locator('.question').textContent())
    .toBe('This comment is already marked as spam.');
  // Links for actions that no mail offers lead to the comment only.
  await page.goto(`${site.url}/wp-admin/comment.php?action=delete&c=${contested}`);
  await expect.poll(() => page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Two read this.');
  await expect.poll(() => new URL(page.url()).search).toBe(`?c=${contested}`);
});

test('[IMP-10] another moderator’s concurrent decision is not overwritten', async () => {
  const page = await open(pending, { expectedMessages: /status of 409/ });
  await item(page, 'Contested').waitFor();
  await site.write((tx) => updateComment(tx, contested, { status: 'approved' }));
  await item(page, 'Contested').getByRole('button', { name: 'Spam' }).click();
  await expect.poll(() => toast(page).textContent()).toMatch(/Contested: .*in the meantime/);
  await expect.poll(() => names(page)).not.toContain('Contested');
  expect(await article()).toContain('Two read this.');
});

test('[IMP-10] several go together, from one post, and are deleted for good after a question', async () => {
  const page = await open('/wp-admin/edit-comments.php?comment_status=spam');
  await item(page, 'Watches').getByRole('checkbox').check();
  await page
    .getByRole('group', { name: 'Bulk actions' })
    .getByRole('button', { name: 'Delete permanently' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('“Watches” deleted permanently');
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^All/ }).click();
  await item(page, 'عمر').getByRole('link', { name: 'Bridges & rivers' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe(`?p=${bridge}`);
  await expect.poll(() => page.locator('.narrowed b').textContent()).toBe('Bridges & rivers');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: 'Trash' }).click();
  await expect.poll(() => page.locator('.empty').textContent()).toBe('No comments yet.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(page)).toContain('عمر');
});

test('[IMP-10] reader reports are restored by undoing a decision', async () => {
  const made = (authorName: string, status: 'approved' | 'hold') =>
    site.write(async (tx) => {
      const commentId = await makeComment(tx, { postId: bridge, status, authorName, content: 'Buy this.' });
      await addReport(tx, {
        commentId,
        postId: bridge,
        userId: 0,
        reporter: 'a',
        reason: 'spam',
        text: '',
        createdAt: 1,
      });
    });
  await made('Held Up', 'hold');
  await made('Shown Off', 'approved');
  const page = await open(`/wp-admin/edit-comments.php?p=${bridge}`);
  for (const [name, decision] of [
    ['Held Up', 'Approve'],
    ['Shown Off', 'Unapprove'],
  ] as const) {
    await item(page, name).getByRole('button', { name: decision }).click();
    await expect.poll(() => toast(page).textContent()).toContain(name);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => toast(page).textContent()).toContain(`Comment by ${name} restored.`);
  }
  await page.reload();
  for (const name of ['Held Up', 'Shown Off'])
    await item(page, name).getByRole('group', { name: 'Reports' }).waitFor();
});

test('[ROLE-02] without `moderate_comments` there are no comments to decide', async () => {
  const page = await open('/wp-admin/edit-comments.php', {}, author);
  await expect.poll(() => page.locator('main').textContent()).toContain('moderate_comments');
  expect(
    await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Comments' }).count(),
  ).toBe(0);
});

test.each(
  drawn(
    'windows of comments',
    [
      ['wide', { viewport: { width: 1440, height: 900 } }, '0'],
      ['tablet', { viewport: { width: 1024, height: 800 } }, '1'],
      ['phone', { viewport: { width: 375, height: 812 } }, '1'],
    ] as const,
    3,
  ),
)(
  '[IMP-29] comments on a %s window: nothing serious for axe, nothing wider than it',
  async (name, options, dark) => {
    const page = await open('/wp-admin/edit-comments.php', { ...options, dark });
    await item(page, 'عمر').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await page.keyboard.type('Thank you.');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/comments-${name}.png` });
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  },
);

const answers = async (parent: number) =>
  ((await (await fetch(`${site.url}/wp-json/wp/v2/comments?parent=${parent}`)).json()) as readonly unknown[])
    .length;

test('another moderator’s edit is not overwritten by a form opened before the list reloaded', async () => {
  let id = 0;
  await site.write(async (tx) => {
    id = await makeComment(tx, {
      postId: bridge,
      status: 'approved',
      authorName: 'Twice',
      content: 'As it was.',
    });
    await makeComment(tx, {
      postId: bridge,
      status: 'approved',
      authorName: 'Bystander',
      content: 'Something else.',
    });
  });
  const page = await open(`/wp-admin/edit-comments.php?p=${bridge}&comment_status=approved`, {
    expectedMessages: /status of 409/,
  });
  await item(page, 'Twice').getByRole('button', { name: 'Edit' }).click();
  await site.write((tx) => updateComment(tx, id, { content: 'As another has it.' }));
  const requested = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes('/wp/v2/comments?'),
  );
  await item(page, 'Bystander').getByRole('button', { name: 'Unapprove' }).click();
  await requested;
  await expect.poll(() => names(page)).not.toContain('Bystander');
  await page.getByLabel('Name', { exact: true }).fill('Named');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => page.locator('.comment-form [role=alert]').textContent())
    .toContain('in the meantime');
  expect(await article()).toContain('As another has it.');
});

test('replying to a pending comment after an undo approves it, and the reply appears below it', async () => {
  let id = 0;
  await site.write(async (tx) => {
    id = await makeComment(tx, {
      postId: bridge,
      status: 'hold',
      authorName: 'Answered',
      content: 'A question?',
    });
  });
  const page = await open(`/wp-admin/edit-comments.php?p=${bridge}`);
  const reply = async (text: string) => {
    await item(page, 'A question?').getByRole('button', { name: 'Reply' }).click();
    await page.getByLabel('Reply to Answered', { exact: true }).getByRole('textbox').fill(text);
    await page.keyboard.press('Control+Enter');
  };
  await reply('An answer.');
  await expect.poll(() => answers(id)).toBe(1);
  await item(page, 'A question?').getByRole('button', { name: 'Unapprove' }).click();
  await expect.poll(async () => (await fetch(`${site.url}/wp-json/wp/v2/comments/${id}`)).ok).toBe(false);
  await item(page, 'A question?').getByRole('button', { name: 'Approve' }).waitFor();
  await reply('Another answer.');
  await expect.poll(() => answers(id)).toBe(2);
});

test('Escape that closes an input method keeps the text', async () => {
  const page = await open(`/wp-admin/edit-comments.php?p=${bridge}`);
  await item(page, 'عمر').getByRole('button', { name: 'Reply' }).click();
  const text = page.getByLabel('Reply to عمر', { exact: true }).getByRole('textbox');
  await text.fill('素晴らしい');
  await text.evaluate((node) =>
    node.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }),
    ),
  );
  expect(await text.inputValue()).toBe('素晴らしい');
  await page.keyboard.press('Escape');
  await expect.poll(() => text.count()).toBe(0);
});

test('[IMP-10] a page number past the end shows the last page of comments', async () => {
  const page = await open('/wp-admin/edit-comments.php?paged=3');
  await expect.poll(async () => (await names(page)).length).toBeGreaterThan(0);
  expect(new URL(page.url()).search).toBe('');
});
