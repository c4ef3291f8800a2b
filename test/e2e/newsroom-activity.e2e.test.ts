import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { noteChange } from '../../src/kernel/command.ts';
import type { Activity } from '../../src/kernel/command.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { operator } from '../../src/modules/users/role.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0, post: 0 };
const password = 'correct horse 57';

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  await updateUser(tx, ids.edda, { password: await hashPassword(password) });
  ids.post = await makePost(tx, { title: 'Ferries return', authorId: ids.edda });
});

const screen = '/wp-admin/tools.php?page=activity';
const phone = { width: 375, height: 812 };
const open = (path = screen, options: NewsroomOptions = {}, user = ids.mirai): Promise<Page> =>
  openNewsroom(browser, site, path, user, options);
const entries = (page: Page) => page.locator('.activity-entry');
const entry = (page: Page, text: string) => entries(page).filter({ hasText: text });

async function note(
  tx: Tx,
  by: number,
  change: Pick<Activity, 'verb' | 'kind' | 'itemId' | 'summary' | 'details'>,
) {
  const actor = by === 0 ? operator() : await findActor(tx.db, by);
  if (actor) await noteChange(tx, actor, change);
}

beforeEach(() =>
  site.write(async (tx) => {
    await tx.db.deleteFrom('activity').execute();
    await tx.db.deleteFrom('login_failure').execute();
    const ferries = 'post "Ferries return": title';
    await note(tx, ids.edda, { verb: 'update', kind: 'post', itemId: ids.post, summary: ferries });
    await note(tx, ids.mirai, {
      verb: 'update',
      kind: 'setting',
      itemId: 0,
      summary: 'posts_per_page, look',
      details: {
        posts_per_page: { before: 10, after: 20 },
        social_profiles: { before: [], after: ['https://social.example/paper'] },
        a_former_setting: {
          before: { isOn: true, colors: { text: '#111' } },
          after: { isOn: false, colors: { text: '#222' } },
        },
      },
    });
    await note(tx, 0, { verb: 'delete', kind: 'post', itemId: 999_999, summary: 'post "Gone for good"' });
  }),
);

site.onBoth('[IMP-11] entries say who changed what, and link to the item while it exists', async () => {
  const page = await open('/wp-admin/');
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  await entries(page).nth(2).waitFor();
  await entry(page, 'Command line').getByText('deleted').waitFor();
  expect(await entry(page, 'Gone for good').getByRole('link').count()).toBe(0);
  await entry(page, 'Ferries return').getByText('Edda').waitFor();
  await entry(page, 'Ferries return').getByRole('link').click();
  await expect.poll(() => page.url()).toContain(`/wp-admin/post.php?post=${ids.post}&action=edit`);
});

