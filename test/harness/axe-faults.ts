import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { standsStill } from './at-rest.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const rulesOfColours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

interface InPage {
  run(root: string, options: RunOptions): Promise<AxeResults>;
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string | null }[] };
}

export interface SevereFaultsOptions {
  /** Whether frames are checked; false for those of other sites. */
  readonly iframes?: boolean;
  /** Selector of the checked part; default is the whole page. */
  readonly within?: string;
  /** Whether to check that targets are 24 pixels large or stand apart (WCAG 2.5.8). */
  readonly targets?: boolean;
  /** Only checks colour rules, for a page checked completely before. */
  readonly ofColours?: boolean;
}

/** Serious or critical axe violations, each rule with the HTML that violates it. */
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
      // Violations have their rule's impact, so rules with a minor impact are skipped.
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
 * Violations on a page in the dark and the light scheme; the latter stays. Contrast is measured as displayed, so
 * animations must be over. Options as for `severeFaults`.
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
