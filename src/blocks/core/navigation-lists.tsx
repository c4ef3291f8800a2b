import { readAttribute } from '../../lib/markup/html-tokens.ts';
import { renderHtml } from '../../ui/render-html.ts';
import { outermostParts } from '../document/outermost.ts';
import { wrapperProps } from './block-supports.ts';
import type { SupportSettings } from './block-supports.ts';

/** Blocks that are no items of a list, but stand among them as such. */
const listed = /(?:^|\s)wp-block-(?:site-title|site-logo|social-links)(?:\s|$)/;

/** What stands in a navigation, its items in lists; other things stand between these. */
export function navigationLists(
  html: string,
  settings: SupportSettings,
  own: readonly (string | false | undefined)[],
): string {
  const open = renderHtml(
    <ul {...wrapperProps('core/navigation', settings, 'wp-block-navigation__container', ...own)} />,
  ).replace('</ul>', '');
  let result = '';
  let inList = false;
  for (const { name, start, inside, end } of outermostParts([html])) {
    if (name === '#comment') continue;
    const isWrapped = listed.test(readAttribute(html.slice(start, inside), 'class') ?? '');
    const isItem = name === 'li' || isWrapped;
    if (isItem !== inList) result += isItem ? open : '</ul>';
    inList = isItem;
    const part = html.slice(start, end);
    result += isWrapped ? `<li class="wp-block-navigation-item">${part}</li>` : part;
  }
  return inList ? `${result}</ul>` : result;
}
