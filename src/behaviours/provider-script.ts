import type { PageConfig } from '../islands/page-config.ts';
import { loadOnce, pageLoaded } from './ads/load-once.ts';
import { consented } from './consent/consented.ts';

/** Loads the ad network's script once the page is there and the reader has agreed, and tells readers whose browser keeps ads away. */
export async function start(_root: HTMLElement, _config: unknown, page: PageConfig): Promise<void> {
  const { ads } = page;
  if (!ads) return;
  await Promise.all([pageLoaded(), consented(page)]);
  const loaded = ads.script === '' ? true : loadOnce(ads.script);
  if (!ads.notice) return;
  const { isBlocked, tellBlocked } = await import('./ads/blocked.ts');
  if (await isBlocked(await loaded, ads.notice.checkUrls)) tellBlocked(ads.notice.texts);
}
