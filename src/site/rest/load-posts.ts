import { shownMeta } from '../../modules/types/model.ts';
import { imageMetaKey, parseImageMeta } from '../../modules/media/model.ts';
import type { ImageMeta } from '../../modules/media/model.ts';
import { creditKey, fileType, patternType } from '../../modules/types/names.ts';
import { findMediaFiles } from '../../modules/media/media-files.ts';
import type { MediaFile } from '../../modules/media/media-files.ts';
import { findCustomFields, footnotesKey } from '../../modules/posts/meta.ts';
import { withoutUnseen } from '../../modules/posts/field-values.ts';
import type { CustomField } from '../../modules/posts/meta.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import type { Post } from '../../modules/posts/model.ts';
import { builtIn } from '../../lib/builder-data/text-with-data.ts';
import { findPostMeta } from '../../modules/posts/reader.ts';
import { countRevisions } from '../../modules/posts/revisions.ts';
import type { RevisionCount } from '../../modules/posts/revisions.ts';
import { kindOfPost } from '../../modules/templates/kinds.ts';
import { templateKey, templateName, templateNamed } from '../../modules/templates/own-template.ts';
import type { Term } from '../../modules/terms/model.ts';
import { wantsField } from '../../kernel/http/rest/query-string.ts';
import type { ShownMeta } from '../../modules/types/rest/meta-field.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';
import type { RestRequest, RestSite } from '../../kernel/http/rest/rest-request.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { safeAutop } from '../../blocks/document/classic-content.ts';
import { articleProfile } from '../../lib/clean-html/profiles.ts';
import { cleanText } from '../../kernel/http/rest/resource.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { excerptOf } from '../../modules/cards/cards.ts';
import type { Typography } from '../../lib/typography/typography.ts';

export interface PostParts {
  readonly post: Post;
  /** For editors: the stored text, or the content of a page builder's data in its place. */
  readonly rawContent: string;
  /** Whether the text is visible: no password, the right one, or the context is `edit`. */
  readonly isRevealed: boolean;
  /** Absolute URL. */
  readonly link: string;
  /** The same with a placeholder for the slug; only for editors, else empty. */
  readonly permalinkTemplate: string;
  /** Number of revisions and the latest one. */
  readonly history: RevisionCount | undefined;
  readonly terms: readonly Term[];
  /** Its own template, possibly named by an import; empty: the default. */
  readonly template: string;
  readonly customFields: readonly CustomField[];
  /** Footnotes, and the meta that the type declares; empty for protected posts. */
  readonly meta: ShownMeta;
  /** Empty for protected posts, attachments, embeds, and if not requested. */
  readonly content: string;
  readonly file: MediaFile | undefined;
  /** HTML. */
  readonly credit: string;
  /** The picture's metadata; undefined in embeds. */
  readonly imageMeta: ImageMeta | undefined;
}

const metaKeys = [templateKey, footnotesKey, creditKey, imageMetaKey];

const slugPlace = '-slug-';

function templateOf({ type }: Post, path: string): string {
  return path.replace(slugPlace, postTypeNamed(type).slugPlaceholder);
}

async function findTemplates(
  { site }: RestRequest,
  posts: readonly Post[],
): Promise<ReadonlyMap<number, string>> {
  const byKind = Map.groupBy(posts, ({ type }) => kindOfPost(type));
  const found = await Promise.all(
    [...byKind].map(([kind, some]) =>
      site.content.templates.ofItems(
        kind,
        some.map(({ id }) => id),
      ),
    ),
  );
  return new Map(
    found.flatMap((chosen) => [...chosen].map(([id, template]) => [id, templateName(template)] as const)),
  );
}

async function renderContents(site: RestSite, posts: readonly Post[]): Promise<ReadonlyMap<number, string>> {
  const contents = await site.renderContents(posts);
  return new Map(posts.map(({ id }, index) => [id, contents[index] ?? '']));
}

/**
 * Loads what the posts need, in order, with a fixed number of queries: five, two more in the context `edit`, and one
 * for each type with assigned templates. `unlocked`: the post whose password was sent. `renderContents` adds its own.
 */
