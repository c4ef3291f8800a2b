import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupFolder, listBackups } from '../../src/modules/backup/backup-files.ts';
import { listActivity } from '../../src/modules/activity/reader.ts';
import { createPost } from '../../src/modules/posts/writer.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase, onDrawnDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';

const browser = useChromium();
const password = 'a password of the tests';
const address = '/wp-admin/tools.php?page=backup';
/** While a restored site restarts, requests fail, and the former session has ended. */
const restarting = /status of (?:401|403|503)|ERR_CONNECTION|ERR_EMPTY|Failed to (?:load|fetch)/;
const asking = /status of 403/;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Backup' });
const rows = (page: Page) => page.getByRole('region', { name: 'Backups' }).getByRole('listitem');

async function confirm(page: Page, typed = password): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByLabel('Password').fill(typed);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

async function logIn(page: Page): Promise<void> {
  await page.waitForURL('**/wp-login.php**');
  await page.locator('input[name=log]').fill('admin');
  await page.locator('input[name=pwd]').fill(password);
  await page.locator('input[name=pwd]').press('Enter');
  await heading(page).waitFor();
}

interface Running {
  readonly place: TestDatabase;
  readonly server: RealServer;
  write(work: (tx: Tx) => Promise<unknown>): Promise<void>;
  read<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
}

