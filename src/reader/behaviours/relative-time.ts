import { contentEvent } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { spokenAgo } from '../../lib/spoken-ago.ts';
import { formatAgo } from '../../lib/time-ago.ts';

let running = false;

/**
 * Updates relative times like `time-ago` on pages in other languages than English, with the browser's wording, or its
 * digits and the site's units. A separate chunk, so other pages don't load it.
 */
export function start(_root: HTMLElement, _config: unknown, { timeUnits }: PageConfig): void {
  if (running) return;
  running = true;
  const { lang } = document.documentElement;
  const ago = timeUnits
    ? (at: number, now: number, word: string) =>
        formatAgo(at, now, word, timeUnits).replace(/^\d+/, (count) =>
          Number(count).toLocaleString([lang, 'en-US']),
        )
    : spokenAgo(lang);
  const refresh = () => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
      const text = ago(Date.parse(time.dateTime), Date.now(), time.dataset.ago ?? '');
      if (time.textContent !== text) time.textContent = text;
    }
  };
  setInterval(refresh, 60_000);
  for (const event of ['visibilitychange', contentEvent]) document.addEventListener(event, refresh);
  refresh();
}
