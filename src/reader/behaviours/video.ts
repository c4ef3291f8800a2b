import { builderClass, contentEvent } from '../islands/page-config.ts';
import type { ContentEvent, PageConfig } from '../islands/page-config.ts';

const opensPopup = '[data-mfp-src]';
/** Openers that are not focusable by themselves. */
const bare = `${opensPopup}:not(a,button)`;
let running = false;

/**
 * Plays videos on request, loading players only then; `<video controls>` is observed once it plays.
 * @example `data-late="video"` once; `<a data-video="youtube|vimeo|dailymotion|file" href>` plays in place,
 * `data-mfp-src="{address}"` (empty: the `href`) in a popup, except in the page builder
 */
export function start(_root: HTMLElement, _config: unknown, page: PageConfig): void {
  if (running) return;
  running = true;
  const { video: config = {} } = page;
  const popupOf = (target: EventTarget | null) =>
    document.documentElement.classList.contains(builderClass)
      ? null
      : (target as Element).closest<HTMLElement>(opensPopup);

  const play = async (opener: HTMLElement) => {
    const { href = '' } = opener as Partial<HTMLAnchorElement>;
    const address = opener.dataset.mfpSrc || href;
    try {
      const isOurs = new URL(address, location.href).origin === location.origin;
      if (
        page.consent &&
        !isOurs &&
        !(await (await import('./video/agreed.ts')).agreed(opener, address, page))
      )
        return;
      if (opener.dataset.mfpSrc === undefined)
        (await import('./video/play-inline.ts')).playInline(opener as HTMLAnchorElement, config);
      else (await import('./video/popup.ts')).openPopup(opener, address, config);
    } catch (error) {
      console.warn(error);
      if (href) location.assign(href);
    }
  };
  const onPlay = (target: EventTarget | null) => {
    // A video without controls is decoration.
    if (target instanceof HTMLVideoElement && target.controls)
      void import('./video/play-inline.ts').then(({ playFile }) => playFile(target, config));
  };

  const addButtons = (part: ParentNode) => {
    for (const element of part.querySelectorAll<HTMLElement>(bare)) {
      element.tabIndex = 0;
      element.role = 'button';
    }
  };

  document.addEventListener('click', (event) => {
    if (event.target instanceof HTMLVideoElement) startFilm(event.target, event);
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const opener = popupOf(event.target) ?? (event.target as Element).closest<HTMLElement>('a[data-video]');
    if (!opener) return;
    event.preventDefault();
    void play(opener);
  });
  document.addEventListener('keydown', (event) => {
    if ((event.key !== 'Enter' && event.key !== ' ') || !(event.target as Element).matches(bare)) return;
    event.preventDefault();
    (event.target as HTMLElement).click();
  });
  document.addEventListener('play', ({ target }) => onPlay(target), true);
  addButtons(document);
  document.addEventListener(contentEvent, (event) => addButtons((event as ContentEvent).detail.root));
  for (const video of document.querySelectorAll('video')) if (!video.paused) onPlay(video);
}

/** Starts a film on a click in its middle: before any data is loaded, some browsers only react to clicks on their controls, which are around it. */
function startFilm(film: HTMLVideoElement, { offsetX, offsetY }: MouseEvent): void {
  const { clientWidth: width, clientHeight: height } = film;
  if (
    !film.controls ||
    !film.paused ||
    film.readyState > 0 ||
    Math.abs(offsetX - width / 2) > width / 4 ||
    offsetY > Math.max(height / 2, height - 80)
  )
    return;
  setTimeout(() => {
    // Unless the browser has handled the click.
    if (film.paused)
      film.play().catch((error: unknown) => {
        // The reader, or another film, may have stopped it before it began.
        if ((error as Error).name !== 'AbortError') console.warn(error);
      });
  });
}
