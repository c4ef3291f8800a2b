import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { assignTemplateToItem, clearTemplateAssignment } from './assign.ts';
import { kindOfPost } from './kinds.ts';
import { storeChange } from './changes.ts';
import { fitsKind } from './policy.ts';
import { findPostMeta } from '../posts/index.ts';
import type { ComposingPost } from '../posts/index.ts';
import { findAssignments, findTemplateSummaries, listTemplates } from './reader.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { TemplateSummary } from './model.ts';
import { typeOfKind } from './model.ts';
import { postTypeNamed } from '../types/index.ts';

/** A post's own template as clients name it: `template-12`. */
export const templateName = (id: number): string => `template-${id}`;

/** Meta key of a theme layout, or of an imported post's original template. */
export const templateKey = '_wp_page_template';

/** Returns the post's layout or its imported template name, which may be unknown here; empty: the default. */
export function templateNamed(meta: ReadonlyMap<string, readonly string[]> | undefined): string {
  const template = meta?.get(templateKey)?.[0] ?? '';
  return template === 'default' ? '' : template;
}

export async function templatesForPosts(read: Reader, type: string): Promise<readonly TemplateSummary[]> {
  const of = typeOfKind(kindOfPost(type));
  return of === undefined ? [] : listTemplates(read, { type: of, mobile: false });
}

export async function templateChoices(
  read: Reader,
  type: string,
): Promise<readonly { readonly template: string; readonly title: string }[]> {
  const own = await templatesForPosts(read, type);
  return [...layoutsForPosts(type), ...own.map(({ id, title }) => ({ template: templateName(id), title }))];
}

/** Name of a post's own template or layout, or of its imported one; empty: none. */
export async function ownTemplate(
  read: Reader,
  { id, type }: { readonly id: number; readonly type: string },
): Promise<string> {
  const { item } = await findAssignments(read, kindOfPost(type), id);
  return item === undefined
    ? templateNamed((await findPostMeta(read, [id], [templateKey])).get(id))
    : templateName(item);
}

/** A resolved template name: a template id, or a theme layout that is stored in the post's meta. Both empty: the default. */
interface NamedTemplate {
  readonly id: number;
  readonly layout: string;
}

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
      ? `use ${known.join(', ')}, or leave it empty for the default one`
      : 'this type has no templates, so leave it empty';
  const message = `There is no template "${name.slice(0, 80)}" for posts of the type "${type}"; ${choice}.`;
  throw new InvalidInputError(message, 'rest_invalid_param', { template: message });
}

const templateMeta = ({ layout }: NamedTemplate): Record<string, readonly string[]> => ({
  [templateKey]: layout === '' ? [] : [layout],
});

/** Assigns a template to a post (0: the default) and logs the change. The caller has checked that the actor may edit the post. */
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
  await storeChange(tx, actor, {
    kind,
    itemId: id,
    templateId,
    action: 'assign',
    title,
    before: { templateId: item, title: earlier },
    after: { templateId, title },
  });
}

/** Applies the template that a user sends for a post; it, or the layout in its meta, replaces an imported one. */
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

/** Theme layouts that a post can choose like a template: one column, one column with page-wide images, or the content alone from edge to edge. */
export type Layout = 'no-sidebar' | 'wide' | 'bare';

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

interface LayoutChoice {
  readonly template: Layout;
  readonly title: string;
}

export function layoutsForPosts(type: string): readonly LayoutChoice[] {
  const names = postTypeNamed(type).isPublic
    ? (layoutsOfKinds[kindOfPost(type).split(':')[0] ?? ''] ?? [])
    : [];
  return names.map((template) => ({ template, title: titles[template] }));
}

/** Names of the same layouts in other themes, without folder and extension (`page-templates/full-width.php`). */
const foreignNames: readonly (readonly [RegExp, Layout])[] = [
  [/^(?:no-?sidebars?|without-sidebar|one-column|full-?width(?:-content)?)$/, 'no-sidebar'],
  [/^(?:wide|extra-?wide|wide-image)$/, 'wide'],
  [/^bare$/, 'bare'],
];

/** Maps a template name to a layout; undefined: unknown, and the default applies. */
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
