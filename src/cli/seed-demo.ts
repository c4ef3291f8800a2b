import { articles, fillIn, pages } from '../../demo/documents.ts';
import type { DemoPicture } from '../../demo/documents.ts';
import { authors, categories, comments, illustrator, menus, tagline, tags, title } from '../../demo/magazine.ts';
import type { DemoTerm } from '../../demo/magazine.ts';
import { createComment } from '../content/comments/writer.ts';
import { uploadsPath } from '../content/media/media.ts';
import { saveMedia } from '../content/media/writer.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../content/menus/writer.ts';
import { createPost, updatePost } from '../content/posts/writer.ts';
import type { PostInput } from '../content/posts/writer.ts';
import { saveSettings } from '../content/settings/writer.ts';
import { createTerm } from '../content/terms/writer.ts';
import { ensureRoles, lockAdministrators } from '../content/users/roles.ts';
import { createUser, writeUserMeta } from '../content/users/writer.ts';
import type { Database, Tx } from '../db/open-database.ts';
import { fingerprint, Ledger } from '../import/ledger.ts';
import { ConflictError } from '../lib/errors.ts';
import { escapeHtml } from '../lib/plain-text.ts';
import { makeDemoPictures, portraitName } from './demo-pictures.ts';
import type { MadePicture } from './demo-pictures.ts';

/** Source of the demo in `import_item`. */
export const demoSource = 'demo';

export interface SeedOptions {
  /** Width of the pictures in pixels; tests take small ones. */
  readonly pictureWidth?: number;
  /** When the newest article is a few hours old, in milliseconds; default now. */
  readonly now?: number;
}

/** What a demo post's entry in `import_item` is the fingerprint of: as long as it matches, nobody has edited the post. */
export function demoPostHash(post: { readonly title: string; readonly content: string; readonly excerpt: string; readonly status: string; readonly slug: string }): string {
  return fingerprint([post.title, post.content, post.excerpt, post.status, post.slug]);
}

/**
 * Fills an empty site with the demo magazine; returns the number of its posts and pages. Pictures are made first, then everything is written in one transaction:
 * a seeding that is interrupted leaves an empty site, and picture files that nothing names. Throws `ConflictError` when the site is not empty.
 */
export async function seedDemo(database: Database, dataDir: string, _siteUrl: string, options: SeedOptions = {}): Promise<number> {
  await refuseUnlessEmpty(database.read);
  const now = options.now ?? Date.now();
  const pictures = await makeDemoPictures(dataDir, now, options.pictureWidth);
  return database.write((tx) => new Seeding(tx, now, pictures).run());
}

/** Throws `ConflictError` when the site has any post, page or attachment. */
export async function refuseUnlessEmpty(read: Database['read']): Promise<void> {
  const post = await read.selectFrom('post').select(['id', 'title']).limit(1).executeTakeFirst();
  if (post) throw new ConflictError(`This site is not empty (it has "${post.title}", id ${post.id}), so the demo stays out. Use a new DATA_DIR or DATABASE_URL to look at it.`);
}

const hour = 3_600_000;
const minute = 60_000;
/** Colours of categories in the theme (ui/kicker.tsx). */
const accents = 8;

class Seeding {
  readonly #tx: Tx;
  readonly #now: number;
  readonly #pictures: ReadonlyMap<string, MadePicture>;
  readonly #ledger = new Ledger(demoSource);
  readonly #users = new Map<string, number>();
  readonly #terms = new Map<string, number>();
  #lastTerm = 0;
  readonly #media = new Map<string, { readonly id: number; readonly src: string }>();
  readonly #posts = new Map<string, { readonly id: number; readonly publishedAt: number }>();

  constructor(tx: Tx, now: number, pictures: ReadonlyMap<string, MadePicture>) {
    this.#tx = tx;
    this.#now = now;
    this.#pictures = pictures;
  }

