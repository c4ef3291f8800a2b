import { isEnlisted } from '../modules/posts/policy.ts';
import { writeRevision } from '../modules/posts/revisions.ts';
import { textWordsOf } from '../lib/text-words.ts';
import { updatePost } from '../modules/posts/writer.ts';
import type { ImportTx } from './batch-writer.ts';
import { AbsentIds } from './absent-ids.ts';
import { isNumbered } from './import-slugs.ts';
import { canonicalItem, fieldsOf, reasonToDrop } from './item-fields.ts';
import type { ItemFields } from './item-fields.ts';
import { faultsOfValues } from './import-field-values.ts';
import { removedKeys } from './acf/field-import.ts';
import { externalIdOf, findSeoFacts, ItemWriter, parentTypeOf } from './item-writer.ts';
import type { PostParts, Written } from './item-writer.ts';
import { decide, fingerprint, isKnown } from '../modules/imports/ledger.ts';
import type { LedgerEntry } from '../modules/imports/ledger.ts';
import { foreignDetails, primaryCategoryOf } from './post-details.ts';
import { referencesInMeta } from './references.ts';
import type { PostReferences } from './references.ts';
import { count, drop, nestingNotes, recordLocalEdit } from './report.ts';
import type { ReportEntry } from './report.ts';
import { findImportedPost, findSlugs } from './rows.ts';
import type { ImportedPost } from './rows.ts';
import { textTranslatorVersion } from './old-theme/import-texts.ts';
import type { TranslatedText } from './old-theme/import-texts.ts';
import { writtenOut } from './old-theme/write-out.ts';
import { hidesParts } from '../lib/shortcodes/hidden-shortcodes.ts';
import type { ImportRun } from './run.ts';
import type { WxrAuthor, WxrItem } from './wxr-events.ts';
import { fileType } from '../modules/types/names.ts';

const hiddenParts = 'its page builder hid some parts from all readers; they are hidden here as well';
/** Maximum number of different items sharing one id. Each costs a lookup of all before it. */
const maxUses = 20;
/** Changes whenever a post is edited. Scheduling and the import itself leave `modified_at` unchanged. */
const stateOf = ({ modified_at: modifiedAt }: ImportedPost) => String(modifiedAt);
const kindOf = (item: WxrItem) => `item ${item.type || '(none)'}`;

interface Candidate {
  readonly item: WxrItem;
  readonly made: TranslatedText | undefined;
  readonly entry: Omit<ReportEntry, 'message'>;
  readonly hash: string;
  readonly key: string;
  readonly fields: ItemFields;
  /** Values of fields that name other items, by name. */
  readonly waiting: Readonly<Record<string, string>>;
  readonly wishes: PostReferences;
  readonly noteUnknown: (localId: number, isPublic: boolean) => void;
}

