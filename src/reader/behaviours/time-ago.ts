import { contentEvent } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { formatAgo } from '../../lib/time-ago.ts';

const minute = 60_000;
let running = false;

/**
 * Keeps relative times true: the page may have been kept for hours before it came, and be open for hours more.
 *
 * Markup: `<time datetime="2026-11-20T08:00:00Z" data-ago="ago">5 hours ago</time>` anywhere, and `time-ago` in what the page or its fragment starts (`now`).
 */
export function start(_root: HTMLElement, _config: unknown, { timeUnits }: PageConfig): void {
  if (running) return;
  running = true;
  const refresh = () => {
    if (document.hidden) return;
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
      const text = formatAgo(Date.parse(time.dateTime), Date.now(), time.dataset.ago ?? '', timeUnits);
      if (time.textContent !== text) time.textContent = text;
    }
  };
  setInterval(refresh, minute);
  for (const event of ['visibilitychange', contentEvent]) document.addEventListener(event, refresh);
  refresh();
}
