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
    const times = [...document.querySelectorAll<HTMLTimeElement>('time[data-near]')].map((time) => ({
      time, line: time.parentElement as HTMLElement, width: time.offsetWidth, before: time.parentElement?.getBoundingClientRect(),
    }));
    for (const { time } of times) {
      const text = nearTime(Date.parse(time.dateTime), Date.now(), document.documentElement.lang);
      if (text) time.title ||= time.textContent;
      if (text ?? time.title) time.textContent = text ?? time.title;
    }
    // A shorter text moves nothing: behind the last of a line its width stays; else the line stays as wide for what stands beside it, and where it would take
    // a line less, what began the next one stays there.
    for (const { time, line, width, before } of times) {
      if (!before) continue;
      if (!time.nextElementSibling) {
        const spare = width + (Number.parseFloat(time.style.marginInlineEnd) || 0) - time.offsetWidth;
        time.style.marginInlineEnd = spare > 0 ? `${spare}px` : '';
      }
      if (line.offsetWidth < before.width) line.style.minWidth = `min(100%, ${before.width}px)`;
      if (line.offsetHeight < before.height) Object.assign(time.style, { display: 'inline-block', minWidth: `${width}px` });
      if (line.offsetHeight < before.height) line.style.minHeight = `${before.height}px`;
    }
  };
  setInterval(refresh, 60_000);
  document.addEventListener(contentEvent, refresh);
  refresh();
}
