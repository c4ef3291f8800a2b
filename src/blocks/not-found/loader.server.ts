import type { CardLink, PostCard } from '../../modules/posts/model.ts';
import { listPostIds } from '../../modules/posts/list.ts';
import { readerWords } from '../../modules/settings/definitions/translations.ts';
import { searchFormWords } from '../../ui/search-parts.tsx';
import { findSections, rankedCategories } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';
import { articleType } from '../../modules/types/names.ts';

const wordings = [
  ...searchFormWords,
  'not_found_title',
  'not_found_text',
  'not_found_advice',
  'not_found_latest',
] as const;

export interface NotFoundData {
  readonly texts: Readonly<Record<(typeof wordings)[number], string>>;
  readonly cards: readonly PostCard[];
  /** Suggestions: the largest sections. */
  readonly sections: readonly CardLink[];
}

export async function load(settings: Settings, context: LoadContext): Promise<NotFoundData> {
  context.tag(`list:${articleType}`, 'secondary');
  const [site, ids, ranked] = await Promise.all([
    context.content.settings.current(),
    settings.limit > 0 ? listPostIds(context.content.database.read, { limit: settings.limit }) : [],
    rankedCategories(context),
  ]);
  context.noteShown(ids);
  const [cards, sections] = await Promise.all([
    context.cards(ids),
    findSections(
      ranked.map(({ id }) => id),
      context,
    ),
  ]);
  return { texts: readerWords(site, wordings), cards, sections: [...sections.values()] };
}
