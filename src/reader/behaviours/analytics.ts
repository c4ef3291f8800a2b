import type { PageConfig } from '../islands/page-config.ts';
import { readyForOthers } from './consent/consented.ts';
import { loadScript } from './scripts/load-script.ts';

/** Loads the analytics container after the page has loaded and the reader has consented. Configuration and start time are in `dataLayer`. */
export async function start(_root: HTMLElement, _config: unknown, page: PageConfig): Promise<void> {
  if (!page.analytics) return;
  await readyForOthers(page, 'statistics');
  const waiting = window as { dataLayer?: unknown[] };
  (waiting.dataLayer ??= []).push(page.analytics.layer, { 'gtm.start': Date.now(), event: 'gtm.js' });
  try {
    await loadScript(page.analytics.script);
  } catch (error) {
    console.info(error);
  }
}
