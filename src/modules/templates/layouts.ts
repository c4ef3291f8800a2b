import { postTypeNamed } from '../types/registry.ts';
import { kindOfPost } from './kinds.ts';

/**
 * Layouts that come with the theme, which a post chooses by name as it chooses a template: one column, one with pictures as wide as the page, or the text
 * alone, which is what the page shows from edge to edge.
 */
export type Layout = 'no-sidebar' | 'wide' | 'bare';

/** What people are told of them, in the order in which they are offered. */
const titles: Readonly<Record<Layout, string>> = {
  'no-sidebar': 'No sidebar',
  wide: 'Wide',
  bare: 'Text alone',
};

/** Pages have no sidebar anyway. */
const layoutsOfKinds: Readonly<Record<string, readonly Layout[]>> = {
  single: ['no-sidebar', 'wide'],
  cpt: ['no-sidebar', 'wide'],
  page: ['wide', 'bare'],
};

/** A layout as clients and people name it. */
export interface LayoutChoice {
  readonly template: Layout;
  readonly title: string;
}

/** Those that posts of a type may have. */
export function layoutsForPosts(type: string): readonly LayoutChoice[] {
  const names = postTypeNamed(type).isPublic
    ? (layoutsOfKinds[kindOfPost(type).split(':')[0] ?? ''] ?? [])
    : [];
  return names.map((template) => ({ template, title: titles[template] }));
}

/** What themes that a site was imported from call the same, in folders and with endings of theirs: `page-templates/full-width.php`. */
const foreignNames: readonly (readonly [RegExp, Layout])[] = [
  [/^(?:no-?sidebars?|without-sidebar|one-column|full-?width(?:-content)?)$/, 'no-sidebar'],
  [/^(?:wide|extra-?wide|wide-image)$/, 'wide'],
  [/^bare$/, 'bare'],
];

/** The layout that the name of a template means; undefined: none that is known here, and the usual one serves. */
export function layoutNamed(name: string): Layout | undefined {
  const own = name
    .toLowerCase()
    .slice(name.lastIndexOf('/') + 1)
    .replace(/\.(?:php|html)$/, '')
    .replaceAll('_', '-');
  const bare = own
    .replace(/^(?:(?:single|post|page|template|tpl)-)+/, '')
    .replace(/-(?:template|page|post)$/, '');
  return foreignNames.find(([names]) => names.test(bare))?.[1];
}
