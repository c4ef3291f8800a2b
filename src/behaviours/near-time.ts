import { contentEvent } from '../islands/page-config.ts';
import { nearTime } from '../lib/near-time.ts';

let running = false;

/**
 * Tells dates that are near as people do: `2h ago`, `Wednesday`. The page, which may have been kept, says the date; that stays as the element's title.
 *
 * Markup: `<time datetime="2026-11-20T08:00:00Z" data-near>November 20, 2026</time>` anywhere. Every page starts it: what is fetched need not ask.
 */
export function start(): void {
  if (running) return;
  running = true;
  const refresh = () => {
    const lines = [...document.querySelectorAll<HTMLTimeElement>('time[data-near]')].map((time) => ({ time, line: time.parentElement, before: 0 }));
    for (const one of lines) one.before = one.line?.offsetHeight ?? 0;
    for (const { time } of lines) {
      const text = nearTime(Date.parse(time.dateTime), Date.now(), document.documentElement.lang);
      if (text) time.title ||= time.textContent;
      if (text ?? time.title) time.textContent = text ?? time.title;
    }
    // A shorter text may take a line less, and nothing below moves for that.
    for (const { line, before } of lines) if (line && line.offsetHeight < before) line.style.minHeight = `${before}px`;
  };
  setInterval(refresh, 60_000);
  document.addEventListener(contentEvent, refresh);
  refresh();
}
