import type { PageConfig, AutoloadConfig } from '../islands/page-config.ts';

/** How long before it is needed an article is asked for. */
const ahead = '0px 0px 1200px';

/**
 * Puts the next article below this one when its reader nears the end; address and title follow the reader. Without scripts the area is a link.
 *
 * Markup: the block `autoload`.
 */
export function start(area: HTMLElement, config: unknown, page: PageConfig): void {
  new IntersectionObserver(
    (entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void import('./autoload/append-article.ts').then(({ appendArticle }) =>
        appendArticle(area, config as AutoloadConfig, page),
      );
    },
    { rootMargin: ahead },
  ).observe(area);
}
