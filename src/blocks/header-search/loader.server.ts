import type { BlockLoader } from '../load-context.ts';
import type { HeaderSearchSettings } from './block.ts';

export interface HeaderSearchData {
  /** Most live results, the site's number where the block has none. */
  readonly limit: number;
}

export const load: BlockLoader<HeaderSearchSettings, HeaderSearchData> = async ({ limit }, { content, tag }) => {
  tag('settings', 'primary');
  return { limit: limit || (await content.settings.current()).header_search_limit };
};
