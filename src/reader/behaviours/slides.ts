import type { PageConfig } from '../islands/page-config.ts';

/** What each entry of the browser's history says of its slide. */
interface SlideState {
  /** The post. */
  readonly slide_id: number;
  /** 1 for the first. */
  readonly current_slide: number;
}

/**
 * Moves between the parts of an article without leaving the page: the next one is fetched from its own address, and its text and its links take the place of
 * these, by code that comes with the first. Each has its entry in the history.
 *
 * Markup: the text, then `<nav class="part-pager" data-behaviour="slides">`, `{"slide_id":12,"current_slide":2}` under its `data-config`, with `.part-steps`,
 * which holds links and a `select` whose options have the address of each part, and `.part-count`.
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
      location.assign(url); // what it shows is there, too, or the browser says what is wrong
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
    // An entry of a link within the page has no state: its address says which slide it is on.
    const known =
      (state as SlideState | null)?.slide_id === slide_id
        ? (state as SlideState).current_slide
        : urls.indexOf(location.href.split('#')[0] ?? '') + 1;
    if (known > 0 && known !== shown) void show(known);
  });
}
