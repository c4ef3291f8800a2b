import { contentEvent } from '../islands/page-config.ts';
import { spokenAgo } from '../lib/spoken-ago.ts';

/**
 * Keeps relative times true as `time-ago` does, on pages whose language is not English and whose site does not name the units itself: the browser knows how
 * its language says them. A chunk of its own, so that other pages do without.
 */
export function start(): void {
  const ago = spokenAgo(document.documentElement.lang);
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
