import { fetchedPage, headAddresses, showAddresses } from '../../islands/fetched-page.ts';
import { announce } from '../../islands/page-config.ts';
import type { PageConfig } from '../../islands/page-config.ts';

export interface SlidePlaces {
  readonly text: HTMLElement;
  readonly steps: HTMLElement;
  readonly count: Element;
}

/** Replaces the current part with the one at an address, unless `isLate` says that the reader moved on. Rejects if it can't be loaded. */
export async function showSlide(
  url: string,
  { text, steps, count }: SlidePlaces,
  page: PageConfig,
  isLate: () => boolean,
): Promise<void> {
  const { page: other, partsFor } = await fetchedPage(url);
  const otherNav = other.querySelector('nav.part-pager');
  const otherText = otherNav?.previousElementSibling;
  if (isLate()) return;
  if (!otherText) throw new Error(`${url} holds no part of an article.`);
  const focused = steps.contains(document.activeElement)
    ? document.activeElement?.getAttribute('rel')
    : undefined;
  text.className = otherText.className;
  text.replaceChildren(...otherText.childNodes);
  steps.replaceChildren(...(otherNav.querySelector('.part-steps')?.childNodes ?? []));
  count.textContent = otherNav.querySelector('.part-count')?.textContent ?? '';
  document.title = other.title;
  showAddresses(headAddresses(other));
  if (focused !== undefined)
    (steps.querySelector<HTMLElement>(`[rel="${focused ?? ''}"]`) ?? steps.querySelector('select'))?.focus({
      preventScroll: true,
    });
  announce(
    text,
    partsFor((name) => !(name in page.modules)),
  );
  const { top } = text.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) text.scrollIntoView({ behavior: 'instant' });
}