/** Imports posts of every type, with their terms, meta, media and comments. */
export class PostImport {
  readonly #run: ImportRun;
  readonly #parts: PostParts;
  readonly #absent: AbsentIds;
  readonly #writer: ItemWriter;
  /** Ledger keys used in this run, with the number of the last file that did. An id repeated within one file means two different items. */
  readonly #met = new Map<string, number>();
  readonly #hidden = new Set<string>();
  #lastDate: number | undefined;
  #written: {
    entry: Omit<ReportEntry, 'message'>;
    item: Pick<WxrItem, 'type' | 'status' | 'link'>;
    localId: number;
    /** The slug that the file asks for; empty for any. */
    slug: string;
    /** Whether an earlier run already compared its old address. */
    isChecked: boolean;
  }[] = [];

  constructor(run: ImportRun, parts: PostParts) {
    this.#run = run;
    this.#absent = new AbsentIds(run);
    this.#parts = parts;
    this.#writer = new ItemWriter(run, parts, this.#absent);
  }

  async add(items: readonly WxrItem[], signal?: AbortSignal): Promise<void> {
    const { ledger, database } = this.#run;
    const { users, bylines, terms } = this.#parts;
    const accepted: WxrItem[] = [];
    const guests: WxrAuthor[] = [];
    for (const item of items) {
      const reason = reasonToDrop(item);
      const guest = bylines.takeGuest(item);
      if (guest) {
        guests.push(guest);
        this.#parts.comments.leaveOut(item); // accounts have no comments
      } else if (reason) this.#leaveOut(item, reason);
      else if (item.type === 'nav_menu_item') this.#parts.menus.collect(item);
      else if (this.#parts.templates.take(item)) this.#parts.comments.leaveOut(item);
      else accepted.push(item);
    }
    await users.add(users.undeclared(accepted), false);
    await users.add(guests);
    await users.add(bylines.mentioned(accepted), false, (author) => bylines.isDeclared(author));
    await terms.add(terms.undeclared(accepted));
    const posts = await ledger.find(
      database.read,
      'post',
      accepted.filter(({ type }) => type !== 'revision').map(externalIdOf),
    );
    await this.#absent.prepare(accepted.map(externalIdOf).filter((id) => !posts.has(id)));
    await this.#parts.media.prepare(
      accepted
        .filter(({ type }) => type === fileType)
        .map((item) => posts.get(externalIdOf(item))?.localId ?? 0)
        .filter((id) => id > 0),
    );
    for (const item of accepted) {
      if (signal?.aborted) return;
      if (item.type === 'revision') await this.#addRevision(item);
      else await this.#addPost(item, posts.get(externalIdOf(item)));
    }
    await this.noteSlugs();
  }

  #noteHidden(entry: Omit<ReportEntry, 'message'>): void {
    if (this.#hidden.has(entry.kind)) return;
    this.#hidden.add(entry.kind);
    const message =
      'the old site did not show this post type to readers; this item and all others of the type are private';
    this.#run.report.notes.push({ ...entry, message });
  }

  /** Makes posts private that an earlier version of the import published although their type is not public, unless they were edited here since. */
  async #hide(entry: Omit<ReportEntry, 'message'>, { localId, state }: LedgerEntry): Promise<void> {
    const { report, batches, database, force } = this.#run;
    const isShown = (post: ImportedPost | undefined) =>
      (post?.status === 'publish' || post?.status === 'future') &&
      (state === '' || stateOf(post) === state || force);
    if (!isShown(await findImportedPost(database.read, localId)))
      return count(report, entry.kind, 'unchanged');
    await batches.add({
      work: async (tx) => {
        const post = await findImportedPost(tx.db, localId);
        if (post && isShown(post))
          await updatePost(tx, localId, { status: 'private', modifiedAt: post.modified_at });
      },
      done: () => {
        count(report, entry.kind, 'updated');
        this.#noteHidden(entry);
      },
      failed: (reason) =>
        drop(report, {
          ...entry,
          message: `its type was not visible to readers, and it could not be made private: ${reason}`,
        }),
    });
  }

  #leaveOut(item: WxrItem, message: string): void {
    this.#drop(item, message);
    this.#parts.comments.leaveOut(item);
  }

  #drop(item: WxrItem, message: string): void {
    drop(this.#run.report, { kind: kindOf(item), id: externalIdOf(item), title: item.title, message });
    this.#parts.references.leaveOut(externalIdOf(item), item.status);
  }

  /** Reports posts that did not get the slug in the file, and compares their old addresses. */
  async noteSlugs(): Promise<void> {
    const written = this.#written;
    this.#written = [];
    const slugs = await findSlugs(
      this.#run.database.read,
      written.map(({ localId }) => localId),
    );
    for (const { entry, item, localId, slug, isChecked } of written) {
      const storedSlug = slugs.get(localId);
      if (storedSlug === undefined) continue;
      if (!isChecked) this.#parts.redirects.note(entry, item, localId, storedSlug);
      if (slug !== '' && storedSlug !== slug) {
        this.#parts.slugs.note({
          entry,
          localId,
          type: item.type,
          slug,
          oldPath: this.#parts.redirects.pathOf(item.link),
        });
      }
    }
  }

  #noteWritten(
    { type, status, link }: WxrItem,
    entry: Omit<ReportEntry, 'message'>,
    localId: number,
    slug: string,
    { isChecked = false } = {},
  ): void {
    this.#written.push({ entry, item: { type, status, link }, localId, slug, isChecked });
  }

  /**
   * Continues an item of an unfinished run: checks its old address and the ids in its text. A post created by that run
   * (or by one whose file was truncated) and not edited since gives up its slug as if this run had created it.
   */
  async #takeUp(
    item: WxrItem,
    made: TranslatedText | undefined,
    entry: Omit<ReportEntry, 'message'>,
    before: LedgerEntry,
    slug: string,
  ): Promise<void> {
    const { localId, state } = before;
    const { unfinished, database } = this.#run;
    const post = unfinished.isGoingOn ? await findImportedPost(database.read, localId) : undefined;
    if (!post) return;
    const isAwaited = unfinished.awaits(before, post.created_at);
    const isNew = unfinished.hasMade(post.created_at) && stateOf(post) === state;
    if ((isNew || isAwaited) && !made) await this.#parts.patterns.noteAgain(localId, item.content);
    if (made && stateOf(post) === state) this.#parts.texts.noteAgain(made, localId, post.modified_at);
    if (isNew)
      this.#parts.slugs.wasMade(localId, externalIdOf(item), this.#parts.redirects.pathOf(item.link));
    if (isNew || isAwaited)
      this.#noteWritten(item, entry, localId, isNew && isNumbered(post.slug, slug) ? slug : '', {
        isChecked: !isAwaited,
      });
  }

  async #addPost(sent: WxrItem, entryOfId: LedgerEntry | undefined): Promise<void> {
    const {
      database,
      file: { age, exportedAt, isOurs },
      force,
    } = this.#run;
    const { references } = this.#parts;
    const original = this.#parts.pluginFields.convert(sent);
    const made = await this.#parts.texts.make(original);
    const item = made?.item ?? { ...original, content: writtenOut(original.content) };
    const hash = made
      ? fingerprint([textTranslatorVersion, canonicalItem(original)])
      : fingerprint(canonicalItem(item));
    const entry = { kind: kindOf(item), id: externalIdOf(item), title: item.title };
    const identity = await this.#identify(item, hash, entryOfId);
    this.#run.languages.note(item, this.#parts.terms.of(item));
    if (!identity) return this.#leaveOut(item, `${maxUses} other items have the same ID`);
    const { key, before, stored, isTwin } = identity;
    // References to this id mean the first item that has it.
    if (isTwin) references.aliasTwin(externalIdOf(item), item.type, key);
    else references.alias(externalIdOf(item), key);
    const verdict = decide(before, { hash, age, force }, stored && stateOf(stored));
    if (verdict === 'gone') return this.#leaveOut(item, 'deleted here; later exports do not restore it');
    const read = fieldsOf(
      item,
      this.#run.now,
      this.#run.toUtc,
      this.#lastDate ?? (exportedAt || this.#run.now),
      isOurs,
    );
    const { meta, waiting } = this.#parts.fieldValues.split(item.type, read.meta);
    if (!before || verdict === 'update')
      for (const message of faultsOfValues(item.type, read.meta))
        this.#run.report.notes.push({ ...entry, message });
    for (const gone of removedKeys(sent, original)) meta[gone] = [];
    const fields = { ...read, meta };
    if (fields.publishedAt !== 0 && fields.publishedAt <= this.#run.now) this.#lastDate = fields.publishedAt;
    const wishes: PostReferences = {
      parent: item.parent === '0' ? '' : item.parent,
      parentType: parentTypeOf(item.type),
      thumbnail: fields.thumbnail,
      category: primaryCategoryOf(item, isOurs),
      meta: referencesInMeta(fields.meta, isOurs),
    };
    const noteUnknown = this.#run.unknown.in(item);
    const candidate: Candidate = { item, made, entry, hash, key, fields, waiting, wishes, noteUnknown };
    if (before && verdict !== 'update') await this.#leaveAsStored(candidate, before, stored, verdict);
    else await this.#store(candidate, before, isTwin);
    if (item.comments.length > 0) {
      const known = await this.#run.ledger.find(
        database.read,
        'comment',
        this.#parts.comments.keysOf(item, key),
      );
      await this.#parts.comments.add(item, key, fields.publishedAt, known);
    }
  }

  #await({ item, entry, key, fields, wishes }: Candidate, localId: number): void {
    this.#parts.references.await({
      ...wishes,
      key,
      kind: entry.kind,
      title: item.title,
      slug: fields.slug,
      localId,
      state: String(fields.modifiedAt),
      inherits: item.type === fileType && fields.status === 'inherit',
    });
  }

  /** Counts an item whose stored post stays unchanged, and completes its pending parts. */
  async #leaveAsStored(
    candidate: Candidate,
    before: LedgerEntry,
    stored: ImportedPost | undefined,
    verdict: ReturnType<typeof decide>,
  ): Promise<void> {
    const { item, made, entry, hash, key, fields, noteUnknown } = candidate;
    const { report } = this.#run;
    const { references, media: files } = this.#parts;
    references.setType(key, item.type);
    noteUnknown(before.localId, fields.status === 'publish');
    if (stored?.status !== 'trash') this.#run.chosen.notePost(item, before.localId, false);
    if (verdict === 'unchanged' && fields.wasHidden) await this.#hide(entry, before);
    else if (verdict === 'unchanged') count(report, entry.kind, 'unchanged');
    else if (stored?.status === 'trash')
      drop(report, { ...entry, message: 'it was moved to the trash here' });
    else recordLocalEdit(report, entry);
    // An older version must not register pending references: a newer one replaced it.
    if (before.open && before.seen.at(-1) === hash) this.#await(candidate, before.localId);
    if (verdict === 'unchanged' && before.seen.at(-1) === hash)
      await this.#takeUp(item, made, entry, before, fields.slug);
    if (item.type === fileType) await files.complete(item, before.localId, entry);
  }

  async #store(candidate: Candidate, before: LedgerEntry | undefined, isTwin: boolean): Promise<void> {
    const { item, made, entry, hash, key, fields, waiting, wishes, noteUnknown } = candidate;
    const { report, batches } = this.#run;
    const { references, media: files } = this.#parts;
    let open = false;
    let written: Written = { localId: 0, notes: [], moved: [], hasPlace: false };
    // Computed outside of the transaction, which holds locks.
    const words = isEnlisted({ status: fields.status, password: fields.password })
      ? textWordsOf(item.content)
      : undefined;
    const foreign = foreignDetails(
      item,
      { url: this.#parts.site.url, isOurs: this.#run.file.isOurs },
      await findSeoFacts(this.#run, this.#parts, item, fields),
    );
    const media = item.type === fileType ? await files.take(item, before?.localId) : undefined;
    const partNotes = [
      ...nestingNotes({ content: item.content, excerpt: item.excerpt }),
      ...(!made && hidesParts(item.content) ? [hiddenParts] : []),
    ];
    await batches.add({
      work: async (tx) => {
        await this.#run.unfinished.mark(tx);
        open = before !== undefined || (await this.#isOpen(tx, wishes));
        written = await this.#writer.write(tx, item, { fields, foreign, media, words }, before);
        const { localId } = written;
        if (before?.open) await references.forgetWaiting(tx, key);
        const values = { type: item.type, kind: entry.kind, title: item.title, values: waiting };
        const state = String(fields.modifiedAt);
        await this.#parts.fieldValues.await(tx, key, localId, { ...values, state }, !before);
        references.stage(key, localId, item.type);
        await this.#run.ledger.record(tx, 'post', key, {
          localId,
          hash,
          state,
          before,
          open: open && references.isOpen(wishes),
          run: this.#run.unfinished.name,
        });
      },
      done: () => {
        const { localId, notes, moved, hasPlace } = written;
        count(report, entry.kind, before ? 'updated' : 'imported');
        noteUnknown(localId, fields.status === 'publish');
        this.#run.chosen.notePost(item, localId, before !== undefined);
        if (fields.wasHidden) this.#noteHidden(entry);
        for (const message of [
          ...notes,
          ...(fields.dateNote === '' ? [] : [fields.dateNote]),
          ...foreign.notes,
          ...partNotes,
        ]) {
          report.notes.push({ ...entry, message });
        }
        this.#parts.slugs.noteMoved(moved);
        if (isTwin && !before)
          report.notes.push({
            ...entry,
            message: `another item in the file has the same ID; this one now has the ID ${localId}`,
          });
        for (const name of foreign.unknownSettings)
          report.unknownSettings[name] = (report.unknownSettings[name] ?? 0) + 1;
        if (!before && item.id !== '' && String(localId) !== item.id)
          report.changedIds.push({ kind: entry.kind, from: item.id, to: localId });
        media?.report();
        if (made) this.#parts.texts.note(made, entry.kind, localId, fields.modifiedAt);
        else this.#parts.patterns.note(localId, item.content);
        if (open && (references.isOpen(wishes) || before)) this.#await(candidate, localId);
        this.#noteWritten(item, entry, localId, hasPlace ? '' : fields.slug);
      },
      failed: (reason) => this.#drop(item, reason), // the caller counts its comments
    });
  }

  /**
   * Finds an item's ledger entry. After a reinstall, or with two sites at one address, one id may mean several items,
   * which guids tell apart. `isTwin`: the file repeats the id. Undefined when `maxUses` items have it.
   */
  async #identify(
    item: WxrItem,
    hash: string,
    known: LedgerEntry | undefined,
  ): Promise<
    | {
        key: string;
        before: LedgerEntry | undefined;
        stored: ImportedPost | undefined;
        isTwin: boolean;
      }
    | undefined
  > {
    const externalId = externalIdOf(item);
    const {
      database,
      ledger,
      batches,
      file: { age, number },
    } = this.#run;
    const isMet = this.#met.has(externalId);
    if (isMet) await batches.flush();
    const isTwin = isMet && this.#met.get(externalId) === number;
    for (let use = 1; use <= maxUses; use++) {
      const key = use === 1 ? externalId : `${externalId}#${use}`;
      const before = use === 1 && !isMet ? known : await ledger.findOne(database.read, 'post', key);
      const isTaken = this.#met.get(key) === number;
      const isSame = !before || (isTaken ? before.seen.at(-1) === hash : before.seen.includes(hash));
      const stored =
        before && !isTaken && !(isSame && isKnown(before, hash, age))
          ? await findImportedPost(database.read, before.localId)
          : undefined;
      if (
        !isSame &&
        (isTaken || (stored && stored.guid !== item.guid && stored.guid !== '' && item.guid !== ''))
      )
        continue;
      this.#met.set(externalId, number);
      this.#met.set(key, number);
      return { key, before, stored, isTwin: isTwin && use > 1 };
    }
    return undefined;
  }

  async #isOpen(tx: ImportTx, wishes: PostReferences): Promise<boolean> {
    if (Object.keys(wishes.meta).length > 0) return true;
    const { references, terms } = this.#parts;
    if (wishes.category !== '' && terms.byExternalId('category', wishes.category) === undefined) return true;
    for (const [id, type] of [
      [wishes.parent, wishes.parentType],
      [wishes.thumbnail, fileType],
    ] as const) {
      if (
        id !== '' &&
        ((await references.find(tx.db, id, type)) === undefined || references.isOther(id, type))
      )
        return true;
    }
    return false;
  }

  /** A revision whose post is not imported yet is dropped. */
  async #addRevision(item: WxrItem): Promise<void> {
    const { report, ledger, batches, database } = this.#run;
    const entry = { kind: kindOf(item), id: item.id, title: item.title };
    this.#parts.comments.leaveOut(item); // revisions have no comments
    if (await ledger.findOne(database.read, 'revision', externalIdOf(item)))
      return count(report, entry.kind, 'unchanged');
    const fields = fieldsOf(item, this.#run.now, this.#run.toUtc);
    const content = writtenOut(item.content);
    let written = false;
    await batches.add({
      work: async (tx) => {
        const postId = await this.#parts.references.find(tx.db, item.parent);
        written = postId !== undefined;
        if (postId === undefined) return;
        const localId = await writeRevision(tx, {
          postId,
          authorId: await this.#parts.users.authorOf(tx, item.creator),
          kind: 'revision', // autosaves, too: they are not current drafts on this site
          title: item.title,
          excerpt: item.excerpt,
          content,
          createdAt: fields.publishedAt,
        });
        await ledger.record(tx, 'revision', externalIdOf(item), {
          localId,
          hash: fingerprint(canonicalItem(item)),
        });
      },
      done: () => {
        if (written) {
          count(report, entry.kind, 'imported');
          for (const message of nestingNotes({ content, excerpt: item.excerpt }))
            report.notes.push({ ...entry, message });
        } else if (item.parent === '' || item.parent === '0')
          this.#drop(item, 'it does not specify the post of which it is a revision');
        else this.#drop(item, `its post ${item.parent} does not appear before it in the file`);
      },
      failed: (reason) => this.#drop(item, reason),
    });
  }
}
