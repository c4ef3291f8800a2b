import type { PageConfig, AutoloadConfig } from '../islands/page-config.ts';

const ahead = '0px 0px 1200px';

/**
 * Appends the next article when the reader nears the end of this one; URL and title follow the reader. Markup: the
 * block `autoload`, which is a link without scripts.
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
