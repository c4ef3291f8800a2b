import { isRecord } from '../../lib/records.ts';

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

interface Named {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Blocks of WordPress by the names that older versions gave them; old texts and templates have them yet. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ['core/comments-query-loop', 'core/comments'],
  ['core/post-comment-author', 'core/comment-author-name'],
  ['core/post-comment-content', 'core/comment-content'],
  ['core/post-comment-date', 'core/comment-date'],
  ['core/cover-image', 'core/cover'],
  ['core/cover-text', 'core/paragraph'],
  ['core/text', 'core/paragraph'],
]);

const formerService = /^core\/social-link-([a-z\d-]{1,40})$/;

/** The name that a block has today. */
export function nameToday(name: string): string {
  return formerNames.get(name) ?? (formerService.test(name) ? 'core/social-link' : name);
}

/** A block under the name that it has today, with the attributes that say what its former name said. */
export function underNameToday<Block extends Named>(block: Block): Block {
  const name = nameToday(block.name);
  if (name === block.name) return block;
  const service = formerService.exec(block.name)?.[1];
  return {
    ...block,
    name,
    attributes: service === undefined ? block.attributes : { ...block.attributes, service },
  };
}

interface NamedPart {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Something that a block says and that is not shown: `part` is not here, `css` is its own and is not used. */
interface LostPart {
  readonly kind: 'part' | 'css';
  /** `core/pattern acme/hero`, `core/group style.css` */
  readonly name: string;
}

const longestName = 100;

/** What a block names that only the exporter's theme had, and CSS that was written for it alone. */
export function lostParts({ name, attributes: { slug, style } }: NamedPart): LostPart[] {
  const css = isRecord(style) ? style.css : undefined;
  return [
    ...(name === 'core/pattern' && isText(slug)
      ? [{ kind: 'part', name: `${name} ${slug.slice(0, longestName)}` } as const]
      : []),
    ...(isText(css) ? [{ kind: 'css', name: `${name} style.css` } as const] : []),
  ];
}

/** The template part that a block names, as WordPress does: `theme//header`, `header` of any theme; whether it is here, the site knows. Undefined: none. */
export function namedTemplatePart({ name, attributes: { slug, theme } }: NamedPart): string | undefined {
  if (name !== 'core/template-part' || !isText(slug)) return undefined;
  return (isText(theme) ? `${theme}//${slug}` : slug).slice(0, longestName);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
