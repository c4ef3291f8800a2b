import { contentEvent } from '../islands/page-config.ts';
import { nearTime } from '../lib/near-time.ts';

let running = false;

/**
 * Tells dates that are near as people do: `2h ago`, `Wednesday`. The page, which may have been kept, says the date; that stays as the element's title.
 *
 * Markup: `<time datetime="2026-11-20T08:00:00Z" data-near>November 20, 2026</time>` in a `<p>`. Every page starts it: what is fetched need not ask.
 */
export function start(): void {
  if (running) return;
  running = true;
  const refresh = () => {
    const times = [...document.querySelectorAll<HTMLTimeElement>('time[data-near]')].map((time) => {
      const line = time.closest('p') as HTMLElement;
      return { time, line, width: time.offsetWidth, height: line.offsetHeight };
    });
    for (const { time } of times) {
      const text = nearTime(Date.parse(time.dateTime), Date.now(), document.documentElement.lang) ?? time.title;
      if (!text) continue;
      time.title ||= time.textContent;
      time.textContent = text;
    }
    // A shorter text moves nothing: behind the last of a line its width stays, and so it does where the line would take one less.
    for (const { time, line, width, height } of times) {
      const isLess = line.offsetHeight < height;
      if (isLess || !time.nextElementSibling) time.style.minWidth = `${width}px`;
      if (isLess) line.style.minHeight = `${height}px`;
    }
  };
  setInterval(refresh, 60_000);
  document.addEventListener(contentEvent, refresh);
  refresh();
}
