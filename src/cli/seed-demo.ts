import { discussions } from '../../demo/comments.ts';
import type { DemoComment } from '../../demo/comments.ts';
import { articles, fillIn, pages, templates } from '../../demo/documents.ts';
import type { DemoArticle } from '../../demo/documents.ts';
import { authors, categories, illustrator, tagline, tags, title } from '../../demo/magazine.ts';
import type { DemoTerm } from '../../demo/magazine.ts';
import { menus } from '../../demo/menus.ts';
import type { DemoMenuItem } from '../../demo/menus.ts';
import { createComment } from '../modules/comments/store.ts';
import { uploadsPath } from '../modules/media/model.ts';
import { removeUploads } from '../modules/media/jobs.ts';
import { enqueueMedia } from '../modules/media/queue.ts';
import { saveMedia } from '../modules/media/writer.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../modules/menus/store.ts';
import type { MenuItemInput } from '../modules/menus/store.ts';
import { creditKey } from '../modules/types/names.ts';
import { detailsMeta } from '../modules/posts/model.ts';
import { createPost, updatePost } from '../modules/posts/writer.ts';
import type { PostInput } from '../modules/posts/writer.ts';
import { saveSettings } from '../modules/settings/store.ts';
import { assignTemplateToItem } from '../modules/templates/assign.ts';
import { createTemplate } from '../modules/templates/writer.ts';
import { createTerm } from '../modules/terms/writer.ts';
import { accentMetaKey } from '../modules/types/names.ts';
import { ensureRoles, lockAdministrators } from '../modules/users/roles.ts';
import { createUser, writeUserMeta } from '../modules/users/writer.ts';
import type { Database, Tx } from '../kernel/db/open-database.ts';
import { demoSource, fingerprint, Ledger } from '../modules/imports/ledger.ts';
import { ConflictError } from '../lib/errors.ts';
import { escapeHtml } from '../lib/plain-text.ts';
import { sealDemo } from './demo-state.ts';
import { copyDemoFiles, portraitName } from './demo-pictures.ts';
import type { DemoFile } from './demo-pictures.ts';

/** Fingerprint of a demo post in `import_item`; it differs once the post was edited. */
export function demoPostHash(post: {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly status: string;
  readonly slug: string;
}): string {
  return fingerprint([post.title, post.content, post.excerpt, post.status, post.slug]);
}

/**
 * Fills an empty site with the demo in one transaction; returns the number of posts and pages. The newest article is
 * dated a few hours before `now` (ms). Throws `ConflictError` when the site is not empty.
 */
export async function seedDemo(database: Database, dataDir: string, now = Date.now()): Promise<number> {
  await refuseUnlessEmpty(database.read);
  const files = new Map<string, DemoFile>();
  try {
    return await database.write((tx) => new Seeding(tx, now, dataDir, files).run());
  } catch (error) {
    await removeUploads(
      dataDir,
      [...files.values()].map(({ file }) => file),
    );
    throw error;
  }
}

/** Throws `ConflictError` when the site has any post, page or attachment. */
export async function refuseUnlessEmpty(read: Database['read']): Promise<void> {
  const post = await read.selectFrom('post').select(['id', 'title']).limit(1).executeTakeFirst();
  if (post) {
    throw new ConflictError(
      `This site is not empty (it has "${post.title}", ID ${post.id}), so the demo was not installed. To try the demo, use a new DATA_DIR or DATABASE_URL.`,
    );
  }
}

/** Focal point of portraits in thousandths of width and height: the face. */
const portraitFocus = [500, 440] as const;
const hour = 3_600_000;
const minute = 60_000;

class Seeding {
  readonly #tx: Tx;
  readonly #now: number;
  readonly #dataDir: string;
  readonly #files: Map<string, DemoFile>;
  /** Earliest time at which demo settings are saved; `now` may be set by a test. */
  readonly #began = Date.now();
  readonly #ledger = new Ledger(demoSource);
  readonly #users = new Map<string, number>();
  readonly #terms = new Map<string, number>();
  readonly #templates = new Map<string, number>();
  /** Attachments whose sizes have to be generated. */
  readonly #pictures: number[] = [];
  readonly #media = new Map<string, { readonly id: number; readonly src: string }>();
  readonly #posts = new Map<string, { readonly id: number; readonly publishedAt: number }>();

  constructor(tx: Tx, now: number, dataDir: string, files: Map<string, DemoFile>) {
    this.#tx = tx;
    this.#now = now;
    this.#dataDir = dataDir;
    this.#files = files;
  }