async function run(place: TestDatabase): Promise<Running> {
  const server = await startRealServer(place);
  const read: Running['read'] = async (work) => {
    const database = await openSiteDatabase({ ...place, maxConnections: 2 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  return {
    place,
    server,
    read,
    write: (work) => read(async (database) => void (await database.write(work))),
  };
}

onDrawnDatabase('backups in the newsroom', (_get, place) => {
  let site: Running;
  const titles = async () =>
    (await (await fetch(site.server.url)).text()).match(/Ferries return|Council meets/g) ?? [];
  const open = async (options: NewsroomOptions = {}, userId = 1, path = address) =>
    openNewsroom(
      browser,
      { url: site.server.url, dataDir: site.place.dataDir, write: site.write },
      path,
      userId,
      options,
    );
  beforeAll(async () => {
    site = await run(place());
    await site.write((tx) => makePost(tx, { title: 'Ferries return' }));
  });
  afterAll(() => site.server.stop());

  test('[IMP-31] a backup is written, downloaded, and restored into the same site after its content has changed', async () => {
    const page = await open(
      { expectedMessages: new RegExp(`${asking.source}|${restarting.source}`) },
      1,
      '/wp-admin/',
    );
    await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Backup' }).click();
    await heading(page).waitFor();
    await page.getByText('No backups yet').waitFor();

    await button(page, 'Back up now').click();
    await confirm(page, 'wrong');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await confirm(page);
    await expect.poll(() => rows(page).count()).toBe(1);
    const [file] = await listBackups(site.place.dataDir);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(file?.name);
    expect(readFileSync(await download.path())).toEqual(
      readFileSync(join(backupFolder(site.place.dataDir), file?.name ?? '')),
    );

    await site.write(async (tx) => {
      await createPost(tx, { title: 'Council meets', status: 'publish' });
    });
    await expect.poll(titles).toContain('Council meets');
    await page.getByRole('button', { name: /^Restore/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore this backup?' });
    await dialog.getByLabel(/to confirm$/).fill('Broadshee');
    expect(
      await dialog.getByRole('button', { name: 'Restore', exact: true }).getAttribute('aria-disabled'),
    ).toBe('true');
    await dialog.getByLabel(/to confirm$/).fill('broadsheet');
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Restoring' }).waitFor();
    await logIn(page);
    await page.getByText(/^Restored by /).waitFor();
    expect(await titles()).toContain('Ferries return');
    expect(await titles()).not.toContain('Council meets');
    // The former state was backed up first.
    await expect.poll(() => rows(page).count()).toBe(2);
    await rows(page).getByText('Before a restore').waitFor();
    const [last] = await site.read((database) => listActivity(database.read, { limit: 1, kind: 'site' }));
    expect(last).toMatchObject({ verb: 'restore', userId: 1 });
    expect(last?.summary).toMatch(`restored ${file?.name}`);
  });

  test('[IMP-31] an uploaded backup replaces an empty site', async () => {
    const [file] = (await listBackups(site.place.dataDir)).filter(({ kind }) => kind === 'manual');
    const path = join(backupFolder(site.place.dataDir), file?.name ?? '');
    const empty = await makeTestDatabase('sqlite');
    const target = await run(empty);
    try {
      const page = await openNewsroom(
        browser,
        { url: target.server.url, dataDir: empty.dataDir, write: target.write },
        address,
        1,
        { expectedMessages: new RegExp(`${asking.source}|${restarting.source}`) },
      );
      await button(page, 'Upload backup').click();
      await page.getByLabel('Backup file').setInputFiles(path);
      await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
      await confirm(page);
      await expect.poll(() => rows(page).count()).toBe(1);
      await page.getByRole('button', { name: /^Restore/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Restore this backup?' });
      await dialog.getByLabel('Back up the current state first').uncheck();
      await dialog.getByLabel(/to confirm$/).fill('127.0.0.1');
      await page.keyboard.press('Enter');
      await logIn(page);
      expect(await (await fetch(target.server.url)).text()).toContain('Ferries return');
      expect((await listBackups(empty.dataDir)).map(({ kind }) => kind)).toEqual(['uploaded']);
    } finally {
      await target.server.stop();
      await empty.drop();
    }
  });

  test('[IMP-31] a damaged backup changes nothing, and the screen says why', async () => {
    const [file] = (await listBackups(site.place.dataDir)).filter(({ kind }) => kind === 'manual');
    const whole = readFileSync(join(backupFolder(site.place.dataDir), file?.name ?? ''));
    const damaged = 'broadsheet-20260102-030405678-uploaded.tar.gz';
    writeFileSync(join(backupFolder(site.place.dataDir), damaged), whole.subarray(0, whole.length - 400));
    const page = await open({ expectedMessages: asking });
    await page.getByRole('button', { name: `Restore: ${damaged}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore this backup?' });
    await dialog.getByLabel('Back up the current state first').uncheck();
    await dialog.getByLabel(/to confirm$/).fill('Broadsheet');
    await page.keyboard.press('Enter');
    await confirm(page);
    await page
      .getByRole('alert')
      .getByText(/The last restore failed\. .*(?:cut off|damaged)/)
      .waitFor();
    expect(await titles()).toContain('Ferries return');
    // The session still works: the server never stopped.
    await page.getByRole('button', { name: `Delete: ${damaged}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Backup deleted.').first().waitFor();
    await expect.poll(() => page.getByText(damaged).count()).toBe(1); // in the message of the failed restore
  });

  test('[IMP-31] a backup that passes the check but not the database leaves the site as it is', async () => {
    const [file] = (await listBackups(site.place.dataDir)).filter(({ kind }) => kind === 'manual');
    const whole = gunzipSync(readFileSync(join(backupFolder(site.place.dataDir), file?.name ?? '')));
    const hostile = 'broadsheet-20260102-030405679-uploaded.tar.gz';
    const spoilt = whole.toString('latin1').replaceAll('{"key":', '{"kez":');
    writeFileSync(join(backupFolder(site.place.dataDir), hostile), gzipSync(Buffer.from(spoilt, 'latin1')));
    const page = await open({ expectedMessages: new RegExp(`${asking.source}|${restarting.source}`) });
    await page.getByRole('button', { name: `Restore: ${hostile}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore this backup?' });
    await dialog.getByLabel('Back up the current state first').uncheck();
    await dialog.getByLabel(/to confirm$/).fill('Broadsheet');
    await page.keyboard.press('Enter');
    await confirm(page);
    await page
      .getByRole('alert')
      .getByText(/The last restore failed\. .*nothing was changed/)
      .waitFor();
    expect(await titles()).toContain('Ferries return');
    await page.getByRole('button', { name: `Delete: ${hostile}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Backup deleted.').first().waitFor();
  });

  test('[IMP-31] daily backups are turned on and off; of two people who change them, the second sees both values', async () => {
    const page = await open({ expectedMessages: asking });
    const other = await open({ expectedMessages: /status of 409/ });
    await page.getByLabel('Back up every night').check();
    await page.getByLabel('Daily backups to keep').fill('61');
    await page.getByText('Enter a number from 1 to 60.').waitFor();
    await page.getByLabel('Daily backups to keep').fill('3');
    await other.getByLabel('Daily backups to keep').fill('9');
    await button(page, 'Save schedule').click();
    await confirm(page);
    await page.getByText('Schedule saved.').first().waitFor();
    await expect.poll(() => rows(page).getByText('Daily', { exact: true }).count()).toBe(1);
    await page.getByText(/^Next: /).waitFor();
    await button(other, 'Save schedule').click();
    await other.getByText('Saved in the meantime: on, 3 kept.').waitFor();
    await button(other, 'Use theirs').click();
    await expect.poll(() => other.getByLabel('Daily backups to keep').inputValue()).toBe('3');
    await page.getByLabel('Back up every night').uncheck();
    await button(page, 'Save schedule').click();
    await page.getByText('Around 3 a.m., without slowing the site.').waitFor();
  });

  test('[IMP-31] works by keyboard alone; Cancel of the password dialog leaves everything as it is', async () => {
    const page = await open({ expectedMessages: asking });
    await rows(page).first().waitFor();
    const count = await rows(page).count();
    await button(page, 'Back up now').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
    await dialog.waitFor();
    const isAsked = () => page.evaluate(() => (document.activeElement as HTMLInputElement).type);
    await expect.poll(isAsked).toBe('password');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Back up now');
    await page.keyboard.press('Enter');
    await expect.poll(isAsked).toBe('password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page).count()).toBe(count + 1);
  });

  test.each([
    ['on a desktop', {}],
    ['in the dark', { dark: '1' }],
    ['on a phone', { viewport: { width: 375, height: 812 }, hasTouch: true }],
    ['on a phone in the dark', { viewport: { width: 375, height: 812 }, hasTouch: true, dark: '1' }],
  ] as const)('[IMP-31] has no serious accessibility faults %s', async (_where, options) => {
    const page = await open(options);
    await rows(page).first().waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await page
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByLabel(/to confirm$/)
      .waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  });

  test('[IMP-31] editors see which capability is missing', async () => {
    let editor = 0;
    await site.write(async (tx) => void (editor = await makeUser(tx, { roles: ['editor'] })));
    const page = await open({}, editor);
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  });
});
