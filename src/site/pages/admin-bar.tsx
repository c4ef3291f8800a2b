import { AdminBar } from '../../newsroom/admin-bar/admin-bar.tsx';
import { barIds } from '../../newsroom/admin-bar/bar-config.ts';
import type { BarConfig, LayoutFacts } from '../../newsroom/admin-bar/bar-config.ts';
import { sayer } from '../../newsroom/admin-bar/bar.ts';
import type { Bar } from '../../newsroom/admin-bar/bar.ts';
import styles from '../../newsroom/admin-bar/admin-bar.css?inline';
import { changeFront } from '../../modules/front/policy.ts';
import { mayEditPost, mayWrite } from '../../modules/posts/policy.ts';
import { replacedTexts } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { mayEditTemplates } from '../../modules/templates/policy.ts';
import { mayEditTerms } from '../../modules/terms/policy.ts';
import { articleType, formatTaxonomy } from '../../modules/types/names.ts';
import { postTypeNamed, taxonomyNamed } from '../../modules/types/registry.ts';
import { mayEditUser } from '../../modules/users/policy.ts';
import { isAllowed } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { BarKeys } from '../../modules/content/viewer.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { configId } from '../../reader/islands/acting.ts';
import { barTexts } from '../../lib/bar-texts.ts';
import { renderHtml } from '../../ui/elements.tsx';
import { adminAssets } from '../admin/admin-build.ts';
import type { PageRender } from './page-render.ts';
import { assignmentKind } from './template-for.ts';
import type { TemplateChoice } from './template-for.ts';

export interface BarParts {
  /** For the head, after all other styles. */
  readonly head: string;
  readonly body: string;
  /** The bar's entries of the table `modules` in the page's config; none before the newsroom is built. */
  readonly modules: Readonly<Record<string, string>>;
  /** Editor URL of the page's subject; null if there is no editor or the viewer can't edit it. */
  readonly editAddress: string | null;
}

/**
 * The admin bar for users with editing capabilities. For others undefined without reading the viewer, so that pages
 * stay cacheable. `countBytes`: of the page without the bar; skipped for readers, as it costs a fortieth of a page.
 */
export function adminBar(
  render: PageRender,
  choice: Pick<TemplateChoice, 'templateId' | 'reason'>,
  countBytes: () => number,
): BarParts | undefined {
  const { site, settings, page } = render;
  const keys = site.isNewsroom && render.viewer.bar;
  const { actor } = site.isNewsroom ? render.viewer : {};
  if (!keys || !actor) return undefined;
  const config = barConfig(settings, page, actor, keys, choice, countBytes());
  const script = adminAssets(site.admin)?.bar;
  if (script !== undefined) render.acts.note({ name: 'admin-bar', config });
  const acting = ` data-behaviour="admin-bar" data-late="admin-bar-clicks" data-config="${configId(config)}"`;
  const inner = renderHtml(<AdminBar config={config} />, { identifierPrefix: barIds });
  return {
    head: `<style>${styles}</style>`,
    body: `<div id="wpadminbar"${script === undefined ? '' : acting}>${inner}</div>\n`,
    modules: script === undefined ? {} : { 'admin-bar': script, 'admin-bar-clicks': script },
    editAddress: config.edit?.address ?? null,
  };
}

function barConfig(
  settings: Settings,
  page: PageInfo,
  actor: Actor,
  { nonce, leave, kept, cost }: BarKeys,
  choice: Pick<TemplateChoice, 'templateId' | 'reason'>,
  bytes: number,
): BarConfig {
  const texts = replacedTexts(settings, barTexts);
  const edit = editedThing(page, actor, sayer(texts));
  return {
    nonce,
    leave,
    texts,
    site: settings.blogname,
    kept,
    renews: mayEditTemplates(actor) || (page.post !== undefined && mayEditPost(actor, page.post)),
    cost: {
      queries: cost.queries,
      ms: Math.max(1, Math.round(performance.now() - cost.beganAt)),
      kilobytes: Math.ceil(bytes / 1024),
    },
    ...(edit && { edit }),
    ...(mayWrite(actor, articleType) && { add: '/wp-admin/post-new.php' }),
    ...(mayEditTemplates(actor) && { layout: layoutFacts(page, choice) }),
  };
}

/** Editor link of the page's subject; undefined if the actor can't edit it. */
function editedThing(
  { kind, path, post, term, author }: PageInfo,
  actor: Actor,
  say: Bar['say'],
): BarConfig['edit'] {
  if (post) {
    const { words: said, labels } = postTypeNamed(post.type);
    const words = said.edit ? say(said.edit) : say('bar_edit', said.name ? say(said.name) : labels.singular);
    return mayEditPost(actor, post)
      ? { address: `/wp-admin/post.php?post=${post.id}&action=edit`, words }
      : undefined;
  }
  if (term) {
    const { taxonomy, id } = term;
    const { words: said, labels } = taxonomyNamed(taxonomy);
    const words = said ? say(said.edit) : say('bar_edit', labels.singular);
    const address = `/wp-admin/term.php?taxonomy=${encodeURIComponent(taxonomy)}&tag_ID=${id}`;
    return mayEditTerms(actor, taxonomy) ? { address, words } : undefined;
  }
  if (kind === 'home' && path === '/')
    return isAllowed(changeFront, actor, undefined)
      ? { address: '/wp-admin/front.php', words: say('bar_edit_front') }
      : undefined;
  return author && mayEditUser(actor, author.id)
    ? { address: `/wp-admin/user-edit.php?user_id=${author.id}`, words: say('bar_edit_author') }
    : undefined;
}

function layoutFacts(
  page: PageInfo,
  { templateId, reason }: Pick<TemplateChoice, 'templateId' | 'reason'>,
): LayoutFacts {
  const { kind, post, term, author } = page;
  const label = customLabel(page);
  return {
    type: kind,
    kind: assignmentKind(page),
    itemId: post?.id ?? term?.id ?? author?.id ?? 0,
    name: customName(page),
    ...(label === undefined ? {} : { label }),
    isArchive: kind === 'cpt_tax' && term === undefined,
    isOfType: kind !== 'cpt_tax' || (term === undefined && page.format === undefined),
    templateId,
    reason,
  };
}

/** The label of the type of an item, of the taxonomy of a term, or of the list of a type. */
function customLabel({ kind, post, term, postType }: PageInfo): string | undefined {
  if (kind === 'cpt') return post && postTypeNamed(post.type).labels.singular;
  if (kind !== 'cpt_tax') return undefined;
  if (term) return taxonomyNamed(term.taxonomy).labels.singular;
  return postType === undefined ? undefined : postTypeNamed(postType).labels.plural;
}

function customName({ kind, post, term, format, postType }: PageInfo): string {
  if (kind === 'cpt') return post?.type ?? '';
  if (kind === 'cpt_tax') return term?.taxonomy ?? (format ? formatTaxonomy : (postType ?? ''));
  return kind === 'search' && postType !== undefined && !postType.includes(',') ? postType : '';
}
