import { isRecord } from '../../lib/records.ts';

/**
 * WordPress blocks whose saved HTML suffices, possibly with additions by `core-blocks.ts`; all others need the
 * registry. `pattern` is a theme's: like WordPress without that theme, it shows nothing (`lostParts` tells editors).
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

export function isSavedBlock(name: string): boolean {
  return savedBlocks.has(name) || name.startsWith('core-embed/');
}

interface Named {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Earlier names of WordPress blocks, which old texts and templates contain. */
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

export function nameToday(name: string): string {
  return formerNames.get(name) ?? (formerService.test(name) ? 'core/social-link' : name);
}

/** Renames a block to its current name, with attributes that its earlier name implied. */
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

interface LostPart {
  readonly kind: 'part' | 'css';
  /** `core/pattern acme/hero`, `core/group style.css` */
  readonly name: string;
}

const maxNameLength = 100;

/** References to parts of the exporter's theme, and CSS for this block alone. */
export function lostParts({ name, attributes: { slug, style } }: NamedPart): LostPart[] {
  const css = isRecord(style) ? style.css : undefined;
  return [
    ...(name === 'core/pattern' && isText(slug)
      ? [{ kind: 'part', name: `${name} ${slug.slice(0, maxNameLength)}` } as const]
      : []),
    ...(isText(css) ? [{ kind: 'css', name: `${name} style.css` } as const] : []),
  ];
}

/** The template part that a block refers to, as WordPress resolves it: `theme//header`, or `header` of any theme. It may not exist here. */
export function namedTemplatePart({ name, attributes: { slug, theme } }: NamedPart): string | undefined {
  if (name !== 'core/template-part' || !isText(slug)) return undefined;
  return (isText(theme) ? `${theme}//${slug}` : slug).slice(0, maxNameLength);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
