import { contentEvent } from '../../islands/page-config.ts';
import type { PageConfig } from '../../islands/page-config.ts';
import { headAddresses, showAddresses } from '../addresses/head-addresses.ts';

/** What changes when another part of an article is shown: its text, and the links and the count of its pager. */
export interface SlidePlaces {
  readonly text: HTMLElement;
  readonly steps: HTMLElement;
  readonly count: Element;
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

/** Puts the part at an address in the place of the one that is shown, unless `isLate` says that the reader went on meanwhile. Throws when it does not come. */
export async function showSlide(url: string, { text, steps, count }: SlidePlaces, page: PageConfig, isLate: () => boolean): Promise<void> {
  const other = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');
  const otherNav = other.querySelector('[data-behaviour="slides"]');
  const otherText = otherNav?.previousElementSibling;
  if (isLate()) return;
  if (!otherText) throw new Error(`${url} holds no part of an article.`);
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
}