  async run(): Promise<number> {
    await ensureRoles(this.#tx);
    await lockAdministrators(this.#tx); // waits for a concurrent seeding, after which the site is not empty
    await refuseUnlessEmpty(this.#tx.db);
    // When the transaction is retried, the files are already copied.
    if (this.#files.size === 0) await copyDemoFiles(this.#dataDir, this.#now, this.#files);
    // The installer in the browser already set a site name.
    const named = await this.#tx.db
      .selectFrom('setting')
      .select('key')
      .where('key', '=', 'blogname')
      .executeTakeFirst();
    await saveSettings(this.#tx, { ...(named ? {} : { blogname: title }), blogdescription: tagline });
    await this.#addAuthors();
    for (const category of categories) await this.#addTerm('category', category);
    for (const tag of tags) await this.#addTerm('post_tag', tag);
    await this.#addTemplates();
    await this.#addArticles();
    await this.#addPages();
    await this.#addComments();
    await this.#addMenus();
    // Fallback image for sharing pages without a picture: that of the leading article.
    await saveSettings(this.#tx, {
      social_image: found(
        this.#media,
        articles.find(({ pictures }) => pictures.length > 0)?.pictures[0]?.name ?? '',
      ).id,
    });
    await enqueueMedia(this.#tx, this.#pictures, this.#now);
    await sealDemo(this.#tx, this.#began);
    return articles.length + pages.length;
  }

  async #addAuthors(): Promise<void> {
    for (const { slug, name, role, bio } of authors) {
      const id = await createUser(this.#tx, {
        login: slug,
        slug,
        displayName: name,
        email: `${slug}@causeway.example`,
        roles: [role],
        bio: escapeHtml(bio),
        createdAt: this.#now,
      });
      this.#users.set(slug, id);
      await this.#ledger.record(this.#tx, 'user', slug, { localId: id, hash: fingerprint([name, bio]) });
      const portrait = await this.#addFile(
        { name: portraitName(slug), alt: `Portrait of ${name}`, focus: portraitFocus },
        id,
        this.#now,
      );
      await writeUserMeta(this.#tx, id, { portrait_media_id: [String(portrait)] });
    }
  }

  async #addTerm(taxonomy: 'category' | 'post_tag', term: DemoTerm): Promise<void> {
    const { slug, name, description = '', parent } = term;
    const accent = term.accent ?? categories.find((category) => category.slug === parent)?.accent;
    const id = await createTerm(this.#tx, {
      taxonomy,
      slug,
      name,
      description,
      parentId: parent === undefined ? 0 : found(this.#terms, `category:${parent}`),
      ...(accent === undefined ? {} : { meta: { [accentMetaKey]: [String(accent)] } }),
    });
    this.#terms.set(`${taxonomy}:${slug}`, id);
    await this.#ledger.record(this.#tx, 'term', `${taxonomy}:${slug}`, {
      localId: id,
      hash: fingerprint([name, description]),
    });
  }

  async #addTemplates(): Promise<void> {
    for (const template of templates) {
      const id = await createTemplate(this.#tx, {
        type: 'single',
        title: template.title,
        content: template.markup,
      });
      this.#templates.set(template.slug, id);
      await this.#ledger.record(this.#tx, 'template', template.slug, {
        localId: id,
        hash: fingerprint([template.title, template.markup]),
      });
    }
  }

  async #addArticles(): Promise<void> {
    // Oldest first, so that ids and dates have the same order.
    for (const article of articles.toReversed()) {
      const authorIds = [article.author, ...article.coAuthors].map((slug) => found(this.#users, slug));
      const [authorId = 0] = authorIds;
      const publishedAt = this.#now - article.hours * hour;
      const ids: number[] = [];
      for (const { credit = `Illustration: ${illustrator}`, ...picture } of article.pictures) {
        ids.push(await this.#addFile({ ...picture, credit }, authorId, publishedAt));
      }
      const [featuredMediaId = 0] = ids;
      for (const video of article.videos) ids.push(await this.#addFile(video, authorId, publishedAt));
      const id = await this.#addPost({
        type: 'post',
        status: 'publish',
        title: escapeHtml(article.title),
        slug: article.slug,
        excerpt: escapeHtml(article.excerpt),
        content: fillIn(article.markup, this.#media),
        authorIds,
        publishedAt,
        sticky: article.sticky,
        format: article.format,
        featuredMediaId,
        meta: this.#metaOf(article),
        termIds: [
          ...article.categories.map((slug) => found(this.#terms, `category:${slug}`)),
          ...article.tags.map((slug) => found(this.#terms, `post_tag:${slug}`)),
        ],
      });
      for (const [order, mediaId] of ids.entries())
        await updatePost(this.#tx, mediaId, { parentId: id, menuOrder: order, modifiedAt: publishedAt });
      if (article.template !== undefined)
        await assignTemplateToItem(this.#tx, 'single', id, found(this.#templates, article.template));
      this.#posts.set(article.slug, { id, publishedAt });
    }
  }

  #metaOf({ subtitle, featuredVideo, smartList }: DemoArticle): Record<string, readonly string[]> {
    return detailsMeta({
      subtitle: escapeHtml(subtitle),
      featuredVideo: fillIn(featuredVideo, this.#media),
      smartList,
    });
  }

  async #addPages(): Promise<void> {
    for (const page of pages) {
      const publishedAt = this.#now - 365 * 24 * hour;
      const id = await this.#addPost({
        type: 'page',
        status: 'publish',
        title: escapeHtml(page.title),
        slug: page.slug,
        excerpt: escapeHtml(page.excerpt),
        content: page.markup,
        authorId: found(this.#users, 'ines-okafor'),
        publishedAt,
        parentId: page.parent === undefined ? 0 : found(this.#posts, page.parent).id,
        menuOrder: page.order,
        commentStatus: 'closed',
      });
      this.#posts.set(page.slug, { id, publishedAt });
    }
  }

  async #addComments(): Promise<void> {
    for (const [article, comments] of Object.entries(discussions))
      await this.#addReplies(article, article, comments, 0);
  }

  /** `above` is the path of the parent comment in the demo's list, as in the ledger. */
  async #addReplies(
    article: string,
    above: string,
    comments: readonly DemoComment[],
    parentId: number,
  ): Promise<void> {
    const { id: postId, publishedAt } = found(this.#posts, article);
    for (const [place, { by, after, text, replies = [] }] of comments.entries()) {
      const author = authors.find(({ slug }) => slug === by);
      const mailbox = by
        .toLowerCase()
        .replace(/[^a-z]+/g, '.')
        .replace(/^\.|\.$/g, '');
      const id = await createComment(this.#tx, {
        postId,
        parentId,
        status: 'approved',
        isTold: true,
        createdAt: publishedAt + after * minute,
        content: `<p>${escapeHtml(text)}</p>`,
        userId: author ? found(this.#users, by) : 0,
        authorName: author?.name ?? by,
        authorEmail: author ? `${by}@causeway.example` : `${mailbox}@example.com`,
      });
      const name = `${above}/${place}`;
      await this.#ledger.record(this.#tx, 'comment', name, { localId: id, hash: fingerprint([text]) });
      await this.#addReplies(article, name, replies, id);
    }
  }

  async #addMenus(): Promise<void> {
    for (const { name, location, items } of menus) {
      const id = await createMenu(this.#tx, { name });
      await replaceMenuItems(
        this.#tx,
        id,
        items.map((item) => ({
          ...this.#targetOf(item),
          label: item.label ?? '',
          ...(item.under === undefined ? {} : { parent: item.under }),
        })),
      );
      await assignMenu(this.#tx, location, id);
      await this.#ledger.record(this.#tx, 'menu', location, { localId: id, hash: fingerprint(items) });
    }
  }

  #targetOf(item: DemoMenuItem): MenuItemInput {
    if ('url' in item) return { type: 'custom', url: item.url };
    const target =
      'category' in item
        ? ({
            type: 'taxonomy',
            object: 'category',
            objectId: found(this.#terms, `category:${item.category}`),
          } as const)
        : ({ type: 'post_type', object: 'page', objectId: found(this.#posts, item.page).id } as const);
    return item.mega === undefined ? target : { ...target, megaKind: item.mega, megaId: target.objectId };
  }

  async #addPost(input: PostInput & { readonly type: string; readonly slug: string }): Promise<number> {
    const id = await createPost(this.#tx, { ...input, announce: false });
    const { title: name, content = '', excerpt = '', status = '', slug } = input;
    await this.#ledger.record(this.#tx, 'post', `${input.type}:${slug}`, {
      localId: id,
      hash: demoPostHash({ title: name, content, excerpt, status, slug }),
    });
    return id;
  }

  async #addFile(
    {
      name,
      alt,
      caption = '',
      credit,
      focus,
    }: {
      readonly name: string;
      readonly alt: string;
      readonly caption?: string;
      readonly credit?: string;
      readonly focus?: readonly [x: number, y: number];
    },
    authorId: number,
    publishedAt: number,
  ): Promise<number> {
    const { mimeType, ...file } = found(this.#files, name);
    const id = await this.#addPost({
      type: 'attachment',
      status: 'inherit',
      title: escapeHtml(alt.replace(/\.$/, '')),
      slug: name,
      excerpt: escapeHtml(caption),
      mimeType,
      authorId,
      publishedAt,
      commentStatus: 'closed',
      ...(credit === undefined ? {} : { meta: { [creditKey]: [escapeHtml(credit)] } }),
    });
    await saveMedia(this.#tx, {
      postId: id,
      alt,
      ...file,
      ...(focus && { focalX: focus[0], focalY: focus[1] }),
    });
    if (mimeType.startsWith('image/')) this.#pictures.push(id);
    this.#media.set(name, { id, src: uploadsPath + file.file }); // without the site's host, so that texts survive a change of domain
    return id;
  }
}

function found<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The demo refers to "${key}", which it does not define.`);
  return value;
}
