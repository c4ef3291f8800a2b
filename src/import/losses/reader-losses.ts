import type { LossOutline } from '../../modules/imports/export-files.ts';
import { harmless } from '../../lib/visible-name.ts';
import { shortened, startOf } from '../../lib/cut-text.ts';

/** In the order of the report: losses first, then information for editors. */
export const lossTitles = {
  empty: 'published, but empty',
  pictures: 'images lost',
  players: 'videos and players lost',
  scripts: 'script embeds lost',
  links: 'links lost',
  forms: 'forms lost',
  plugins: 'plugin shortcodes and blocks that show nothing',
  unrendered: 'could not be rendered',
  atOldSite: 'images still loaded from the old site',
  withoutText: 'published without a text',
} as const;
export type LossKind = keyof typeof lossTitles;
export const lossKinds = Object.keys(lossTitles) as readonly LossKind[];

export interface LostPage {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly path: string;
  readonly edit: string;
  readonly what: readonly string[];
  readonly more: number;
}

export interface LossList {
  /** All pages, listed or not. */
  pages: number;
  /** The first `maxPages` of them. */
  readonly listed: LostPage[];
}

export interface ReaderLosses {
  published: number;
  /** Fewer than `published` when the check was stopped. */
  checked: number;
  readonly kinds: Partial<Record<LossKind, LossList>>;
}

const maxPages = 1000;
const outlinedPages = 200;
const maxParts = 10;
const maxPartLength = 200;
const maxTitleLength = 200;
/** Pages of one kind in the terminal, and characters of a title there. */
const shownPages = 20;
const shownTitle = 60;

export const noLosses = (): ReaderLosses => ({ published: 0, checked: 0, kinds: {} });

/** Adds a page to the list of a kind, unless it lost nothing. `count` is the number of lost parts if `parts` is incomplete. */
export function addLoss(
  losses: ReaderLosses,
  kind: LossKind,
  page: Omit<LostPage, 'what' | 'more' | 'edit'>,
  parts: readonly string[],
  count = parts.length,
): void {
  if (parts.length === 0) return;
  const list = (losses.kinds[kind] ??= { pages: 0, listed: [] });
  list.pages++;
  if (list.listed.length >= maxPages) return;
  const what = parts.slice(0, maxParts).map((part) => shortened(part.replaceAll(/\s+/g, ' '), maxPartLength));
  list.listed.push({
    ...page,
    title: shortened(page.title, maxTitleLength),
    edit: `/wp-admin/post.php?post=${page.id}&action=edit`,
    what,
    more: count - what.length,
  });
}

export function listLosses({
  kinds,
}: ReaderLosses): { readonly kind: LossKind; readonly heading: string; readonly list: LossList }[] {
  return lossKinds.flatMap((kind) => {
    const list = kinds[kind];
    return list ? [{ kind, heading: `${lossTitles[kind]}: ${countOf(list.pages, 'page')}`, list }] : [];
  });
}

export const describeParts = ({ what, more }: Pick<LostPage, 'what' | 'more'>): string =>
  what.join('; ') + (more > 0 ? `; and ${more} more` : '');

export function describeCheck({ published, checked, kinds }: ReaderLosses): string {
  const checkedPages =
    checked < published
      ? `${checked} of ${countOf(published, 'published page')}`
      : countOf(published, 'published page');
  const was = checked === 1 && published === 1 ? 'was' : 'were';
  const rest =
    checked < published ? ' The check was stopped. Import the same file again to check all pages.' : '';
  return `${checkedPages} ${was} checked as readers see them${Object.keys(kinds).length === 0 && checked > 0 ? '; nothing is missing' : ''}.${rest}`;
}

export function outlineLosses(losses: ReaderLosses): LossOutline {
  return {
    summary: describeCheck(losses),
    kinds: listLosses(losses).map(({ heading, list }) => ({
      heading: heading.charAt(0).toUpperCase() + heading.slice(1),
      pages: list.pages,
      listed: list.listed
        .slice(0, outlinedPages)
        .map((page) => ({ title: page.title, path: page.path, edit: page.edit, parts: describeParts(page) })),
    })),
  };
}

export function describeLosses(losses: ReaderLosses): string[] {
  if (losses.published === 0) return [];
  const lines = [`Missing for readers: ${describeCheck(losses)}`];
  for (const { heading, list } of listLosses(losses)) {
    lines.push(`  ${heading}`);
    for (const page of list.listed.slice(0, shownPages)) {
      lines.push(
        `    ${page.path}${page.title === '' ? '' : ` "${startOf(page.title, shownTitle)}"`}: ${describeParts(page)}`,
      );
    }
    if (list.pages > shownPages)
      lines.push(
        `    … and ${countOf(list.pages - shownPages, 'more page')}; use --report FILE for the first ${maxPages}`,
      );
  }
  return lines.map(harmless);
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
