import { saveMedia } from '../content/media/writer.ts';
import { isListed } from '../content/posts/policy.ts';
import { createPost, searchTokensOf, updatePost } from '../content/posts/writer.ts';
import type { PostInput } from '../content/posts/writer.ts';
import type { SearchTokens } from '../db/search-sql.ts';
import type { ImportTx } from './batch-writer.ts';
import type { CommentImport } from './import-comments.ts';
import type { MenuImport } from './import-menus.ts';
import { termsOf } from './import-terms.ts';
import type { TermImport } from './import-terms.ts';
import type { UserImport } from './import-users.ts';
import { canonicalItem, fieldsOf, mediaOf, reasonToDrop } from './item-fields.ts';
import type { ItemFields } from './item-fields.ts';
import { decide, fingerprint } from './ledger.ts';
import type { LedgerEntry } from './ledger.ts';
import { referencesInMeta } from './references.ts';
import type { PostReferences, References } from './references.ts';
import { count, drop } from './report.ts';
import type { ReportEntry } from './report.ts';
import { findImportedPost, findSlugs, writeOldSlugs, writeRevision } from './rows.ts';
import type { ImportRun } from './run.ts';
import type { WxrItem } from './wxr-events.ts';

/** The parts that items hand things on to. */
export interface PostParts {
  readonly users: UserImport;
  readonly terms: TermImport;
  readonly comments: CommentImport;
  readonly menus: MenuImport;
  readonly references: References;
}

/** The exporter's name of an item: its id, or its address in files without ids. */
const externalIdOf = (item: WxrItem) => item.id || item.guid || item.link;
const kindOf = (item: WxrItem) => `item ${item.type || '(none)'}`;

/** Takes in posts of every type, with their terms, meta, media and comments. */
export class PostImport {
  readonly #run: ImportRun;
  readonly #parts: PostParts;
  /** Ids met in this run, to notice one that the file uses twice. */
  readonly #met = new Set<string>();
  #written: { entry: Omit<ReportEntry, 'message'>; localId: number; slug: string }[] = [];

  constructor(run: ImportRun, parts: PostParts) {
    this.#run = run;
    this.#parts = parts;
  }

  /** Takes in items in the file's order, until `signal` says stop. */
  async add(items: readonly WxrItem[], signal?: AbortSignal): Promise<void> {
    const { report, ledger, database } = this.#run;
    const wanted: WxrItem[] = [];
    for (const item of items) {
      const reason = reasonToDrop(item);
      if (reason) drop(report, { kind: kindOf(item), id: externalIdOf(item), title: item.title, message: reason });
      else if (item.type === 'nav_menu_item') this.#parts.menus.collect(item);
      else wanted.push(item);
    }
    await this.#parts.users.add(this.#parts.users.undeclared(wanted), false);
    await this.#parts.terms.add(this.#parts.terms.undeclared(wanted));
    const posts = await ledger.find(database.read, 'post', wanted.filter(({ type }) => type !== 'revision').map(externalIdOf));
    for (const item of wanted) {
      if (signal?.aborted) return;
      if (item.type === 'revision') await this.#addRevision(item);
      else await this.#addPost(item, posts.get(externalIdOf(item)));
    }
    await this.noteSlugs();
  }

