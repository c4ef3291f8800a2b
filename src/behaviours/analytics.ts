import type { PageConfig } from '../islands/page-config.ts';
import { loadOnce, pageLoaded } from './ads/load-once.ts';
import { consented } from './consent/consented.ts';

/** Loads the analytics container once the page is there and the reader has agreed. It finds its set-up and the time it began in `dataLayer`. */
export async function start(_root: HTMLElement, _config: unknown, page: PageConfig): Promise<void> {
  if (!page.analytics) return;
  await Promise.all([pageLoaded(), consented(page)]);
  const waiting = window as { dataLayer?: unknown[] };
  (waiting.dataLayer ??= []).push(page.analytics.layer, { 'gtm.start': Date.now(), event: 'gtm.js' });
  await loadOnce(page.analytics.script);
}
