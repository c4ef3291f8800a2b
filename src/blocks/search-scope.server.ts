import type { Content } from '../modules/content/content.ts';
import { searchedTypes } from '../modules/search/reader.ts';
import type { SearchScope } from '../modules/search/reader.ts';
import type { SearchSettings } from './search-settings.ts';

const typesOf = ({ post_type: names }: SearchSettings) =>
  names.split(/[\s,]+/).filter((name) => name !== '' && name !== 'any');

/** What the settings of a search block leave to be searched. */
export function scopeOf(settings: SearchSettings): SearchScope {
  return {
    types: typesOf(settings),
    excludePages: settings.exclude_pages,
    excludePosts: settings.exclude_posts,
  };
}

/** What is searched, as `post_type` of the results page; empty where that is everything. */
export async function resultTypesOf(
  content: Pick<Content, 'database' | 'settings'>,
  settings: SearchSettings,
): Promise<string> {
  const [only, ...more] = typesOf(settings);
  if (only !== undefined && more.length === 0) return only;
  if (only === undefined && !settings.exclude_pages && !settings.exclude_posts) return '';
  return (await searchedTypes(content, scopeOf(settings))).join(',');
}
