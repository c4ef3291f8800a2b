import type { PostCard } from '../../content/posts/card.ts';
import { listPostIds } from '../../content/posts/list.ts';
import { readerText } from '../../content/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface NotFoundData {
  readonly title: string;
  readonly text: string;
  readonly cards: readonly PostCard[];
}

export async function load(settings: Settings, context: LoadContext): Promise<NotFoundData> {
  context.tag('list:post', 'secondary');
  for (const name of ['not_found_title', 'not_found_text']) context.tag(`setting:translation_${name}`);
  const [site, ids] = await Promise.all([
    context.content.settings.current(),
    settings.limit > 0 ? listPostIds(context.content.database.read, { limit: settings.limit }) : [],
  ]);
  return { title: readerText(site, 'not_found_title'), text: readerText(site, 'not_found_text'), cards: await context.cards(ids) };
}