export async function loadPostParts(
  request: RestRequest,
  posts: readonly Post[],
  context: Context,
  unlocked?: Post,
): Promise<PostParts[]> {
  const { site, settings, fields } = request;
  const { read } = site.content.database;
  const ids = posts.map(({ id }) => id);
  const wantsContent = context !== 'embed' && wantsField(fields, 'content', 'rendered');
  // Editing a post needs no password.
  const reveals = (post: Post) => context === 'edit' || !post.isProtected || post === unlocked;
  const rendersContent = (post: Post) =>
    wantsContent && reveals(post) && post.type !== fileType && post.type !== patternType;
  const isEdited = context === 'edit';
  const [meta, paths, templates, histories, files, custom, chosen, contents] = await Promise.all([
    context !== 'embed'
      ? findPostMeta(read, ids, [
          ...metaKeys,
          ...posts.flatMap(({ type }) => Object.keys(postTypeNamed(type).meta)),
        ])
      : undefined,
    findPostPaths(read, posts, settings.permalink_structure),
    isEdited
      ? findPostPaths(
          read,
          posts.map((post) => ({ ...post, slug: slugPlace })),
          settings.permalink_structure,
        )
      : undefined,
    wantsField(fields, '_links') ? countRevisions(read, ids) : undefined,
    findMediaFiles(
      read,
      posts.filter(({ type }) => type === fileType).map(({ id }) => id),
    ),
    isEdited && wantsField(fields, 'broadsheet')
      ? findCustomFields(
          read,
          posts.filter(({ type }) => postTypeNamed(type).isPublic),
        )
      : undefined,
    context !== 'embed' && wantsField(fields, 'template') ? findTemplates(request, posts) : undefined,
    renderContents(site, posts.filter(rendersContent)),
  ]);
  const raw = new Map(
    isEdited && wantsField(fields, 'content')
      ? await Promise.all(
          posts
            .filter(({ hasData }) => hasData)
            .map(
              async (post) => [post.id, builtIn((await site.content.shownTexts.of(post)).content)] as const,
            ),
        )
      : [],
  );
  const terms = await site.content.terms.withAncestors(posts.flatMap(({ termIds }) => termIds));
  const declared = posts.map((post) => ({
    type: post.type,
    meta: shownMeta(postTypeNamed(post.type).meta, reveals(post) ? meta?.get(post.id) : undefined),
  }));
  // An editor keeps the ids of posts that they can't see when they save the others.
  const values = isEdited
    ? declared.map((one) => one.meta)
    : await withoutUnseen(read, request.actor, declared);
  return posts.map((post, at) => {
    const own = meta?.get(post.id);
    const shown = reveals(post) ? own : undefined;
    return {
      post,
      rawContent: raw.get(post.id) ?? post.content,
      isRevealed: reveals(post),
      link: `${site.content.siteUrl}${paths.get(post.id) ?? `/?p=${post.id}`}`,
      permalinkTemplate: isEdited
        ? `${site.content.siteUrl}${templateOf(post, templates?.get(post.id) ?? '')}`
        : '',
      history: histories?.get(post.id),
      terms: post.termIds.map((id) => terms.get(id)).filter((term) => term !== undefined),
      template: chosen?.get(post.id) ?? templateNamed(own),
      customFields: custom?.get(post.id) ?? [],
      meta: {
        [footnotesKey]: shown?.get(footnotesKey)?.[0] ?? '',
        ...values[at],
      },
      content: contents.get(post.id) ?? '',
      file: files.get(post.id),
      credit: own?.get(creditKey)?.[0] ?? '',
      imageMeta: meta && parseImageMeta(own?.get(imageMetaKey)?.[0]),
    };
  });
}

/** Written text with paragraphs, cleaned; empty text stays empty. */
export function paragraphs(html: string, typography: Typography): string {
  return html.trim() === '' ? '' : `${typography.html(cleanText(safeAutop(html).trim(), articleProfile))}\n`;
}

/** The manual excerpt, else the first words of the content, by the site's one rule. */
export function renderedExcerpt(post: Pick<Post, 'excerpt' | 'opening'>, typography: Typography): string {
  if (post.excerpt.trim() !== '') return paragraphs(post.excerpt, typography);
  const excerpt = excerptOf({ ...post, excerpt: '' });
  if (excerpt === '') return '';
  const text = typography.text(excerpt);
  return `<p>${excerpt === post.opening ? escapeHtml(text) : `${escapeHtml(text.slice(0, -1))} [&hellip;]`}</p>\n`;
}
