import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { assignTemplateToItem, clearTemplateAssignment } from './assign.ts';
import { kindOfPost } from './kinds.ts';
import { keepChange } from './changes.ts';
import { fitsKind } from './policy.ts';
import { findPostMeta } from '../posts/index.ts';
import type { ComposingPost } from '../posts/index.ts';
import { findAssignments, findTemplateSummaries, listTemplates } from './reader.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { TemplateSummary } from './model.ts';
import { typeOfKind } from './model.ts';
import { postTypeNamed } from '../types/index.ts';

/** The template that somebody chose for one post, as clients name it: `template-12`. */
export const templateName = (id: number): string => `template-${id}`;

/** Meta that names a layout of the theme (`layouts.ts`), or the template that an imported post had where it was. */
export const templateKey = '_wp_page_template';

/** The layout that a post has, or the template that it was imported with, which nothing here need know; empty: the usual one. */
export function templateNamed(meta: ReadonlyMap<string, readonly string[]> | undefined): string {
  const template = meta?.get(templateKey)?.[0] ?? '';
  return template === 'default' ? '' : template;
}

/** Templates that a post of a type may have of its own, oldest first. */
export async function templatesForPosts(read: Reader, type: string): Promise<readonly TemplateSummary[]> {
  const of = typeOfKind(kindOfPost(type));
  return of === undefined ? [] : listTemplates(read, { type: of, mobile: false });
}

/** Every name that `template` of posts of a type may have, layouts of the theme first. */
export async function templateChoices(
  read: Reader,
  type: string,
): Promise<readonly { readonly template: string; readonly title: string }[]> {
  const own = await templatesForPosts(read, type);
  return [...layoutsForPosts(type), ...own.map(({ id, title }) => ({ template: templateName(id), title }))];
}

/** The name of the template or layout that a post has of its own, or was imported with; empty: none. */
export async function ownTemplate(
  read: Reader,
  { id, type }: { readonly id: number; readonly type: string },
): Promise<string> {
  const { item } = await findAssignments(read, kindOfPost(type), id);
  return item === undefined
    ? templateNamed((await findPostMeta(read, [id], [templateKey])).get(id))
    : templateName(item);
}

/** What a name stands for: a template, by its id, or a layout of the theme, which stands in the post's meta. Both empty: the usual one. */
interface NamedTemplate {
  readonly id: number;
  readonly layout: string;
}

/** Throws `InvalidInputError` for a name that is none of a template or layout that posts of this type may have. */
async function readTemplateName(read: Reader, type: string, name: string): Promise<NamedTemplate> {
  if (name === '' || layoutsForPosts(type).some(({ template }) => template === name))
    return { id: 0, layout: name };
  const [, digits] = /^template-([1-9]\d{0,14})$/.exec(name) ?? [];
  const template =
    digits === undefined
      ? undefined
      : (await findTemplateSummaries(read, [Number(digits)])).get(Number(digits));
  if (template && fitsKind(template, kindOfPost(type))) return { id: template.id, layout: '' };
  const known = (await templateChoices(read, type)).slice(0, 20).map((choice) => choice.template);
  const choice =
    known.length > 0
      ? `use ${known.join(', ')}, or nothing for the usual one`
      : 'there are none for them, so leave it empty';
  const message = `There is no template "${name.slice(0, 80)}" for posts of the type "${type}"; ${choice}.`;
  throw new InvalidInputError(message, 'rest_invalid_param', { template: message });
}

/** The meta that goes with a choice of template: the layout's name, and nothing of what an import said. */
const templateMeta = ({ layout }: NamedTemplate): Record<string, readonly string[]> => ({
  [templateKey]: layout === '' ? [] : [layout],
});

/** Gives a post the template of this id, 0: the usual one, for somebody who may change the post; the change is kept beside those of templates. */
async function writeOwnTemplate(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  { id, type }: { readonly id: number; readonly type: string },
  templateId: number,
): Promise<void> {
  const kind = kindOfPost(type);
  const { item = 0 } = await findAssignments(tx.db, kind, id);
  if (item === templateId) return;
  await (templateId === 0
    ? clearTemplateAssignment(tx, kind, id)
    : assignTemplateToItem(tx, kind, id, templateId));
  const named = await findTemplateSummaries(
    tx.db,
    [item, templateId].filter((one) => one > 0),
  );
  const [earlier, title] = [named.get(item)?.title ?? '', named.get(templateId)?.title ?? ''];
  await keepChange(tx, actor, {
    kind,
    itemId: id,
    templateId,
    action: 'assign',
    title,
    before: { templateId: item, title: earlier },
    after: { templateId, title },
  });
}

/** Adds the template that a user sends for a post; it, or the layout in its meta, replaces an imported one. */
export async function composeOwnTemplate(tx: Tx, composing: ComposingPost): Promise<void> {
  const {
    actor,
    post,
    sent: { template },
  } = composing;
  if (template === undefined || template === (post.id === 0 ? '' : await ownTemplate(tx.db, post))) return;
  const named = await readTemplateName(tx.db, post.type, template);
  Object.assign(composing.meta, templateMeta(named));
  composing.changed.push('template');
  composing.afterwards.push((after, id) => writeOwnTemplate(after, actor, { id, type: post.type }, named.id));
}

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
interface LayoutChoice {
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
