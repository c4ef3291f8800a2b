import type { PageConfig } from '../islands/page-config.ts';

/** Milliseconds a text must be visible to count as read, and milliseconds its note waits to be batched. */
const readingTime = 2000;
const waitingTime = 1000;

let noted: number[] = [];
let timer = 0;

function send(ajaxUrl: string): void {
  clearTimeout(timer);
  timer = 0;
  if (noted.length > 0)
    navigator.sendBeacon(ajaxUrl, new URLSearchParams({ action: 'broadsheet_view', post_ids: noted.join() }));
  noted = [];
}

/**
 * Reports a text that was visible for two seconds in an active tab; several are batched. Markup: `<div
 * data-behaviour="views" data-config="12">` around the text of post 12.
 */
export function start(root: HTMLElement, postId: unknown, { ajaxUrl }: PageConfig): void {
  if (typeof postId !== 'number') throw new Error('A counted text names no post.');
  let reading = 0;
  let inView = false;
  const check = () => {
    clearTimeout(reading);
    if (inView && !document.hidden) reading = window.setTimeout(note, readingTime);
  };
  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? false;
    check();
  });
  const note = () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', check);
    noted.push(postId);
    timer ||= window.setTimeout(send, waitingTime, ajaxUrl);
    addEventListener('pagehide', () => send(ajaxUrl), { once: true });
  };
  observer.observe(root);
  document.addEventListener('visibilitychange', check);
}
