import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { cleanMarkup } from '../../lib/markup/clean-markup.ts';
import { nestingFault } from '../../lib/markup/nesting.ts';
import type { CleanedAhead } from './prepared-text.ts';

/**
 * A text as somebody may write it; `filters`: without `unfiltered_html`. Blocks that are in `stored`, the text that it replaces ('' for none), are left alone,
 * by any author. Throws `InvalidInputError` for one that nests too deep.
 */
export function writtenContent(
  content: string,
  stored: string,
  filters: boolean,
  ahead?: CleanedAhead,
): string {
  const isAhead = ahead?.sent === content && ahead.stored === stored && ahead.filters === filters;
  const fault = isAhead ? ahead.fault : nestingFault(content);
  if (fault !== undefined)
    throw new InvalidInputError(`The field "content" can't be saved: ${fault}`, 'rest_invalid_param', {
      content: fault,
    });
  if (isAhead) return ahead.cleaned ?? content;
  return filters ? cleanContent(content, stored) : content;
}

/** The same of what nobody sent: nesting that is too deep loses its tags. */
export function cleanContent(content: string, stored: string): string {
  return cleanMarkup(content, stored, cleanWhereNeeded);
}
