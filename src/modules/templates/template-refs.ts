import { renameIds } from '../../lib/markup/id-refs.ts';
import { renameInBlocks, toRef } from '../../lib/markup/pattern-refs.ts';
import type { TemplateFile } from './template-file.ts';

/** Settings of our blocks that name what one site holds, by its number there or by what it calls it. */
export const settingsOfSite: readonly string[] = [
  'post_ids',
  'category_id',
  'author_id',
  'tag_slug',
  'page_id',
  'td_ajax_filter_ids',
  'td_filter_value',
  'live_filter_cur_post_id',
  'live_filter_cur_post_author',
];

/** A file of another site without what its blocks say of that site's posts, terms and people: here these numbers are those of others. */
export function withoutSite(file: TemplateFile, siteUrl: string): TemplateFile {
  if (file.site === siteUrl || file.site === '') return file;
  const clean = <Text extends { readonly content: string }>(one: Text): Text => ({
    ...one,
    content: withoutIds(one.content),
  });
  return { ...file, templates: file.templates.map(clean), patterns: file.patterns.map(clean) };
}

function withoutIds(markup: string): string {
  const named = renameInBlocks(markup, (name, attributes) => {
    if (!name.startsWith('broadsheet/') || !settingsOfSite.some((key) => Object.hasOwn(attributes, key)))
      return undefined;
    return Object.fromEntries(Object.entries(attributes).filter(([key]) => !settingsOfSite.includes(key)));
  });
  return renameIds(named, { post: () => 0, term: () => 0 });
}

/** A document whose synced patterns are those that were made of it; one that came without its pattern names none. */
export function withPatterns(markup: string, made: ReadonlyMap<number, number>): string {
  return renameInBlocks(markup, (name, attributes) => {
    if (name !== 'core/block') return undefined;
    const ref = made.get(toRef(attributes.ref) ?? 0) ?? 0;
    return ref === attributes.ref ? undefined : { ...attributes, ref };
  });
}
