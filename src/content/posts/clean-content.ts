import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { cleanMarkup } from '../../lib/markup/clean-markup.ts';

/** What a text becomes that was cleaned before its transaction. It counts as long as the text that it replaces is the one that was seen then. */
export interface CleanedAhead {
  readonly sent: string;
  readonly stored: string;
  readonly cleaned: string;
}

/**
 * A post's text as somebody may write it who has no `unfiltered_html`. What stands in `stored`, the text that it replaces ('' for none), is left alone block by
 * block, by any author.
 */
export function cleanContent(content: string, stored: string, ahead?: CleanedAhead): string {
  return ahead?.sent === content && ahead.stored === stored ? ahead.cleaned : cleanMarkup(content, stored, cleanWhereNeeded);
}
