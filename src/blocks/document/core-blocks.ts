import { actingChange } from './acting-blocks.ts';
import { layoutClasses } from '../core/block-supports.ts';
import { embedFigure, embedLink } from './embeds.ts';
import { footnotesPlace } from './footnotes.ts';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * A block of WordPress that prints something from its attributes: what comes before and behind its saved HTML, and what becomes of that. Nothing saved is ever
 * left out.
 */
export interface CoreOutput {
  readonly before?: string;
  readonly after?: string;
  readonly change?: (html: string) => string;
}

/**
 * What a core block that WordPress renders on the server shows here. Undefined: its saved HTML is its output (for most of them there is none, so they show
 * nothing).
 * `html` is the block's saved HTML, as far as it is no inner block.
 */
export function renderCoreBlock(name: string, attributes: Attributes, html: string): CoreOutput | undefined {
  if (name === 'core/embed' || name.startsWith('core-embed/')) return renderEmbed(attributes, html);
  switch (name) {
    case 'core/footnotes': return { before: footnotesPlace };
    case 'core/group':
    case 'core/buttons':
    case 'core/social-links': return layoutOutput(attributes.layout);
    default: {
      const change = actingChange(name, attributes);
      return change && { change };
    }
  }
}

/** WordPress says how a container lays its blocks out in classes that it does not save. */
function layoutOutput(layout: unknown): CoreOutput | undefined {
  const names = layoutClasses(layout);
  if (names.length === 0) return undefined;
  let opened = false;
  return {
    change: (html) => {
      if (opened) return html;
      return html.replace(/^(\s*<[a-z]+\s[^<>]*?\bclass=")/, (start) => {
        opened = true;
        return `${start}${names.join(' ')} `;
      });
    },
  };
}

/** Core blocks whose HTML is written as classic content: paragraphs and shortcodes are made from lines. */
export const classicBlocks: ReadonlySet<string> = new Set(['', 'core/freeform', 'core/shortcode']);

function renderEmbed(attributes: Attributes, html: string): CoreOutput | undefined {
  const url = text(attributes.url);
  if (html.trim() === '') return url === '' ? undefined : { before: embedFigure(url) };
  return { change: linkAddress };
}

/** The address stands alone in the wrapper; what else is there (a caption, a saved player) stays. */
function linkAddress(html: string): string {
  return html.replace(/(<div class="wp-block-embed__wrapper">\s*)(https?:\/\/[^\s<>"]+)(\s*<\/div>)/,
    (_, before: string, address: string, after: string) => before + embedLink(address.replaceAll('&amp;', '&')) + after);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