site.onBoth(
  '[IMP-11] changes are shown in words before and after, here and in the history of settings',
  async () => {
    const page = await open();
    const changed = entry(page, 'Mirai');
    await changed.getByText('Posts per page').waitFor();
    const text = (await changed.textContent()) ?? '';
    expect(text).toMatch(/10.*→.*20/);
    expect(text).toMatch(/empty.*→.*https:\/\/social\.example\/paper/);
    expect(text).toContain('a former setting › colors › text');
    expect(text).toMatch(/on.*→.*off/);
    expect(text).not.toMatch(/[{}[\]"]/);

    await page.goto(`${site.url}/wp-admin/options-general.php`);
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'Settings history' });
    await history.getByText('Posts per page').waitFor();
    expect(await history.locator('.changed-values').textContent()).not.toMatch(/[{}[\]"]/);
  },
);

site.onBoth('[IMP-11] filters by person, kind, action, source, day and text are in the address', async () => {
  const page = await open();
  await entries(page).nth(2).waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  const expectOnly = async (text: string) => {
    await expect.poll(() => entries(page).count()).toBe(1);
    await entry(page, text).waitFor();
  };
  await page.getByLabel('Person').selectOption({ label: 'Edda' });
  await expectOnly('Ferries return');
  expect(page.url()).toContain(`user=${ids.edda}`);
  await page.reload();
  await expectOnly('Ferries return');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => entries(page).count()).toBe(3);
  await page.getByLabel('What').selectOption({ label: 'Settings' });
  await expectOnly('Mirai');
  await page.getByLabel('What').selectOption({ label: 'Everything' });
  await page.getByLabel('Action').selectOption({ label: 'deleted' });
  await expectOnly('Gone for good');
  await page.getByLabel('Action').selectOption({ label: 'Any action' });
  await page.getByLabel('Source').selectOption({ label: 'Command line' });
  await expectOnly('Gone for good');
  await page.getByLabel('Source').selectOption({ label: 'Any source' });
  await expect.poll(() => entries(page).count()).toBe(3); // an address of its own, to which the next step goes back
  await page.getByLabel('Until').fill('2020-01-31');
  await page.getByText('No entries match these filters.').waitFor();
  await page.goBack();
  await expect.poll(() => entries(page).count()).toBe(3);
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('ferries');
  await expectOnly('Ferries return');
  await page.getByRole('searchbox', { name: 'Search activity' }).fill(`%' or 1=1 --`);
  await page.getByText('No entries match these filters.').waitFor();
});

test('[IMP-11] an address with invalid filters shows all entries', async () => {
  const page = await open(`${screen}&user=-1&kind=planet&verb=<b>&source=&since=2026-02-31x&until=never`);
  await entries(page).nth(2).waitFor();
});

test('[IMP-11] hostile text is shown as text, and long texts fit', async () => {
  await site.write(async (tx) => {
    const summary = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> \u202Egnp';
    await note(tx, ids.mirai, { verb: 'update', kind: 'site', itemId: 0, summary });
    await note(tx, ids.mirai, { verb: 'create', kind: 'site', itemId: 0, summary: 'w'.repeat(300) });
    await note(tx, ids.mirai, {
      verb: 'update',
      kind: 'setting',
      itemId: 0,
      summary: '__proto__',
      details: { constructor: { before: '<b>', after: 'x'.repeat(5000) } },
    });
  });
  const page = await open(screen, { viewport: phone });
  await entry(page, 'onerror=').waitFor();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect((await seriousFaults(page)).tooWide).toBe(0);
});

site.onBoth('[IMP-11] older entries follow by a button, each once', async () => {
  await site.write(async (tx) => {
    for (let n = 0; n < 60; n++)
      await note(tx, ids.edda, { verb: 'update', kind: 'site', itemId: 0, summary: `step ${n};` });
  });
  const page = await open();
  await expect.poll(() => entries(page).count()).toBe(50);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => entries(page).count()).toBe(63);
  const shown = (await page.locator('.activity-item').allTextContents()).filter((text) =>
    text.startsWith('step'),
  );
  expect([shown.length, new Set(shown).size]).toEqual([60, 60]);
});

site.onBoth('[IMP-11] the export contains what the filters show, without formulas', async () => {
  await site.write((tx) =>
    note(tx, ids.edda, { verb: 'update', kind: 'site', itemId: 0, summary: '=HYPERLINK("x")' }),
  );
  const page = await open(`${screen}&user=${ids.edda}`);
  await entries(page).nth(1).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect([download.suggestedFilename(), lines.length, lines[0]]).toEqual([
    'activity.csv',
    4,
    '\uFEFFdate,user,source,action,kind,item,summary,changes',
  ]);
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
});

site.onBoth('[IMP-11] log-ins, log-outs and failed log-ins of editors are listed', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/wp-login.php`);
  const logIn = async (pwd: string) => {
    await page.locator('[name=log]').fill('edda');
    await page.locator('[name=pwd]').fill(pwd);
    await page.locator('form [type=submit]').first().click();
  };
  await logIn('wrong');
  await page.getByText('User or password incorrect!').waitFor();
  await logIn(password);
  await page.getByRole('heading', { level: 1, name: /Edda/ }).waitFor();
  await atRest(page); // a request sent before the log-out and answered after it would be refused
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.locator('[name=log]').waitFor();

  const own = await open(`${screen}&kind=user`);
  await entry(own, 'Edda logged out').waitFor();
  await entry(own, 'Edda logged in').waitFor();
  await entry(own, 'Someone failed to log in').getByRole('link', { name: '"Edda"' }).waitFor();
});

test('[IMP-11] it works by keyboard and on a phone, axe finds nothing serious, light and dark', async () => {
  for (const [viewport, dark] of [
    [undefined, '0'],
    [phone, '1'],
  ] as const) {
    const page = await open(screen, { dark, ...(viewport ? { viewport } : {}) });
    await entries(page).nth(2).waitFor();
    await page.getByRole('searchbox', { name: 'Search activity' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('Person').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  }
});

test('[IMP-11] an editor is not allowed to see it; errors of the server are shown', async () => {
  const refused = await open(screen, {}, ids.edda);
  await refused.getByRole('heading', { name: 'Access denied' }).waitFor();
  const page = await open('/wp-admin/', { expectedMessages: /status of 403/ });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/wp-json/broadsheet/v1/activity?*', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({
        code: 'rest_forbidden',
        message: 'Sorry, you are not allowed to view the activity log.',
      }),
    }),
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.type('activity');
  await page
    .getByRole('option', { name: /Activity/ })
    .first()
    .click();
  await page.getByRole('alert').getByText('Sorry, you are not allowed to view the activity log.').waitFor();
});
