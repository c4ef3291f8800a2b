import type { PageConfig } from '../islands/page-config.ts';
import { loadProvider } from './scripts/load-script.ts';
import { readyForOthers } from './consent/consented.ts';

/** Loads the ad network's script after the page has loaded and the reader has consented, and shows a notice if ads are blocked. */
export async function start(_root: HTMLElement, _config: unknown, page: PageConfig): Promise<void> {
  const { ads } = page;
  if (!ads) return;
  await readyForOthers(page, 'marketing');
  const loaded = ads.script === '' ? true : loadProvider(ads.script);
  if (!ads.notice) return;
  const { isBlocked, showBlockedNotice } = await import('./ads/blocked.ts');
  if (await isBlocked(await loaded, ads.notice.checkUrls)) showBlockedNotice(ads.notice.texts);
}