  /** Says which posts could not have the slug that the file gives them: their old addresses lead elsewhere. */
  async noteSlugs(): Promise<void> {
    const written = this.#written;
    this.#written = [];
    const slugs = await findSlugs(this.#run.database.read, written.map(({ localId }) => localId));
    for (const { entry, localId, slug } of written) {
      const given = slugs.get(localId);
      if (given !== undefined && given !== slug) this.#run.report.notes.push({ ...entry, message: `its slug "${slug}" was taken; it is "${given}"` });
    }
  }

  async #addPost(item: WxrItem, known: LedgerEntry | undefined): Promise<void> {
    const { report, batches, database } = this.#run;
    const { references } = this.#parts;
    const hash = fingerprint(canonicalItem(item));
    const { key, before, gone } = await this.#identify(item, hash, known);
    references.alias(externalIdOf(item), key);
    const entry = { kind: kindOf(item), id: externalIdOf(item), title: item.title };
    if (gone) return drop(report, { ...entry, message: 'it was deleted here; a later export does not bring it back' });
    const fields = fieldsOf(item, this.#run.now);
    const wishes: PostReferences = { parent: item.parent === '0' ? '' : item.parent, thumbnail: fields.thumbnail, meta: referencesInMeta(fields.meta) };
    const wait = (localId: number) => references.await({ ...wishes, key, kind: entry.kind, title: item.title, slug: fields.slug, localId });
    if (before && decide(before, hash) === 'unchanged') {
      count(report, entry.kind, 'unchanged');
      // An older version says nothing about what waits: a newer one took its place.
      if (before.open && before.seen.at(-1) === hash) wait(before.localId);
    } else {
      let localId = 0;
      let open = false;
      let notes: string[] = [];
      // Worked out here, so that nobody waits for it behind the transaction's locks.
      const tokens = !before && isListed({ status: fields.status, isProtected: item.password !== '' }) ? searchTokensOf(item) : undefined;
      await batches.add({
        work: async (tx) => {
          open = before !== undefined || (await this.#isOpen(tx, wishes));
          ({ localId, notes } = await this.#write(tx, item, fields, before, tokens));
          references.stage(key, localId);
          await this.#run.ledger.record(tx, 'post', key, { localId, hash, before, open: open && references.isOpen(wishes) });
        },
        done: () => {
          count(report, entry.kind, before ? 'updated' : 'imported');
          for (const message of notes) report.notes.push({ ...entry, message });
          if (!before && item.id !== '' && String(localId) !== item.id) report.changedIds.push({ kind: entry.kind, from: item.id, to: localId });
          if (item.type === 'attachment') report.missingFiles.push({ id: item.id, title: item.title, url: mediaOf(item).sourceUrl });
          if (open && (references.isOpen(wishes) || before)) wait(localId);
          if (fields.slug !== '') this.#written.push({ entry, localId, slug: fields.slug });
        },
        failed: (reason) => drop(report, { ...entry, message: reason }),
      });
    }
    if (item.comments.length > 0) await this.#parts.comments.add(item, key, await this.#run.ledger.find(database.read, 'comment', this.#parts.comments.keysOf(item, key)));
  }

  /** Which entry of the ledger an item belongs to. Two sites under one address, or one that was set up anew, use an id for different things: their guids tell. */
  async #identify(item: WxrItem, hash: string, known: LedgerEntry | undefined): Promise<{ key: string; before: LedgerEntry | undefined; gone: boolean }> {
    const externalId = externalIdOf(item);
    const { database, ledger, batches } = this.#run;
    let before = known;
    if (this.#met.has(externalId)) {
      await batches.flush();
      before = await ledger.findOne(database.read, 'post', externalId);
    }
    this.#met.add(externalId);
    let key = externalId;
    for (let use = 2; before && decide(before, hash) === 'update'; use++) {
      const local = await findImportedPost(database.read, before.localId);
      if (!local) return { key, before, gone: true };
      if (local.guid === item.guid || local.guid === '' || item.guid === '') break;
      key = `${externalId}#${use}`;
      before = await ledger.findOne(database.read, 'post', key);
    }
    return { key, before, gone: false };
  }

  async #isOpen(tx: ImportTx, wishes: PostReferences): Promise<boolean> {
    if (Object.keys(wishes.meta).length > 0) return true;
    for (const id of [wishes.parent, wishes.thumbnail]) if (id !== '' && (await this.#parts.references.find(tx.db, id)) === undefined) return true;
    return false;
  }

  async #write(tx: ImportTx, item: WxrItem, fields: ItemFields, before: LedgerEntry | undefined, tokens: SearchTokens | undefined): Promise<{ localId: number; notes: string[] }> {
    const { users, terms, references } = this.#parts;
    const notes = fields.unknownStatus === undefined ? [] : [`its status "${fields.unknownStatus}" is unknown here; it is a draft`];
    const termIds: number[] = [];
    for (const { taxonomy, slug, name } of termsOf(item)) {
      const id = await terms.idOf(tx, taxonomy, slug);
      if (id === undefined) notes.push(`its ${taxonomy} "${name}" could not be made`);
      else termIds.push(id);
    }
    const media = item.type === 'attachment' ? mediaOf(item) : undefined;
    const input: PostInput = {
      type: item.type, status: fields.status, title: item.title, slug: fields.slug, content: item.content, excerpt: item.excerpt, authorId: await users.authorOf(tx, item.creator),
      parentId: await references.expect(tx, item.parent === '0' ? '' : item.parent), menuOrder: fields.menuOrder, publishedAt: fields.publishedAt, modifiedAt: fields.modifiedAt,
      sticky: item.sticky === '1', format: fields.format, commentStatus: item.commentStatus === 'open' ? 'open' : 'closed', pingStatus: item.pingStatus === 'open' ? 'open' : 'closed',
      featuredMediaId: await references.expect(tx, fields.thumbnail), mimeType: media?.mimeType ?? '', password: item.password, guid: item.guid, termIds, meta: fields.meta,
    };
    let localId: number;
    if (before) {
      localId = before.localId;
      await updatePost(tx, localId, input);
    } else {
      localId = await createPost(tx, { ...input, id: await this.#run.ids.wish(tx, 'post', item.id) }, tokens);
      // No page can show an article that was not there; what others embed (attachments, reusable blocks) may have been missed already.
      if (item.type === 'post') tx.unemit(`post:${localId}`);
    }
    if (media) await saveMedia(tx, { postId: localId, sourceUrl: media.sourceUrl, alt: media.alt, width: media.width || undefined, height: media.height || undefined });
    await writeOldSlugs(tx, localId, fields.oldSlugs);
    return { localId, notes };
  }

  /** Revisions go where ours are; one whose post is not there yet has nothing to belong to. */
  async #addRevision(item: WxrItem): Promise<void> {
    const { report, ledger, batches, database } = this.#run;
    const entry = { kind: kindOf(item), id: item.id, title: item.title };
    if (await ledger.findOne(database.read, 'revision', externalIdOf(item))) return count(report, entry.kind, 'unchanged');
    const fields = fieldsOf(item, this.#run.now);
    let written = false;
    await batches.add({
      work: async (tx) => {
        const postId = await this.#parts.references.find(tx.db, item.parent);
        written = postId !== undefined;
        if (postId === undefined) return;
        const localId = await writeRevision(tx, {
          postId, authorId: await this.#parts.users.authorOf(tx, item.creator), kind: item.slug.includes('autosave') ? 'autosave' : 'revision', title: item.title, excerpt: item.excerpt,
          content: item.content, createdAt: fields.publishedAt,
        });
        await ledger.record(tx, 'revision', externalIdOf(item), { localId, hash: fingerprint(canonicalItem(item)) });
      },
      done: () => (written ? count(report, entry.kind, 'imported') : drop(report, { ...entry, message: `its post ${item.parent} is not in the file before it` })),
      failed: (reason) => drop(report, { ...entry, message: reason }),
    });
  }
}
