import type { PageConfig } from '../islands/page-config.ts';
import { loadProvider } from './scripts/load-script.ts';
import { readyForOthers } from './consent/consented.ts';

/** Loads the ad network's script once the page is there and the reader has agreed, and tells readers whose browser keeps ads away. */
export async function start(_root: HTMLElement, _config: unknown, page: PageConfig): Promise<void> {
  const { ads } = page;
  if (!ads) return;
  await readyForOthers(page);
  const loaded = ads.script === '' ? true : loadProvider(ads.script);
  if (!ads.notice) return;
  const { isBlocked, tellBlocked } = await import('./ads/blocked.ts');
  if (await isBlocked(await loaded, ads.notice.checkUrls)) tellBlocked(ads.notice.texts);
}
