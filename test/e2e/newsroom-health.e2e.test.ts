import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makeUser } from '../harness/factories.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0, tom: 0 };
const mails = await startMailServer();
afterAll(() => mails.close());

const site = useRealSite(
  async (tx) => {
    ids.mirai = await makeUser(tx, {
      login: 'mirai',
      email: 'mirai@paper.example',
      roles: ['administrator'],
    });
    ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'] });
    ids.tom = await makeUser(tx, { login: 'tom', email: '', roles: ['administrator'] });
  },
  () => ({ SMTP_URL: mails.url }),
);

const screen = '/wp-admin/site-health.php';
const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const phone = { width: 375, height: 812 };
const open = (path = screen, options: NewsroomOptions = {}, user = ids.mirai): Promise<Page> =>
  openNewsroom(browser, site, path, user, options);
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const jobRows = (page: Page) => page.locator('.health-jobs li');
const finding = (page: Page, text: string) => page.locator('.health-findings li').filter({ hasText: text });

interface FailedJob {
  readonly kind?: string;
  readonly key: string;
  readonly reason: string;
}
const addFailed = (...jobs: readonly FailedJob[]) =>
  site.write(async (tx) => {
    for (const { kind = 'no-such-kind', key, reason } of jobs)
      await tx.db
        .insertInto('job')
        .values({
          kind,
          key,
          reason,
          payload: '{}',
          priority: 0,
          attempts: 3,
          due_at: 0,
          created_at: 1,
          failed_at: Date.now(),
        })
        .execute();
  });
const left = async () => {
  let rows: readonly { readonly key: string; readonly reason: string }[] = [];
  await site.write(
    async (tx) =>
      void (rows = await tx.db
        .selectFrom('job')
        .select(['key', 'reason'])
        .where('kind', '=', 'no-such-kind') // the server enqueues others
        .orderBy('key')
        .execute()),
  );
  return rows.map(({ key, reason }) => [key, reason]);
};

beforeEach(() => {
  mails.refuse(undefined);
  mails.mails.length = 0;
  return site.write(async (tx) => {
    await tx.db.deleteFrom('job').execute();
    await tx.db.deleteFrom('activity').execute();
  });
});

site.onBoth('[IMP-33] problems come first and say how to fix them; what is in order is folded', async () => {
  const page = await open('/wp-admin/');
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Site health' }).click();
  await page.getByRole('heading', { level: 1, name: 'Site health' }).waitFor();
  await page.getByRole('heading', { name: /need(?:s)? attention/ }).waitFor();
  await finding(page, 'There is no backup').getByRole('link', { name: 'Backup' }).waitFor();
  await finding(page, 'The site has no public address').getByText('SITE_URL').waitFor();
  const folded = page.locator('.health-sound');
  expect(await folded.getByText('The database is in order').isVisible()).toBe(false);
  await folded.locator('summary').click();
  await folded.getByText(new RegExp(`^The database is in order: ${databases[site.dialect]}`)).waitFor();
  await folded.getByText('A mail server is configured').waitFor();

  await site.set({ blog_public: false });
  await button(page, 'Check again').click();
  await finding(page, 'Search engines are asked to stay away').waitFor();
  await finding(page, 'There is no backup').getByRole('link', { name: 'Backup' }).click();
  await page.getByRole('heading', { level: 1, name: 'Backup' }).waitFor();
  await site.set({ blog_public: null });
});

site.onBoth('[IMP-33] a failed job is explained, retried and deleted; all are retried at once', async () => {
  await addFailed(
    { key: '1', reason: 'connect ECONNREFUSED 10.0.0.1:25' },
    { key: '2', reason: '<img src=x onerror="window.hacked=1"> odd \u202Ereason' },
    { key: '3', reason: 'ENOSPC: no space left on device' },
  );
  const page = await open();
  await jobRows(page).nth(2).waitFor();
  await jobRows(page)
    .filter({ hasText: 'refused the connection' })
    .getByText('connect ECONNREFUSED')
    .waitFor();
  await jobRows(page).filter({ hasText: 'onerror=' }).waitFor();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await finding(page, '3 background jobs failed').waitFor();

  await jobRows(page)
    .filter({ hasText: 'onerror=' })
    .getByRole('button', { name: /^Delete/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete job?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await jobRows(page)
    .filter({ hasText: 'onerror=' })
    .getByRole('button', { name: /^Delete/ })
    .click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => jobRows(page).count()).toBe(2);
  expect((await left()).map(([key]) => key)).toEqual(['1', '3']);

  await jobRows(page)
    .filter({ hasText: 'ECONNREFUSED' })
    .getByRole('button', { name: /^Retry/ })
    .click();
  await expect.poll(left).toEqual([
    ['1', ''],
    ['3', 'ENOSPC: no space left on device'],
  ]);
  await addFailed({ key: '4', reason: 'again' });
  await button(page, 'Check again').click();
  await expect.poll(() => jobRows(page).count()).toBe(2);
  await button(page, 'Retry all').click();
  await expect.poll(() => jobRows(page).count()).toBe(0);
  expect((await left()).every(([, reason]) => reason === '')).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('health-problems');
});

site.onBoth(
  '[IMP-33] a job that someone else handled in the meantime is reported, and the list refreshes',
  async () => {
    await addFailed({ key: '1', reason: 'one' }, { key: '2', reason: 'two' });
    const page = await open(screen, { expectedMessages: /status of 404/ });
    await jobRows(page).nth(1).waitFor();
    await site.write(async (tx) => void (await tx.db.deleteFrom('job').where('key', '=', '1').execute()));
    await jobRows(page)
      .filter({ hasText: 'one' })
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'This job is done, is running, or was deleted.' })
      .waitFor();
    await expect.poll(() => jobRows(page).count()).toBe(1);
  },
);

