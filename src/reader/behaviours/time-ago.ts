import { contentEvent } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { formatAgo } from '../../lib/time-ago.ts';

const minute = 60_000;
let running = false;

/**
 * Updates relative times, because pages may be cached or open for hours. Markup: `<time datetime="2026-11-20T08:00:00Z"
 * data-ago="ago">5 hours ago</time>`.
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
