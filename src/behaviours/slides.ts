import { contentEvent } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { headAddresses, showAddresses } from './addresses/head-addresses.ts';

/** What each entry of the browser's history says of its slide. */
interface SlideState {
  /** The post. */
  readonly slide_id: number;
  /** 1 for the first. */
  readonly current_slide: number;
}

const namesIn = (text = ''): string[] => text.split(' ').filter(Boolean);

/** Scripts and page-wide behaviours that the other part wants and this page may lack, as a fragment brings them. */
function modulesOf(other: Document, present: PageConfig['modules']): HTMLScriptElement {
  const script = document.createElement('script');
  script.type = 'application/json';
  const config = [...other.querySelectorAll('body>script[type="application/json"]')].at(-1)?.textContent;
  script.textContent = JSON.stringify((JSON.parse(config ?? '{}') as { modules?: unknown }).modules ?? {});
  script.dataset.modules = '';
  script.dataset.behaviour = [...namesIn(other.body.dataset.behaviour), ...namesIn(other.body.dataset.late)].filter((name) => !(name in present)).join(' ');
  return script;
}

/** Undefined when it does not come: the browser then says so itself. */
async function fetchPage(url: string): Promise<Document | undefined> {
  try {
    return new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}

/**
 * Moves between the parts of an article without leaving the page: the next one is fetched from its own address, and its text and its links take the place of
 * these. Each has its entry in the history.
 *
 * Markup: the text, then `<nav data-behaviour="slides" data-config='{"slide_id":12,"current_slide":2}'>` with `.part-steps`, which holds links and a `select`
 * whose options have the address of each part, and `.part-count`.
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
    const other = await fetchPage(url);
    const otherNav = other?.querySelector('[data-behaviour="slides"]');
    const otherText = otherNav?.previousElementSibling;
    if (shown !== slide) return; // the reader went on meanwhile
    if (!other || !otherText) {
      location.assign(url);
      return;
    }
    const focused = steps.contains(document.activeElement) ? document.activeElement?.getAttribute('rel') : undefined;
    text.className = otherText.className;
    // As text: what stands in <noscript> is markup only to a parser without scripts.
    text.innerHTML = otherText.innerHTML;
    text.append(modulesOf(other, page.modules));
    steps.innerHTML = otherNav.querySelector('.part-steps')?.innerHTML ?? '';
    count.textContent = otherNav.querySelector('.part-count')?.textContent ?? '';
    document.title = other.title;
    showAddresses(headAddresses(other));
    if (focused !== undefined) (steps.querySelector<HTMLElement>(`[rel="${focused ?? ''}"]`) ?? steps.querySelector('select'))?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent(contentEvent, { detail: { root: text } }));
    const { top } = text.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) text.scrollIntoView({ behavior: 'instant' });
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
    const known = (state as SlideState | null)?.slide_id === slide_id ? (state as SlideState).current_slide : urls.indexOf(location.href.split('#')[0] ?? '') + 1;
    if (known > 0 && known !== shown) void show(known);
  });
}
