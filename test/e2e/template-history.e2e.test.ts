import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { saveTemplate, deleteTemplate } from '../../src/modules/templates/template-commands.ts';
import { operator } from '../../src/modules/users/role.ts';
import { useChromium } from '../harness/chromium.ts';
import { declarePanelSite, marked, modal, openPanel, panel, row, titles } from '../harness/panel-site.ts';

const browser = useChromium();
const { site, open, only, laidOutBy, ids } = declarePanelSite(browser);

const lastChange = (page: Page) => panel(page).locator('.bar-last');
const undo = (page: Page) => lastChange(page).getByRole('button', { name: 'Undo: ' });
const entries = (page: Page) => panel(page).locator('.bar-history li');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const forget = () => site.write(async (tx) => void (await tx.db.deleteFrom('template_change').execute()));
const edit = (id: number, mark: string, from: number) =>
  site.write((tx) => saveTemplate(tx, operator(), { id, content: marked(mark) }, from));

describe('edits of a template', () => {
  test('[TPL-23] each press of undo at the panel’s foot reverts readers’ pages by one version, and the history marks undone ones', async () => {
    const [id = 0] = await only('VERSION-0');
    await forget();
    await site.write((tx) => assignTemplateToItem(tx, 'single', ids.story, id));
    for (const n of [1, 2, 3]) await edit(id, `VERSION-${n}`, n);
    const page = await open('/a-story/');
    await page.getByText('Laid out by VERSION-3').waitFor();
    await openPanel(page);
    for (const version of ['VERSION-2', 'VERSION-1', 'VERSION-0']) {
      await lastChange(page).getByText('Edited: VERSION-0').waitFor();
      await undo(page).click();
      await page.getByText(`Laid out by ${version}`).waitFor();
      expect(await laidOutBy('/a-story/')).toBe(version);
    }
    // Nor is there a panel between two pages.
    await page.waitForLoadState();
    await panel(page).and(page.locator('[aria-busy=false]')).waitFor();
    await lastChange(page).waitFor({ state: 'hidden' });
    await panel(page).getByText('History').click();
    await entries(page).first().waitFor();
    const undone = await entries(page).allTextContents();
    expect(undone.map((text) => text.endsWith('Undone'))).toEqual([false, false, false, true, true, true]);
  });

  test('undoing an edit that was edited again asks first', async () => {
    const [id = 0] = await only('Wide');
    await forget();
    await edit(id, 'mine', 1);
    await edit(id, 'theirs', 2);
    const page = await open('/a-story/');
    await openPanel(page);
    await panel(page).getByText('History').click();
    await entries(page).first().waitFor();
    expect(
      (await entries(page).allTextContents()).map((text) => text.includes('Other changes were made since')),
    ).toEqual([false, true]);
  });

  test('the foot finds the newest change behind any number of undos, and the history reaches back to the oldest retained one', async () => {
    const [id = 0] = await only('Wide');
    await forget();
    await edit(id, 'one', 1);
    await site.write(async (tx) => {
      const gone = {
        kind: 'single',
        item_id: 0,
        template_id: 0,
        user_id: 0,
        created_at: 1,
        before: '{}',
        after: '{}',
      };
      for (let n = 0; n < 130; n++) {
        const made = await tx.db
          .insertInto('template_change')
          .values({ ...gone, action: 'delete', title: `Gone ${n}`, undoes_id: 0 })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx.db
          .insertInto('template_change')
          .values({ ...gone, action: 'create', title: `Gone ${n}`, undoes_id: made.id })
          .execute();
      }
    });
    const page = await open('/a-story/');
    await openPanel(page);
    await lastChange(page).getByText('Edited: Wide').waitFor();
    await panel(page).getByText('History').click();
    const older = panel(page).getByRole('button', { name: 'Show older changes' });
    await older.focus();
    for (const shown of [120, 220]) {
      await page.keyboard.press('Enter');
      await expect.poll(() => entries(page).count()).toBe(shown);
      expect(await focused(page)).toBe('Show older changes');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => entries(page).count()).toBe(261);
    expect([await older.count(), await entries(page).last().textContent()]).toEqual([
      0,
      expect.stringContaining('Edited: Wide'),
    ]);
    expect(
      await entries(page)
        .nth(220)
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
  });
});

describe('the rows of the panel', () => {
  test('[TPL-12] [TPL-14] the focus moves to the name after a rename by keyboard, and after a deletion to the next row, or the create button', async () => {
    await only('Wide', 'Narrow', 'Plain');
    const page = await open('/a-story/');
    await openPanel(page);
    for (const [title, key, next] of [
      ['Wide', 'Enter', 'Broad'],
      ['Broad', 'Escape', 'Vast'],
      ['Vast', 'Enter', 'Vast'],
      ['Vast', 'Escape', ''],
    ] as const) {
      await row(page, title).getByRole('button', { name: 'Rename' }).click();
      await panel(page).getByRole('textbox').fill(next);
      await page.keyboard.press(key);
      const left = next === '' ? title : next;
      await expect.poll(() => titles(page)).toEqual(['Global Template', left, 'Narrow', 'Plain']);
      expect(await focused(page)).toBe(left);
    }
    await row(page, 'Narrow').getByRole('button', { name: 'Rename' }).click();
    await panel(page).getByRole('heading', { level: 2 }).click();
    expect(await focused(page)).toBe('Template: Single post');
    for (const [title, next] of [
      ['Narrow', 'Plain'],
      ['Plain', 'Create template'],
      ['Vast', 'Create template'],
    ] as const) {
      await row(page, title).getByRole('button', { name: 'Delete' }).click();
      await modal(page).getByRole('button', { name: 'Yes' }).click();
      await expect.poll(() => row(page, title).count()).toBe(0);
      await expect.poll(() => focused(page)).toBe(next);
    }
  });

  test('a template that another user deleted leaves the list on the next attempt to change it, and the focus stays in the panel', async () => {
    const [, narrow = 0] = await only('Wide', 'Narrow');
    const page = await open('/a-story/', { expectedMessages: /tdb_change_template_name|status of 404/ });
    await openPanel(page);
    await site.write((tx) => deleteTemplate(tx, operator(), { id: narrow }, 1));
    await row(page, 'Narrow').getByRole('button', { name: 'Rename' }).click();
    await panel(page).getByRole('textbox').fill('Slim');
    await page.keyboard.press('Enter');
    await expect.poll(() => titles(page)).toEqual(['Global Template', 'Wide']);
    await expect.poll(() => focused(page)).toBe('Template: Single post');
    await lastChange(page).getByText('Deleted: Narrow').waitFor();
  });

  test('each button’s accessible name includes its template, and its look is unchanged', async () => {
    await only('Wide');
    const page = await open('/a-story/');
    await openPanel(page);
    const actions = row(page, 'Wide').locator('.bar-cell-actions');
    expect(
      await actions
        .locator('button, a')
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('aria-label')])),
    ).toEqual(
      ['Rename', 'Duplicate', 'Edit', 'Delete', 'Live preview'].map((action) => [action, `${action}: Wide`]),
    );
    await row(page, 'Wide').getByRole('button', { name: 'Rename: Wide', exact: true }).click();
    await panel(page).getByRole('textbox').fill('Broad');
    await page.keyboard.press('Enter');
    await panel(page).getByText('History').click();
    await entries(page)
      .getByRole('button', { name: 'Undo: Renamed: Wide → Broad', exact: true })
      .first()
      .waitFor();
    await lastChange(page)
      .getByRole('button', { name: 'Undo: Renamed: Wide → Broad', exact: true })
      .waitFor();
  });

  test('[TPL-13] a double click on Duplicate creates one copy, and so do clicks while it is being created', async () => {
    await only('Wide');
    const page = await open('/a-story/');
    await openPanel(page);
    let requestCount = 0;
    page.on('request', (request) => {
      if (request.url().includes('/td-cloud-library/new_template')) requestCount++;
    });
    const goOn = Promise.withResolvers<void>();
    await page.route('**/wp-json/td-cloud-library/new_template', async (route) => {
      await goOn.promise;
      await route.continue();
    });
    const duplicate = row(page, 'Wide').getByRole('button', { name: 'Duplicate' });
    await duplicate.dblclick();
    await duplicate.press('Enter');
    goOn.resolve();
    await expect.poll(() => titles(page)).toEqual(['Global Template', 'Wide', 'Wide (copy)']);
    expect(requestCount).toBe(1);
    // Also when the first one finishes before the second click.
    await page.unroute('**/wp-json/td-cloud-library/new_template');
    const box = await duplicate.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 4];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => titles(page)).toEqual(['Global Template', 'Wide', 'Wide (copy)', 'Wide (copy)']);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await row(page, 'Wide').getByRole('button', { name: 'Rename' }).click();
    await panel(page).getByRole('textbox').waitFor();
    expect(requestCount).toBe(2);
  });
});
