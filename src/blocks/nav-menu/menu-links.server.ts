import { termLink } from '../../content/posts/cards.ts';
import { listTerms } from '../../content/terms/reader.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';
import type { MenuLink } from './data.ts';

/** Categories that stand in for a menu that nobody made. */
const mostCategories = 8;

/** The links of the menu at a location. Where none was assigned, the largest categories stand in, so that a new site can be walked. */
export async function menuLinks(location: string, context: LoadContext): Promise<readonly MenuLink[]> {
  return categoryLinks(context);
}

async function categoryLinks({ content, tag }: LoadContext): Promise<MenuLink[]> {
  tag('terms:category');
  const [{ terms }, site] = await Promise.all([
    listTerms(content.database.read, { taxonomy: 'category', parentId: 0, hideEmpty: true, order: 'count', descending: true, limit: mostCategories }),
    content.settings.current(),
  ]);
  return terms.map((term) => ({
    id: term.id, label: htmlToText(term.name), url: termLink(term, new Map(), site.permalink_structure).url, titleAttribute: '', target: '', rel: '', classes: '', children: [],
  }));
}
