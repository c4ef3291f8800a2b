import { withQuery } from '../../lib/with-query.ts';
import { isPlain } from './permalinks.ts';
import type { PermalinkStructure } from './permalinks.ts';

export type FeedFormat = 'rss2' | 'atom';

/** Root-relative address of the feed of a page: of the whole site for `/`, of a list's posts, of an article's comments. */
export function feedAddress(
  structure: PermalinkStructure,
  path: string,
  format: FeedFormat = 'rss2',
): string {
  if (isPlain(structure) || path.includes('?')) return withQuery(path, `feed=${format}`);
  return `${path}feed/${format === 'rss2' ? '' : `${format}/`}`;
}

/** Root-relative address of the feed of all comments. */
export function commentFeedAddress(structure: PermalinkStructure, format: FeedFormat = 'rss2'): string {
  return isPlain(structure) ? `/?feed=comments-${format}` : feedAddress(structure, '/comments/', format);
}

/** Root-relative address of the small page that other sites show of a post in a frame. */
export function embedAddress(structure: PermalinkStructure, path: string): string {
  return isPlain(structure) || path.includes('?') ? withQuery(path, 'embed=1') : `${path}embed/`;
}
