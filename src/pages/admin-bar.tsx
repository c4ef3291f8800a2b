import { AdminBar } from '../admin-bar/admin-bar.tsx';
import { barIds } from '../admin-bar/bar-config.ts';
import type { BarConfig, LayoutFacts } from '../admin-bar/bar-config.ts';
import { sayer } from '../admin-bar/bar.ts';
import styles from '../admin-bar/admin-bar.css?inline';
import { mayEditPost, mayWrite } from '../content/posts/policy.ts';
import { replacedTexts } from '../content/settings/definitions/translations.ts';
import type { Settings } from '../content/settings/settings.ts';
import { mayEditTemplates } from '../content/templates/policy.ts';
import { mayEditTerms } from '../content/terms/policy.ts';
import { articleType } from '../content/types/names.ts';
import { postTypeNamed, taxonomyNamed } from '../content/types/registry.ts';
import { mayEditUser } from '../content/users/policy.ts';
import type { Actor } from '../content/users/role.ts';
import type { BarKeys } from '../content/viewer.ts';
import type { PageInfo } from '../blocks/load-context.ts';
import { configId } from '../islands/acting.ts';
import { barTexts } from '../lib/bar-texts.ts';
import { renderHtml } from '../ui/render-html.ts';
import type { PageRender } from './page-render.ts';
import type { TemplateChoice } from './template-for.ts';

/** The admin bar of a page. */
export interface BarParts {
  /** For the head, behind all other styles. */
  readonly head: string;
  /** For the body, above everything. */
  readonly body: string;
  /** Where the thing is edited that the page is about; null: nowhere, or not by who looks at it. */
  readonly editAddress: string | null;
}

/**
 * The admin bar above a page, for who may edit something; undefined for everybody else: nothing of the viewer is looked at then, so that pages of readers stay
 * what is kept for all.
 */
export function adminBar(render: PageRender, choice: Pick<TemplateChoice, 'templateId' | 'reason'>): BarParts | undefined {
  const { site, settings, page } = render;
  const keys = site.isNewsroom && render.viewer.bar;
  const { actor } = site.isNewsroom ? render.viewer : {};
  if (!keys || !actor) return undefined;
  const config = barConfig(settings, page, actor, keys, choice);
  render.acts.note({ name: 'admin-bar', config });
  const inner = renderHtml(<AdminBar config={config} />, { identifierPrefix: barIds });
  return {
    head: `<style>${styles}</style>`,
    body: `<div id="wpadminbar" data-behaviour="admin-bar" data-config="${configId(config)}">${inner}</div>\n`,
    editAddress: config.edit?.address ?? null,
  };
}

function barConfig(
  settings: Settings, page: PageInfo, actor: Actor, { nonce, leave }: BarKeys, choice: Pick<TemplateChoice, 'templateId' | 'reason'>,
): BarConfig {
  const texts = replacedTexts(settings, barTexts);
  const edited = editedThing(page, actor);
  return {
    nonce, leave, texts, site: settings.blogname,
    ...(edited && { edit: { address: edited.address, words: sayer(texts)('bar_edit', edited.label) } }),
    ...(mayWrite(actor, articleType) && { add: '/wp-admin/post-new.php' }),
    ...(mayEditTemplates(actor) && { layout: layoutFacts(page, choice) }),
  };
}

/** What the page is about, as people call it, and where they edit it; undefined: nothing of theirs. */
function editedThing({ post, term, author }: PageInfo, actor: Actor): { readonly address: string; readonly label: string } | undefined {
  if (post) {
    return mayEditPost(actor, post)
      ? { address: `/wp-admin/post.php?post=${post.id}&action=edit`, label: postTypeNamed(post.type).labels.singular } : undefined;
  }
  if (term) {
    const { labels } = taxonomyNamed(term.taxonomy);
    const address = `/wp-admin/term.php?taxonomy=${encodeURIComponent(term.taxonomy)}&tag_ID=${term.id}`;
    return mayEditTerms(actor, term.taxonomy) ? { address, label: labels.singular } : undefined;
  }
  return author && mayEditUser(actor, author.id) ? { address: `/wp-admin/user-edit.php?user_id=${author.id}`, label: author.displayName } : undefined;
}

/** What of a page its template panel needs. */
function layoutFacts(page: PageInfo, { templateId, reason }: Pick<TemplateChoice, 'templateId' | 'reason'>): LayoutFacts {
  const { kind, post, term, author } = page;
  const name = kind === 'cpt' ? post?.type : kind === 'cpt_tax' ? term?.taxonomy ?? page.postType ?? page.format : undefined;
  return {
    type: kind, itemId: post?.id ?? term?.id ?? author?.id ?? 0, name: name ?? '', isArchive: kind === 'cpt_tax' && term === undefined, templateId, reason,
  };
}
