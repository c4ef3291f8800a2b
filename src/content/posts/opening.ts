import { sql } from 'kysely';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';

/** The text of a post, with what its synced patterns hold, where its beginning is yet to be noted (`keep-openings.ts`); else null. */
export const openingMarkupSql = sql<
  string | null
>`case when post.opening is null then coalesce(post.expanded, post.content) end`;

interface OpeningRow {
  readonly opening: string | null;
  readonly opening_markup: string | null;
}

/** How the text of a post begins, in plain words (`openingOfMarkup`). */
export function readOpening({ opening, opening_markup: markup }: OpeningRow): string {
  return opening ?? openingOfMarkup(markup ?? '');
}
