import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { assignTemplate } from '../../src/modules/templates/assign-template.ts';
import { assignTemplateGlobally, assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { saveTemplate, deleteTemplate } from '../../src/modules/templates/template-commands.ts';
import { operator } from '../../src/modules/users/role.ts';
import { useChromium } from '../harness/chromium.ts';
import { seriousFaults } from '../harness/newsroom.ts';
import {
  currentOnes,
  declarePanelSite,
  globalOnes,
  makeGlobal,
  modal,
  openPanel,
  panel,
  row,
  template,
  titles,
} from '../harness/panel-site.ts';

const browser = useChromium();
const { site, ids, open, only, laidOutBy, bytesOf } = declarePanelSite(browser);

const lastChange = (page: Page) => panel(page).locator('.bar-last');
const undo = (page: Page) => lastChange(page).getByRole('button', { name: 'Undo' });
const why = (page: Page) => panel(page).locator('.bar-why');
/** Clears changes of earlier tests. */
const forget = () => site.write(async (tx) => void (await tx.db.deleteFrom('template_change').execute()));

describe('the explanation', () => {
  test('[TPL-23] a line says why the page uses its template: its own, the global one, a mobile variant, the theme’s, a broken one skipped', async () => {
    const [wide = 0, narrow = 0] = await only('Wide', 'Narrow');
    const page = await open('/a-story/');
    const expectExplanation = async (words: string) => {
      await openPanel(page);
      await why(page).getByText(words).waitFor();
      await page.keyboard.press('Escape');
    };
    await expectExplanation(
      'This page uses the theme’s layout because no usable template is assigned to it or to its kind of page.',
    );
    await site.write(async (tx) => assignTemplateGlobally(tx, 'single', wide));
    await expectExplanation(
      'This page uses the template “Wide”, the global template for pages of this kind.',
    );
    await site.write(async (tx) => {
      await assignTemplateToItem(tx, 'single', ids.story, narrow);
      const small = await template(tx, 'Small', { isMobile: true });
      await tx.db
        .updateTable('template')
        .set({ mobile_template_id: small })
        .where('id', '=', narrow)
        .execute();
      tx.emit('templates');
      tx.emit('*');
    });
    await expectExplanation(
      'This page uses the template “Narrow”, which was assigned to it. Mobile template: “Small”.',
    );
    await site.write(async (tx) => {
      await tx.db
        .updateTable('template')
        .set({ content: '<!-- wp:nobody/knows /-->' })
        .where('id', '=', narrow)
        .execute();
      tx.emit('templates');
      tx.emit('*');
    });
    await openPanel(page);
    await why(page).getByText('This page uses the template “Wide”').waitFor();
    expect(await why(page).getByRole('link', { name: 'Narrow' }).getAttribute('href')).toContain(
      `postId=${narrow}`,
    );
    await why(page).getByText('nobody/knows').waitFor();
    // The preview shows the public page, and says so.
    await row(page, 'Narrow').getByRole('button', { name: 'Live preview' }).click();
    await modal(page).getByRole('alert').getByText('This template is broken, so pages skip it.').waitFor();
    await modal(page).frameLocator('iframe[title=Desktop]').getByText('Laid out by Wide').waitFor();
  });

  test('a change of many pages first shows their number, with ten of them, and no leaves all unchanged; so does a deletion', async () => {
    const [wide = 0] = await only('Wide', 'Narrow');
    const page = await open('/a-story/');
    await openPanel(page);
    const first = await bytesOf('/another-story/');
    await row(page, 'Wide').getByRole('checkbox').click();
    await modal(page).getByText('Pages affected: 3').waitFor();
    await modal(page).getByText('Show affected pages').click();
    expect(await modal(page).getByRole('link').allTextContents()).toEqual([
      'A film',
      'Another story',
      'A story',
    ]);
    expect(await modal(page).getByRole('link', { name: 'A film' }).getAttribute('href')).toBe('/a-film/');
    await modal(page).getByRole('button', { name: 'Cancel' }).click();
    expect([await globalOnes(page), await bytesOf('/another-story/')]).toEqual([[], first]);
    await site.write(async (tx) => {
      await assignTemplateGlobally(tx, 'single', wide);
      await assignTemplateToItem(tx, 'single', ids.story, wide);
    });
    await row(page, 'Wide').getByRole('button', { name: 'Delete' }).click();
    await modal(page).getByText('Pages affected: 3').waitFor();
    await modal(page).getByRole('button', { name: 'No' }).click();
    await row(page, 'Narrow').getByRole('button', { name: 'Delete' }).click();
    await modal(page).getByText('Pages affected: 0').waitFor();
  });

  test('a template is previewed on this very page, desktop and phone side by side; the public page stays until it is used', async () => {
    const [wide = 0] = await only('Wide');
    await site.write(async (tx) => {
      const small = await template(tx, 'Small', { isMobile: true });
      await tx.db.updateTable('template').set({ mobile_template_id: small }).where('id', '=', wide).execute();
      tx.emit('templates');
    });
    const page = await open('/a-story/');
    await openPanel(page);
    const before = await bytesOf('/a-story/');
    const tryOn = row(page, 'Wide').getByRole('button', { name: 'Live preview' });
    await tryOn.click();
    const framed = (label: string) => modal(page).frameLocator(`iframe[title=${label}]`);
    await framed('Desktop').getByText('Laid out by Wide').waitFor();
    await framed('Phone').getByText('Laid out by Small').waitFor();
    for (const label of ['Desktop', 'Phone']) {
      expect(await framed(label).locator('body').getAttribute('inert')).not.toBeNull();
      expect(await framed(label).locator('script').count()).toBe(0);
    }
    const [desktop, phone] = [
      await modal(page).locator('iframe').nth(0).boundingBox(),
      await modal(page).locator('iframe').nth(1).boundingBox(),
    ];
    expect([desktop?.y === phone?.y, (desktop?.x ?? 0) + (desktop?.width ?? 0) <= (phone?.x ?? 0)]).toEqual([
      true,
      true,
    ]);
    expect([await bytesOf('/a-story/'), await bytesOf('/a-story/?template_preview=1')]).toEqual([
      before,
      before,
    ]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Apply');
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await page.keyboard.press('Escape');
    await expect.poll(() => modal(page).count()).toBe(0);
    expect([
      await panel(page).count(),
      await tryOn.evaluate((element) => element === document.activeElement),
    ]).toEqual([1, true]);
    await tryOn.click();
    await modal(page).getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Laid out by Wide').waitFor();
    expect(await laidOutBy('/a-story/')).toBe('Wide');
  });
});

describe('the way back', () => {
  test('undo is offered after each change, and the history shows who and when; an undo can be undone, too', async () => {
    await only('Wide', 'Narrow');
    await forget();
    const page = await open('/a-story/');
    await openPanel(page);
    await row(page, 'Wide').getByRole('button', { name: 'Rename' }).click();
    await panel(page).getByRole('textbox').fill('Broad');
    await page.keyboard.press('Enter');
    await lastChange(page).getByText('Renamed: Wide → Broad').waitFor();
    await row(page, 'Narrow').getByRole('button', { name: 'Delete' }).click();
    await modal(page).getByRole('button', { name: 'Yes' }).click();
    await lastChange(page).getByText('Deleted: Narrow').waitFor();
    await undo(page).click();
    await expect.poll(() => titles(page)).toEqual(['Global Template', 'Broad', 'Narrow']);
    await lastChange(page).getByText('Renamed: Wide → Broad').waitFor();
    await panel(page).getByText('History').click();
    const entry = (words: string) => panel(page).locator('.bar-history li').filter({ hasText: words });
    await entry('Renamed').waitFor();
    const all = await panel(page).locator('.bar-history li').allTextContents();
    expect(all).toEqual([
      expect.stringMatching(/^Restored: Narrow\u2068Edda\u2069/),
      expect.stringMatching(/^Deleted: Narrow\u2068Edda\u2069.*Undone$/),
      expect.stringMatching(/^Renamed: Wide → Broad\u2068Edda\u2069 · /),
    ]);
    await entry('Restored').getByRole('button', { name: 'Undo: ' }).click();
    await expect.poll(() => titles(page)).toEqual(['Global Template', 'Broad']);
  });

  test('days later, after changes by others, a stale undo is refused with a message, and the newest state is loaded', async () => {
    const [wide = 0, narrow = 0, other = 0] = await only('Wide', 'Narrow', 'Other');
    await forget();
    const page = await open('/a-story/', { expectedMessages: /template-changes|status of 409/ });
    await openPanel(page);
    await row(page, 'Wide').getByRole('button', { name: 'Wide', exact: true }).click();
    await page.getByText('Laid out by Wide').waitFor();
    await panel(page).waitFor(); // a reload before that would open it, and a click would close it
    const week = 7 * 24 * 3600 * 1000;
    await site.write(
      async (tx) =>
        void (await tx.db
          .updateTable('template_change')
          .set((eb) => ({ created_at: eb('created_at', '-', week) }))
          .execute()),
    );
    await page.reload();
    await openPanel(page);
    await lastChange(page).getByText('A story: Global Template → Wide').waitFor();
    expect(await lastChange(page).locator('small').textContent()).toMatch(
      /^\u2068Edda\u2069 · \u2068.*\d{4}.*\d:\d\d/,
    );
    await panel(page).getByText('History').click();
    await panel(page).locator('.bar-history li').filter({ hasText: 'Global Template → Wide' }).waitFor();
    await site.write(async (tx) => {
      await assignTemplate(tx, operator(), { kind: 'single', itemId: ids.story, templateId: narrow }, wide);
      await deleteTemplate(tx, operator(), { id: other }, 1);
    });
    await undo(page).click();
    await modal(page).getByText('Another user changed this in the meantime.').waitFor();
    expect(await laidOutBy('/a-story/')).toBe('Narrow');
    await modal(page).getByRole('button', { name: 'Ok' }).click();
    await expect
      .poll(async () => [await titles(page), await currentOnes(page)])
      .toEqual([['Global Template', 'Wide', 'Narrow'], ['Narrow']]);
    await why(page).getByText('This page uses the template “Narrow”').waitFor();
    await lastChange(page).getByText('Deleted: Other').waitFor();
    const history = panel(page).locator('.bar-history li');
    await history.filter({ hasText: 'A story: Wide → Narrow' }).waitFor();
    expect(await history.filter({ hasText: 'Global Template → Wide' }).textContent()).toContain(
      'Other changes were made since',
    );
    expect(await page.evaluate(() => document.activeElement?.closest('.bar-panel') !== null)).toBe(true);
    await undo(page).click();
    await lastChange(page).getByText('A story: Wide → Narrow').waitFor();
    await undo(page).click();
    await lastChange(page).getByText('A story: Global Template → Wide').waitFor();
    await undo(page).click();
    await expect.poll(() => currentOnes(page)).toEqual(['Global Template']);
    expect(await laidOutBy('/a-story/')).toBe('the theme');
  });

  test('undoing all changes since one is refused as a whole if one can’t be undone, and names it', async () => {
    const [wide = 0, narrow = 0] = await only('Wide', 'Narrow');
    await forget();
    await site.write(async (tx) => {
      await assignTemplate(tx, operator(), { kind: 'single', itemId: ids.story, templateId: wide }, 0);
      await assignTemplate(tx, operator(), { kind: 'single', itemId: ids.story, templateId: narrow }, wide);
      await tx.db.deleteFrom('template').where('id', '=', wide).execute();
      tx.emit('templates');
      await saveTemplate(tx, operator(), { id: narrow, title: 'Slim' }, 1);
    });
    const page = await open('/a-story/', { expectedMessages: /template-changes|status of 409/ });
    await openPanel(page);
    await panel(page).getByText('History').click();
    const entry = panel(page).locator('.bar-history li').filter({ hasText: 'A story: Wide → Narrow' });
    await entry.getByRole('button', { name: 'Undo up to here' }).click();
    await modal(page)
      .getByText('Nothing was undone because this can no longer be undone: A story: Wide → Narrow')
      .waitFor();
    await modal(page).getByRole('button', { name: 'Ok' }).click();
    expect([await titles(page), await laidOutBy('/a-story/')]).toEqual([
      ['Global Template', 'Slim'],
      'Narrow',
    ]);
  });

  test('nothing is wrong with it, wide and narrow, dark, by the keyboard alone', async () => {
    for (const options of [
      { viewport: { width: 1280, height: 900 } },
      { viewport: { width: 375, height: 812 }, dark: '1' as const },
    ]) {
      await only('Wide', 'Narrow');
      const page = await open('/a-story/', options);
      await openPanel(page);
      await makeGlobal(page, 'Wide');
      await lastChange(page).getByText('All pages of this kind').waitFor();
      await panel(page).getByText('History').focus();
      await page.keyboard.press('Enter');
      await panel(page).locator('.bar-history li').first().waitFor();
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
      await undo(page).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => globalOnes(page)).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    }
  });
});

test('a revision is compared with the current state, and restored, for desktop and phone', async () => {
  const [id = 0] = await only('Wide');
  const line = '<p>Another line, far longer than the one before, that goes on and on</p>';
  const content = `<!-- wp:paragraph -->${line}<!-- /wp:paragraph --><!-- wp:broadsheet/post-content /-->`;
  await site.write((tx) => saveTemplate(tx, operator(), { id, content }, 1));
  for (const options of [
    { viewport: { width: 1280, height: 900 } },
    { viewport: { width: 375, height: 812 }, dark: '1' as const },
  ]) {
    const page = await open(`/wp-admin/site-editor.php?postType=wp_template&postId=${id}`, options);
    await page.getByRole('link', { name: 'Compare' }).last().click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText('Laid out by Wide').waitFor();
    expect([await comparison.locator('del').count(), await comparison.locator('ins').count()]).toEqual([
      1, 1,
    ]);
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    if (options.viewport.width > 1000) continue;
    await page.getByRole('button', { name: 'Restore' }).last().click();
    await page.getByText('Saved.').waitFor();
    expect(await page.getByLabel('Markup').inputValue()).toContain('Laid out by Wide');
  }
});
