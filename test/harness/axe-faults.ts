import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { standsStill } from './at-rest.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What other colours may break; every other rule reads what stands in the document. */
const rulesOfColours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

interface InPage {
  run(root: string, options: RunOptions): Promise<AxeResults>;
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string | null }[] };
}

export interface SevereFaultsOptions {
  /** Whether frames are looked into; false where they are another site's. */
  readonly iframes?: boolean;
  /** A selector of what is looked at; the whole page unless named. */
  readonly within?: string;
  /** Whether it is asked, too, that what is tapped is 24 pixels large or stands alone (WCAG 2.5.8). */
  readonly targets?: boolean;
  /** Asks only what other colours may break, of a page that was asked everything. */
  readonly ofColours?: boolean;
}

/** What axe finds serious or worse on a page as it stands: its rules, each with the HTML of what breaks it. */
export async function severeFaults(
  page: Page,
  { iframes = true, within = 'html', targets = false, ofColours = false }: SevereFaultsOptions = {},
): Promise<readonly { readonly id: string; readonly html: readonly string[] }[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const options: RunOptions = { resultTypes: ['violations'], iframes, ...(ofColours ? rulesOfColours : {}) };
  return page.evaluate(
    async ([asked, part, areTargets]) => {
      const {
        axe: {
          run,
          _audit: { rules },
        },
      } = window as unknown as { axe: InPage };
      // What a rule finds has the rule's impact: those that can't find anything serious need not look.
      const lesser = rules
        .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
        .map(({ id }) => [id, { enabled: false }] as const);
      const { violations } = await run(
        part,
        asked.runOnly
          ? asked
          : { ...asked, rules: { ...Object.fromEntries(lesser), 'target-size': { enabled: areTargets } } },
      );
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
    },
    [options, within, targets] as const,
  );
}

/**
 * What axe finds serious or worse on a reader's page, in the dark and in the light, in which it is left; contrast is measured as people see it, so animations
 * must be over. Options as of `severeFaults`.
 */
export async function faultsInBothSchemes(
  page: Page,
  options: Omit<SevereFaultsOptions, 'ofColours'> = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const dark of [true, false]) {
    await page.evaluate((on) => document.documentElement.classList.toggle('is_dark', on), dark);
    await standsStill(page);
    found.push(
      ...(await severeFaults(page, { ...options, ofColours: !dark })).map(
        ({ id, html }) =>
          `${dark ? 'dark' : 'light'}: ${id}: ${html.map((one) => one.slice(0, 120)).join(' | ')}`,
      ),
    );
  }
  return found;
}
