import type { PageConfig } from '../islands/page-config.ts';

/** History state of a slide. */
interface SlideState {
  readonly slide_id: number;
  /** From 1. */
  readonly current_slide: number;
}

/**
 * Moves between the parts of an article in place, each with a history entry; text and links come from the part's URL.
 * @example the text, then `<nav class="part-pager" data-behaviour="slides" data-config="…">` with `.part-steps` (links,
 * and a `select` of the parts' addresses) and `.part-count`; config `{"slide_id":12,"current_slide":2}`
 */
export function start(nav: HTMLElement, config: unknown, page: PageConfig): void {
  const text = nav.previousElementSibling as HTMLElement;
  const steps = nav.querySelector<HTMLElement>('.part-steps');
  const count = nav.querySelector('.part-count');
  if (!steps || !count) throw new Error('A pager of slides has no links or no count.');
  const { slide_id, current_slide } = config as SlideState;
  const urls = [...nav.querySelectorAll('option')].map(({ value }) => new URL(value, location.href).href);
  let shown = current_slide;

  const show = async (slide: number) => {
    shown = slide;
    const url = urls[slide - 1] ?? '';
    try {
      const { showSlide } = await import('./slides/show-slide.ts');
      if (shown === slide) await showSlide(url, { text, steps, count }, page, () => shown !== slide);
    } catch (error) {
      if (shown !== slide) return;
      console.warn(error);
      location.assign(url);
    }
  };
  const go = (slide: number) => {
    if (slide === shown) return;
    history.pushState({ slide_id, current_slide: slide } satisfies SlideState, '', urls[slide - 1]);
    void show(slide);
  };

  history.replaceState({ ...history.state, slide_id, current_slide }, '');
  nav.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.part-step');
    if (!link || event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(urls.indexOf(link.href) + 1);
  });
  nav.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) go(target.selectedIndex + 1);
  });
  addEventListener('popstate', ({ state }) => {
    // Entries of links within the page have no state; their URL identifies the slide.
    const known =
      (state as SlideState | null)?.slide_id === slide_id
        ? (state as SlideState).current_slide
        : urls.indexOf(location.href.split('#')[0] ?? '') + 1;
    if (known > 0 && known !== shown) void show(known);
  });
}
