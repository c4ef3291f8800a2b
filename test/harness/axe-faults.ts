import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { standsStill } from './at-rest.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds serious or worse on a reader's page, in the dark and in the light, in which it is left; contrast is measured as people see it, so animations
 * must be over. `iframes`: whether frames are looked into; false where they are another site's.
 */
export async function faultsInBothSchemes(page: Page, { iframes = true }: { readonly iframes?: boolean } = {}): Promise<string[]> {
  const options: RunOptions = { resultTypes: ['violations'], iframes };
  const found: string[] = [];
  await page.evaluate(axe);
  for (const dark of [true, false]) {
    await page.evaluate((on) => document.documentElement.classList.toggle('is_dark', on), dark);
    await standsStill(page);
    found.push(...await page.evaluate(async ([asked, scheme]) => {
      const { violations } = await (window as unknown as { axe: { run(root: Document, options: RunOptions): Promise<AxeResults> } }).axe.run(document, asked);
      return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${scheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
    }, [options, dark ? 'dark' : 'light'] as const));
  }
  return found;
}
