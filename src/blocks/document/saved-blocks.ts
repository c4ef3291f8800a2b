/**
 * Blocks of WordPress whose saved HTML is all that readers need, or to which `core-blocks.ts` adds what it lacks: nothing renders them. All others that the
 * registry does not have show nothing, or too little. `pattern` names one that a theme registers: where there is none, as here, WordPress shows nothing, too
 * (`lost-parts.ts` tells editors).
 */
const savedBlocks: ReadonlySet<string> = new Set(
  [
    'accordion',
    'accordion-heading',
    'accordion-item',
    'accordion-panel',
    'audio',
    'button',
    'buttons',
    'code',
    'column',
    'columns',
    'cover',
    'details',
    'embed',
    'file',
    'footnotes',
    'freeform',
    'gallery',
    'group',
    'heading',
    'html',
    'image',
    'list',
    'list-item',
    'math',
    'media-text',
    'missing',
    'more',
    'navigation-link',
    'navigation-submenu',
    'nextpage',
    'paragraph',
    'pattern',
    'playlist',
    'playlist-track',
    'preformatted',
    'pullquote',
    'quote',
    'separator',
    'shortcode',
    'social-link',
    'social-links',
    'spacer',
    'subhead',
    'tab',
    'tab-list',
    'tab-panel',
    'tab-panels',
    'table',
    'tabs',
    'text-columns',
    'verse',
    'video',
  ].map((name) => `core/${name}`),
);

/** Whether a block needs nobody to render it. */
export function isSavedBlock(name: string): boolean {
  return savedBlocks.has(name) || name.startsWith('core-embed/');
}
