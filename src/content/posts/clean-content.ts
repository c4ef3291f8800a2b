import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { cleanMarkup } from '../../lib/markup/clean-markup.ts';

/**
 * A post's text as somebody may write it who has no `unfiltered_html`. What stands in `stored`, the text that it replaces ('' for none), is left alone block by
 * block, whoever wrote it.
 */
export function cleanContent(content: string, stored: string): string {
  return cleanMarkup(content, stored, cleanWhereNeeded);
}