site.onBoth(
  '[IMP-33] a test mail arrives, and the answer of a mail server that refuses is shown',
  async () => {
    const page = await open();
    await button(page, 'Send a test mail').click();
    await page.getByText('The mail server accepted the mail to mirai@paper.example.').waitFor();
    await expect.poll(() => mails.mails.map(({ to }) => to)).toEqual([['mirai@paper.example']]);
    expect(mails.mails[0]?.source).toMatch(/^Subject: .*Test mail/m);

    mails.refuse('550 No such mailbox');
    await button(page, 'Send a test mail').click();
    await page.getByRole('status').getByText('The mail server rejected the recipient.').waitFor();
    await page.getByRole('status').getByText('550 No such mailbox').waitFor();
    await button(page, 'Check again').click();
    await finding(page, 'was not sent').waitFor();
  },
);

site.onBoth('[IMP-33] a refused test mail is found among a hundred other failed mails', async () => {
  await addFailed(
    ...Array.from({ length: 100 }, (_, n) => ({ kind: 'mail', key: `old ${n}`, reason: '450 Old' })),
  );
  mails.refuse('550 No such mailbox');
  const page = await open();
  await button(page, 'Send a test mail').click();
  await page.getByRole('status').getByText('550 No such mailbox').waitFor();
});

test('[IMP-33] a user without an email address gets a clear error', async () => {
  const page = await open(screen, { expectedMessages: /status of 400/ }, ids.tom);
  await button(page, 'Send a test mail').click();
  await page.getByRole('alert').getByText('Your profile has no email address. Add one first.').waitFor();
});

site.onBoth('[IMP-33] failed log-ins are counted by day and address', async () => {
  const attempt = await fetch(`${site.url}/wp-login.php`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: site.url,
      cookie: 'wordpress_test_cookie=1',
    },
    body: new URLSearchParams({ log: 'mirai', pwd: 'not-the-password' }),
  });
  expect(attempt.status).toBeLessThan(500);
  const page = await open();
  const logins = page.locator('.health-fold').filter({ hasText: 'Failed log-ins' });
  await logins.locator('summary').click();
  await expect
    .poll(async () => {
      await button(page, 'Check again').click();
      return logins.locator('tbody').textContent();
    })
    .toMatch(/127\.0\.0\.1|::1/);
  const tasks = page.locator('.health-fold').filter({ hasText: 'Scheduled tasks' });
  await tasks.locator('summary').click();
  await tasks.getByRole('row').filter({ hasText: 'Deletion of old activity' }).waitFor();
});

site.onBoth('[IMP-33] the report is copied, and contains no secret', async () => {
  const page = await open(`${screen}?tab=info`);
  await page.getByRole('heading', { name: 'Environment variables' }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy report').click();
  await page.locator('.components-snackbar__content').getByText('Report copied.').waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(`### Database\n- Kind: ${databases[site.dialect]}`);
  expect(text).toContain('SMTP_URL: set');
  for (const secret of [mails.url, site.dataDir, 'mirai@paper.example', 'smtp://'])
    expect(text).not.toContain(secret);
  await page.getByRole('link', { name: 'Status' }).click();
  await page.getByRole('heading', { name: /attention|in order/ }).waitFor();
});

test('[IMP-33] it works by keyboard and on a phone, axe finds nothing serious, light and dark', async () => {
  await addFailed({ key: '1', reason: `${'long '.repeat(80)}ECONNREFUSED` });
  for (const [viewport, dark] of [
    [undefined, '0'],
    [phone, '1'],
  ] as const) {
    const page = await open(screen, { dark, ...(viewport ? { viewport } : {}) });
    await jobRows(page).first().waitFor();
    for (const summary of await page.locator('.health summary').all()) {
      await summary.focus();
      await page.keyboard.press('Enter');
    }
    await page.getByRole('columnheader', { name: 'Last run' }).waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await button(page, 'Retry all').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^Retry job/,
    );
    await page.goto(`${site.url}${screen}?tab=info`);
    await button(page, 'Copy report').waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  }
});

test('[IMP-33] an editor is not allowed to see it, and it is in Ctrl K', async () => {
  const refused = await open(screen, {}, ids.edda);
  await refused.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await refused.getByRole('link', { name: 'Site health' }).count()).toBe(0);
  const page = await open('/wp-admin/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('site health');
  await page.getByRole('option', { name: /Site health/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Site health' }).waitFor();
});

test('[IMP-33] a server that can’t read its database says so', async () => {
  const page = await open(screen, { expectedMessages: /status of 500/ });
  await page.getByRole('heading', { name: /attention/ }).waitFor();
  await page.route('**/wp-json/broadsheet/v1/health', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({
        code: 'unavailable',
        message: 'The database does not answer.',
        data: { status: 500 },
      }),
    }),
  );
  await button(page, 'Check again').click();
  await page.getByRole('alert').getByText('The database does not answer.').waitFor();
  await page.getByRole('heading', { name: /attention/ }).waitFor(); // the last result stays
});
