import { fetchedNodes } from '../../islands/fetched.ts';
import { announce } from '../../islands/page-config.ts';
import type { PageConfig, PageParts } from '../../islands/page-config.ts';
import type { AutoloadConfig } from './autoload-config.ts';
import { followArticle } from './follow-reader.ts';

interface ArticleReply {
  readonly content: string;
  readonly url: string;
  readonly title: string;
  readonly broadsheet?: PageParts;
}

let added = 0;

async function fetchArticle(id: number, page: PageConfig): Promise<ArticleReply> {
  const fields = {
    action: 'broadsheet_article',
    post_id: String(id),
    td_res_context_registered_atts: page.registeredBlocks ?? '',
  };
  const reply = await fetch(page.ajaxUrl, { method: 'POST', body: new URLSearchParams(fields) });
  if (!reply.ok) throw new Error(`The article came with status ${reply.status}.`);
  return (await reply.json()) as ArticleReply;
}

/** Keeps ids that texts gave to their parts apart from those of articles above, and leads links to parts that did not come to the article's own page. */
function settleIds(article: HTMLElement, { id }: AutoloadConfig, url: string): void {
  for (const part of article.querySelectorAll('[id]')) {
    if (!document.getElementById(part.id)) continue;
    const links = article.querySelectorAll(`a[href="#${CSS.escape(part.id)}"]`);
    part.id += `-${id}`;
    for (const link of links) link.setAttribute('href', `#${part.id}`);
  }
  for (const link of article.querySelectorAll('a[href^="#"]')) {
    const target = link.getAttribute('href') ?? '';
    if (target === '#' || !article.querySelector(`#${CSS.escape(target.slice(1))}`))
      link.setAttribute('href', url + target);
  }
}

/** Fetches an article and puts it into its area; what follows it gets an area of its own below. When it does not come, the area stays the link that it is. */
export async function appendArticle(
  area: HTMLElement,
  config: AutoloadConfig,
  page: PageConfig,
): Promise<void> {
  if (added >= config.limit) return;
  added++;
  try {
    const { content, url, title, broadsheet } = await fetchArticle(config.id, page);
    if (content === '') return;
    const article = document.createElement('article');
    article.append(fetchedNodes(content));
    settleIds(article, config, url);
    const next = article.querySelector('[data-autoload]');
    area.append(article);
    if (next) area.after(next);
    followArticle({ area, url, title }, config.after);
    announce(article, broadsheet);
    announce(next);
  } catch (error) {
    console.warn('broadsheet_article: error', config.id, error);
  }
}