  async run(): Promise<number> {
    await ensureRoles(this.#tx);
    await lockAdministrators(this.#tx); // another process may be seeding: it ends first, and the site is not empty then
    await refuseUnlessEmpty(this.#tx.db);
    await saveSettings(this.#tx, { blogname: title, blogdescription: tagline });
    await this.#addAuthors();
    await this.#addTerms();
    await this.#addArticles();
    await this.#addPages();
    await this.#addComments();
    await this.#addMenus();
    return articles.length + pages.length;
  }

  async #addAuthors(): Promise<void> {
    for (const { slug, name, role, bio } of authors) {
      const id = await createUser(this.#tx, { login: slug, slug, displayName: name, email: `${slug}@causeway.example`, roles: [role], bio: escapeHtml(bio), createdAt: this.#now });
      this.#users.set(slug, id);
      await this.#ledger.record(this.#tx, 'user', slug, { localId: id, hash: fingerprint([name, bio]) });
      const portrait = await this.#addPicture({ name: portraitName(slug), alt: `Portrait of ${name}`, caption: '' }, id, this.#now);
      await writeUserMeta(this.#tx, id, { portrait_media_id: [String(portrait)] });
    }
  }

  /** The theme picks a category's accent by its id: tags go in between until the next id brings the right one. */
  async #addTerms(): Promise<void> {
    const [first, ...waiting] = tags;
    if (first) await this.#addTerm('post_tag', first); // only now is it known where ids stand: PostgreSQL does not give those of an interrupted seeding again
    for (const category of categories) {
      for (let tag = waiting[0]; tag && (this.#lastTerm + 1) % accents !== category.accent; tag = waiting[0]) await this.#addTerm('post_tag', waiting.shift() ?? tag);
      await this.#addTerm('category', category);
    }
    for (const tag of waiting) await this.#addTerm('post_tag', tag);
  }

  async #addTerm(taxonomy: 'category' | 'post_tag', { slug, name, description = '', parent }: DemoTerm): Promise<void> {
    const id = await createTerm(this.#tx, { taxonomy, slug, name, description, parentId: parent === undefined ? 0 : found(this.#terms, `category:${parent}`) });
    this.#terms.set(`${taxonomy}:${slug}`, id);
    this.#lastTerm = id;
    await this.#ledger.record(this.#tx, 'term', `${taxonomy}:${slug}`, { localId: id, hash: fingerprint([name, description]) });
  }

  async #addArticles(): Promise<void> {
    // Oldest first, so that ids and dates go the same way.
    for (const article of articles.toReversed()) {
      const authorId = found(this.#users, article.author);
      const publishedAt = this.#now - article.hours * hour;
      const ids: number[] = [];
      for (const picture of article.pictures) ids.push(await this.#addPicture({ ...picture, caption: captionOf(picture) }, authorId, publishedAt));
      const id = await this.#addPost({
        type: 'post', status: 'publish', title: escapeHtml(article.title), slug: article.slug, excerpt: escapeHtml(article.excerpt), content: fillIn(article.markup, this.#media),
        authorId, publishedAt, sticky: article.sticky, format: article.format, featuredMediaId: ids[0] ?? 0,
        termIds: [...article.categories.map((slug) => found(this.#terms, `category:${slug}`)), ...article.tags.map((slug) => found(this.#terms, `post_tag:${slug}`))],
      });
      for (const [order, mediaId] of ids.entries()) await updatePost(this.#tx, mediaId, { parentId: id, menuOrder: order, modifiedAt: publishedAt });
      this.#posts.set(article.slug, { id, publishedAt });
    }
  }

  async #addPages(): Promise<void> {
    for (const page of pages) {
      const publishedAt = this.#now - 365 * 24 * hour;
      const id = await this.#addPost({
        type: 'page', status: 'publish', title: escapeHtml(page.title), slug: page.slug, excerpt: escapeHtml(page.excerpt), content: page.markup, authorId: found(this.#users, 'ines-okafor'),
        publishedAt, parentId: page.parent === undefined ? 0 : found(this.#posts, page.parent).id, menuOrder: page.order, commentStatus: 'closed',
      });
      this.#posts.set(page.slug, { id, publishedAt });
    }
  }

  async #addComments(): Promise<void> {
    const ids: number[] = [];
    for (const [place, { article, by, after, answers, text }] of comments.entries()) {
      const { id: postId, publishedAt } = found(this.#posts, article);
      const author = authors.find(({ slug }) => slug === by);
      const mailbox = by.toLowerCase().replace(/[^a-z]+/g, '.').replace(/\.$/, '');
      const id = await createComment(this.#tx, {
        postId, status: 'approved', createdAt: publishedAt + after * minute, content: `<p>${escapeHtml(text)}</p>`, userId: author ? found(this.#users, by) : 0,
        authorName: author?.name ?? by, authorEmail: author ? `${by}@causeway.example` : `${mailbox}@example.com`, parentId: answers === undefined ? 0 : (ids[answers] ?? 0),
      });
      ids.push(id);
      await this.#ledger.record(this.#tx, 'comment', String(place), { localId: id, hash: fingerprint([text]) });
    }
  }

  async #addMenus(): Promise<void> {
    for (const { name, location, items } of menus) {
      const id = await createMenu(this.#tx, { name });
      await replaceMenuItems(this.#tx, id, items.map((item) => {
        const parent = item.under === undefined ? {} : { parent: item.under };
        if ('category' in item) return { type: 'taxonomy', object: 'category', objectId: found(this.#terms, `category:${item.category}`), ...parent } as const;
        if ('page' in item) return { type: 'post_type', object: 'page', objectId: found(this.#posts, item.page).id, label: item.label ?? '', ...parent } as const;
        return { type: 'custom', url: item.url, label: item.label, ...parent } as const;
      }));
      await assignMenu(this.#tx, location, id);
      await this.#ledger.record(this.#tx, 'menu', location, { localId: id, hash: fingerprint(items) });
    }
  }

  async #addPost(input: PostInput & { readonly type: string; readonly slug: string }): Promise<number> {
    const id = await createPost(this.#tx, input);
    const { title: name, content = '', excerpt = '', status = '', slug } = input;
    await this.#ledger.record(this.#tx, 'post', `${input.type}:${slug}`, { localId: id, hash: demoPostHash({ title: name, content, excerpt, status, slug }) });
    return id;
  }

  /** Writes the attachment of a picture that was made; `caption` is HTML. */
  async #addPicture({ name, alt, caption }: { readonly name: string; readonly alt: string; readonly caption: string }, authorId: number, publishedAt: number): Promise<number> {
    const { file, mimeType, bytes, focalX, focalY, image } = found(this.#pictures, name);
    const id = await this.#addPost({ type: 'attachment', status: 'inherit', title: escapeHtml(alt.replace(/\.$/, '')), slug: name, excerpt: caption, mimeType, authorId, publishedAt, commentStatus: 'closed' });
    await saveMedia(this.#tx, { postId: id, file, alt, bytes, focalX, focalY, width: image.width, height: image.height, color: image.color, sizes: image.sizes });
    // Without the site's host: the texts stay right when the site gets another address. As in the editor, the large size where there is one.
    const large = image.sizes.large_fallback?.file;
    this.#media.set(name, { id, src: uploadsPath + (large === undefined ? file : `${file.slice(0, file.lastIndexOf('/') + 1)}${large}`) });
    return id;
  }
}

function captionOf(picture: DemoPicture): string {
  return `${escapeHtml(picture.caption)} <em>Illustration: ${illustrator}</em>`.trimStart();
}

function found<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`The demo names "${key}", which it does not have.`);
  return value;
}
