import { withDefaultCategory } from '../content/terms/default-category.ts';
import { detailsMeta } from '../content/posts/details.ts';
import { findFolderOf } from '../content/media/folders.ts';
import { isEnlisted } from '../content/posts/policy.ts';
import { keepAround, writeRevision } from '../content/posts/revisions.ts';
import { textWordsOf } from '../content/search/post-words.ts';
import type { TextWords } from '../content/search/post-words.ts';
import { holdsAddress } from '../content/posts/free-slug.ts';
import type { SlugHolder } from '../content/posts/free-slug.ts';
import { writeOldSlugs } from '../content/posts/old-slugs.ts';
import { createPost, updatePost } from '../content/posts/writer.ts';
import type { PostInput } from '../content/posts/writer.ts';
import { textWrittenKey } from '../lib/builder-data/meta-keys.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import type { Tx } from '../db/open-database.ts';
import type { ImportTx } from './batch-writer.ts';
import { AbsentIds } from './absent-ids.ts';
import type { BylineImport } from './import-bylines.ts';
import type { CommentImport } from './import-comments.ts';
import type { MediaImport, TakenMedia } from './import-media.ts';
import type { PatternImport } from './import-patterns.ts';
import { nestingNotes } from './nesting-notes.ts';
import type { MenuImport } from './import-menus.ts';
import type { RedirectImport } from './import-redirects.ts';
import type { SlugImport } from './import-slugs.ts';
import { isNumbered } from './import-slugs.ts';
import type { Numbered } from './import-slugs.ts';
import { mostTermsOfItem } from './import-terms.ts';
import type { TermImport } from './import-terms.ts';
import type { UserImport } from './import-users.ts';
import { canonicalItem, fieldsOf, reasonToDrop } from './item-fields.ts';
import type { ItemFields } from './item-fields.ts';
import { decide, fingerprint, isKnown } from '../content/imports/ledger.ts';
import type { LedgerEntry } from '../content/imports/ledger.ts';
import { foreignDetails, primaryCategoryOf } from './post-details.ts';
import type { ForeignDetails } from './post-details.ts';
import { referencesInMeta } from './references.ts';
import type { PostReferences, References } from './references.ts';
import { count, drop, keep } from './report.ts';
import type { ReportEntry } from './report.ts';
import { findImportedPost, findSlugs } from './rows.ts';
import type { ImportedPost } from './rows.ts';
import type { TemplateImport } from './old-theme/import-templates.ts';
import { textTranslatorVersion } from './old-theme/import-texts.ts';
import type { MadeText, TextImport } from './old-theme/import-texts.ts';
import { writtenOut } from './old-theme/write-out.ts';
import { hidesParts } from '../lib/shortcodes/hides-parts.ts';
import type { ImportRun } from './run.ts';
import type { SeoFacts } from '../lib/seo-text.ts';
import { parseWxrDate } from './wxr-dates.ts';
import type { WxrAuthor, WxrItem, WxrSite } from './wxr-events.ts';
import { articleType, fileType, sectionTaxonomy } from '../content/types/names.ts';
import { postTypeNamed } from '../content/types/registry.ts';

/** The parts that items hand things on to. */
export interface PostParts {
  readonly site: WxrSite;
  readonly users: UserImport;
  readonly bylines: BylineImport;
  readonly media: MediaImport;
  readonly terms: TermImport;
  readonly comments: CommentImport;
  readonly menus: MenuImport;
  readonly references: References;
  readonly redirects: RedirectImport;
  readonly slugs: SlugImport;
  readonly patterns: PatternImport;
  readonly templates: TemplateImport;
  readonly texts: TextImport;
}

const hiddenParts = 'its page builder hid from all readers some parts of it, which are hidden here, too';
/** Different things that may have one id: each is looked for behind all before it. */
const mostUses = 20;
/** The exporter's name of an item: its id, or its address in files without ids. */
const externalIdOf = (item: WxrItem) => item.id || item.guid || item.link;
/** What an edit of a post changes, whatever it changes: the schedule and the import itself leave it alone. */
const stateOf = ({ modified_at: modifiedAt }: ImportedPost) => String(modifiedAt);
/** What stands above a thing of this type: its like, where its type is a tree. */
const parentTypeOf = (type: string) =>
  type !== fileType && postTypeNamed(type).isHierarchical ? type : undefined;
const kindOf = (item: WxrItem) => `item ${item.type || '(none)'}`;

/** What is known of an item before its transaction begins. */
interface Prepared {
  readonly fields: ItemFields;
  readonly foreign: ForeignDetails;
  readonly media: TakenMedia | undefined;
  readonly words: TextWords | undefined;
}

/** What became of an item in its transaction. */
interface Written {
  readonly localId: number;
  readonly notes: readonly string[];
  /** What got a number for it. */
  readonly moved: readonly Numbered[];
  /** Whether it was here at an address that it keeps, whatever slug its file gives it. */
  readonly hasPlace: boolean;
}

/** Takes in posts of every type, with their terms, meta, media and comments. */
export class PostImport {
  readonly #run: ImportRun;
  readonly #parts: PostParts;
  readonly #absent: AbsentIds;
  /** Names in the ledger that items of this run took, with the number of the file that did last: a file that uses an id twice holds two things. */
  readonly #met = new Map<string, number>();
  /** Kinds of which the report says that they are private here. */
  readonly #hidden = new Set<string>();
  /** When the last item before that has a date was published, in milliseconds. */
  #lastDate: number | undefined;
  #written: {
    entry: Omit<ReportEntry, 'message'>;
    item: Pick<WxrItem, 'type' | 'status' | 'link'>;
    localId: number;
    /** The one that it was to have; empty: any. */
    slug: string;
    /** Whether a run before this one looked at the address that it had. */
    isLookedAt: boolean;
  }[] = [];

  constructor(run: ImportRun, parts: PostParts) {
    this.#run = run;
    this.#absent = new AbsentIds(run);
    this.#parts = parts;
  }

  /** Takes in items in the file's order, until `signal` says stop. */
  async add(items: readonly WxrItem[], signal?: AbortSignal): Promise<void> {
    const { ledger, database } = this.#run;
    const { users, bylines, terms } = this.#parts;
    const wanted: WxrItem[] = [];
    const guests: WxrAuthor[] = [];
    for (const item of items) {
      const reason = reasonToDrop(item);
      const guest = bylines.takeGuest(item);
      if (guest) {
        guests.push(guest);
        this.#parts.comments.leaveOut(item); // an account has none
      } else if (reason) this.#leaveOut(item, reason);
      else if (item.type === 'nav_menu_item') this.#parts.menus.collect(item);
      else if (this.#parts.templates.take(item)) this.#parts.comments.leaveOut(item);
      else wanted.push(item);
    }
    await users.add(users.undeclared(wanted), false);
    await users.add(guests);
    await users.add(bylines.mentioned(wanted), false, (author) => bylines.isSaid(author));
    await terms.add(terms.undeclared(wanted));
    const posts = await ledger.find(
      database.read,
      'post',
      wanted.filter(({ type }) => type !== 'revision').map(externalIdOf),
    );
    await this.#absent.prepare(wanted.map(externalIdOf).filter((id) => !posts.has(id)));
    await this.#parts.media.prepare(
      wanted
        .filter(({ type }) => type === fileType)
        .map((item) => posts.get(externalIdOf(item))?.localId ?? 0)
        .filter((id) => id > 0),
    );
    for (const item of wanted) {
      if (signal?.aborted) return;
      if (item.type === 'revision') await this.#addRevision(item);
      else await this.#addPost(item, posts.get(externalIdOf(item)));
    }
    await this.noteSlugs();
  }

  /** Says of a type once that what is published of it is nobody's to see. */
  #noteHidden(entry: Omit<ReportEntry, 'message'>): void {
    if (this.#hidden.has(entry.kind)) return;
    this.#hidden.add(entry.kind);
    const message =
      'the old site showed nothing of this type to its readers: this, and all of it that follows, is private here';
    this.#run.report.notes.push({ ...entry, message });
  }

  /** What an import published that did not know that nobody was shown its type becomes private, unless somebody edited it here since. */
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
          message: `nobody was shown its type, and it could not be made private: ${reason}`,
        }),
    });
  }

  /** Leaves out an item with its comments. */
  #leaveOut(item: WxrItem, message: string): void {
    this.#drop(item, message);
    this.#parts.comments.leaveOut(item);
  }

  #drop(item: WxrItem, message: string): void {
    drop(this.#run.report, { kind: kindOf(item), id: externalIdOf(item), title: item.title, message });
    this.#parts.references.leaveOut(externalIdOf(item), item.status);
  }

  /** Says which posts could not have the slug that the file gives them, and looks at the addresses that they had. */
  async noteSlugs(): Promise<void> {
    const written = this.#written;
    this.#written = [];
    const slugs = await findSlugs(
      this.#run.database.read,
      written.map(({ localId }) => localId),
    );
    for (const { entry, item, localId, slug, isLookedAt } of written) {
      const given = slugs.get(localId);
      if (given === undefined) continue;
      if (!isLookedAt) this.#parts.redirects.note(entry, item, localId, given);
      if (slug !== '' && given !== slug) {
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
    { isLookedAt = false } = {},
  ): void {
    this.#written.push({ entry, item: { type, status, link }, localId, slug, isLookedAt }); // all else of the item is forgotten
  }

  /**
   * What a run took in that did not come to its end has its address looked at by this one, and what its text names; what that run made, or one whose file broke
   * off, and nobody edited here, gives way as if this one had made it.
   */
  async #takeUp(
    item: WxrItem,
    made: MadeText | undefined,
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
        isLookedAt: !isAwaited,
      });
  }

  async #addPost(given: WxrItem, entryOfId: LedgerEntry | undefined): Promise<void> {
    const {
      report,
      batches,
      database,
      file: { age },
      force,
    } = this.#run;
    const { references, media: files } = this.#parts;
    const made = await this.#parts.texts.make(given);
    const item = made?.item ?? { ...given, content: writtenOut(given.content) };
    const hash = made
      ? fingerprint([textTranslatorVersion, canonicalItem(given)])
      : fingerprint(canonicalItem(item));
    const entry = { kind: kindOf(item), id: externalIdOf(item), title: item.title };
    const identity = await this.#identify(item, hash, entryOfId);
    this.#run.languages.note(item, this.#parts.terms.of(item));
    if (!identity) return this.#leaveOut(item, `${mostUses} other items have its id`);
    const { key, before, here, isTwin } = identity;
    // What names this id means the one that came first.
    if (isTwin) references.aliasTwin(externalIdOf(item), item.type, key);
    else references.alias(externalIdOf(item), key);
    const verdict = decide(before, { hash, age, force }, here && stateOf(here));
    if (verdict === 'gone')
      return this.#leaveOut(item, 'it was deleted here; a later export does not bring it back');
    const fields = fieldsOf(
      item,
      this.#run.now,
      this.#run.toUtc,
      this.#lastDate ?? (this.#run.file.exportedAt || this.#run.now),
    );
    if (fields.publishedAt !== 0 && fields.publishedAt <= this.#run.now) this.#lastDate = fields.publishedAt;
    const wishes: PostReferences = {
      parent: item.parent === '0' ? '' : item.parent,
      parentType: parentTypeOf(item.type),
      thumbnail: fields.thumbnail,
      category: primaryCategoryOf(item),
      meta: referencesInMeta(fields.meta),
    };
    const state = String(fields.modifiedAt);
    const wait = (localId: number) =>
      references.await({
        ...wishes,
        key,
        kind: entry.kind,
        title: item.title,
        slug: fields.slug,
        localId,
        state,
        inherits: item.type === fileType && fields.status === 'inherit',
      });
    const noteUnknown = this.#run.unknown.in(item);
    if (before && verdict !== 'update') {
      references.keepType(key, item.type);
      noteUnknown(before.localId, fields.status === 'publish');
      if (here?.status !== 'trash') this.#run.chosen.notePost(item, before.localId, false);
      if (verdict === 'unchanged' && fields.wasHidden) await this.#hide(entry, before);
      else if (verdict === 'unchanged') count(report, entry.kind, 'unchanged');
      else if (here?.status === 'trash')
        drop(report, { ...entry, message: 'it was moved to the trash here' });
      else keep(report, entry);
      // An older version says nothing about what waits: a newer one took its place.
      if (before.open && before.seen.at(-1) === hash) wait(before.localId);
      if (verdict === 'unchanged' && before.seen.at(-1) === hash)
        await this.#takeUp(item, made, entry, before, fields.slug);
      if (item.type === fileType) await files.complete(item, before.localId, entry);
    } else {
      let open = false;
      let written: Written = { localId: 0, notes: [], moved: [], hasPlace: false };
      // Worked out here, so that nobody waits for it behind the transaction's locks.
      const words = isEnlisted({ status: fields.status, password: fields.password })
        ? textWordsOf(item.content)
        : undefined;
      const foreign = foreignDetails(item, this.#parts.site.url, await this.#seoFacts(item, fields));
      const media = item.type === fileType ? await files.take(item, before?.localId) : undefined;
      const partNotes = [
        ...nestingNotes({ content: item.content, excerpt: item.excerpt }),
        ...(!made && hidesParts(item.content) ? [hiddenParts] : []),
      ];
      await batches.add({
        work: async (tx) => {
          await this.#run.unfinished.mark(tx);
          open = before !== undefined || (await this.#isOpen(tx, wishes));
          written = await this.#write(tx, item, { fields, foreign, media, words }, before);
          const { localId } = written;
          if (before?.open) await references.forgetWaiting(tx, key);
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
              message: `the file holds another item with its id; this one has the id ${localId}`,
            });
          for (const name of foreign.unknownSettings)
            report.unknownSettings[name] = (report.unknownSettings[name] ?? 0) + 1;
          if (!before && item.id !== '' && String(localId) !== item.id)
            report.changedIds.push({ kind: entry.kind, from: item.id, to: localId });
          media?.report();
          if (made) this.#parts.texts.note(made, entry.kind, localId, fields.modifiedAt);
          else this.#parts.patterns.note(localId, item.content);
          if (open && (references.isOpen(wishes) || before)) wait(localId);
          this.#noteWritten(item, entry, localId, hasPlace ? '' : fields.slug);
        },
        failed: (reason) => this.#drop(item, reason), // its comments are counted below
      });
    }
    if (item.comments.length > 0) {
      const known = await this.#run.ledger.find(
        database.read,
        'comment',
        this.#parts.comments.keysOf(item, key),
      );
      await this.#parts.comments.add(item, key, fields.publishedAt, known);
    }
  }

  /**
   * Which entry of the ledger an item belongs to, and what stands here of it where that matters. Two sites under one address, or one that was set up anew, use
   * an id for different things: their guids tell. `isTwin`: another item of its file has the id already. Undefined: too many have it.
   */
  async #identify(
    item: WxrItem,
    hash: string,
    known: LedgerEntry | undefined,
  ): Promise<
    | {
        key: string;
        before: LedgerEntry | undefined;
        here: ImportedPost | undefined;
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
    for (let use = 1; use <= mostUses; use++) {
      const key = use === 1 ? externalId : `${externalId}#${use}`;
      const before = use === 1 && !isMet ? known : await ledger.findOne(database.read, 'post', key);
      const isTaken = this.#met.get(key) === number;
      const isSame = !before || (isTaken ? before.seen.at(-1) === hash : before.seen.includes(hash));
      const here =
        before && !isTaken && !(isSame && isKnown(before, hash, age))
          ? await findImportedPost(database.read, before.localId)
          : undefined;
      if (!isSame && (isTaken || (here && here.guid !== item.guid && here.guid !== '' && item.guid !== '')))
        continue;
      this.#met.set(externalId, number);
      this.#met.set(key, number);
      return { key, before, here, isTwin: isTwin && use > 1 };
    }
    return undefined;
  }

  async #seoFacts(item: WxrItem, { publishedAt, modifiedAt }: ItemFields): Promise<SeoFacts> {
    const { site, terms, users } = this.#parts;
    const named = (taxonomy: string) =>
      terms
        .of(item)
        .filter((term) => term.taxonomy === taxonomy)
        .map(({ name }) => decodeEntities(name));
    const meta = (key: string) => item.meta.find((entry) => entry.key === key)?.value ?? '';
    return {
      id: item.id,
      title: item.title,
      excerpt: item.excerpt,
      siteTitle: decodeEntities(site.title),
      siteDescription: decodeEntities(site.description),
      author: users.nameOf(item.creator),
      categories: named('category'),
      tags: named('post_tag'),
      primaryCategory: await terms.nameOf(
        'category',
        meta('_yoast_wpseo_primary_category') || meta('rank_math_primary_category'),
      ),
      focusKeyword: meta('_yoast_wpseo_focuskw') || meta('rank_math_focus_keyword'),
      language: this.#run.naming.language,
      publishedAt: publishedAt === 0 ? 0 : (parseWxrDate(item.date) ?? publishedAt),
      modifiedAt: parseWxrDate(item.modified) ?? modifiedAt,
      now: this.#run.now,
    };
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

  async #write(
    tx: ImportTx,
    item: WxrItem,
    { fields, foreign, media, words }: Prepared,
    before: LedgerEntry | undefined,
  ): Promise<Written> {
    const { users, bylines, terms, references, slugs, redirects, media: files } = this.#parts;
    const notes =
      fields.unknownStatus === undefined
        ? []
        : [
            fields.unknownStatus === ''
              ? 'it has no status; it is a draft'
              : `its status "${fields.unknownStatus}" is unknown here; it is a draft`,
          ];
    if (item.terms.length > mostTermsOfItem)
      notes.push(`of its ${item.terms.length} terms the first ${mostTermsOfItem} are taken in`);
    const termIds: number[] = [];
    let hasCategory = false;
    for (const { taxonomy, slug, name } of terms.of(item)) {
      const id = await terms.idOf(tx, taxonomy, slug);
      if (id === undefined) notes.push(`its ${taxonomy} "${name}" could not be made, or was deleted here`);
      else termIds.push(id);
      hasCategory ||= id !== undefined && taxonomy === sectionTaxonomy;
    }
    // What lies in a folder of the library stays there: exports know nothing of folders.
    const folder = before && item.type === fileType ? await findFolderOf(tx.db, before.localId) : 0;
    if (folder > 0 && !termIds.includes(folder)) termIds.push(folder);
    const primaryCategoryId = terms.byExternalId('category', foreign.primaryCategory) ?? 0;
    // A plugin may use our name of a key for something of its own: that stays unless there is something to put in its place.
    const details = Object.entries(detailsMeta({ ...foreign.details, primaryCategoryId })).filter(
      ([key, values]) => values.length > 0 || !(key in fields.meta),
    );
    const input = {
      type: item.type,
      status: fields.status === 'inherit' && references.isLeftOut(item.parent) ? 'private' : fields.status,
      title: item.title,
      slug: fields.slug,
      content: item.content,
      excerpt: item.excerpt,
      authorIds: (await bylines.authorsOf(tx, item)) ?? [await users.authorOf(tx, item.creator)],
      parentId: await references.expect(tx, item.parent === '0' ? '' : item.parent, parentTypeOf(item.type)),
      menuOrder: fields.menuOrder,
      publishedAt: fields.publishedAt,
      modifiedAt: fields.modifiedAt,
      sticky: item.sticky === '1',
      format: fields.format,
      ...discussionOf(item),
      featuredMediaId: await references.expect(tx, fields.thumbnail, fileType),
      mimeType: media?.mimeType ?? '',
      password: fields.password,
      guid: item.guid,
      termIds: hasCategory ? termIds : await withDefaultCategory(tx, item.type, termIds),
      // The text is that of the file again.
      meta: { ...fields.meta, [textWrittenKey]: [], ...Object.fromEntries(details) },
      announce: false,
    } satisfies PostInput;
    // Where it will stand is not known before what is above it has come.
    const isPlaced =
      item.parent === '' ||
      item.parent === '0' ||
      (await references.find(tx.db, item.parent, parentTypeOf(item.type))) !== undefined;
    const moved = !before && isPlaced ? await slugs.makeRoom(tx, input, redirects.pathOf(item.link)) : [];
    const aside: SlugHolder[] = [];
    const onAside = (file: SlugHolder) => aside.push(file);
    let localId: number;
    const hasPlace = before !== undefined && (await isInPlace(tx, before.localId, input, fields.oldSlugs));
    if (before) {
      localId = before.localId;
      const { slug: _slug, ...changes } = input;
      const changed = { ...(hasPlace ? changes : input), onAside };
      await keepAround(tx, localId, { title: item.title, excerpt: item.excerpt, content: item.content }, () =>
        updatePost(tx, localId, changed, words),
      );
    } else {
      const id =
        (await this.#absent.claim(tx, externalIdOf(item))) ?? (await this.#run.ids.wish(tx, 'post', item.id));
      localId = await createPost(tx, { ...input, id, onAside }, words);
      slugs.made(localId, externalIdOf(item), redirects.pathOf(item.link));
      // No page can show an article that was not there; what others embed (attachments, reusable blocks) may have been missed already.
      if (item.type === articleType) tx.unemit(`post:${localId}`);
    }
    if (media) await files.write(tx, localId, media);
    await writeOldSlugs(tx, localId, fields.oldSlugs);
    return { localId, notes, hasPlace, moved: [...moved, ...(await slugs.numbered(tx.db, aside))] };
  }

  /** Revisions go where ours are; one whose post is not there yet has nothing to belong to. */
  async #addRevision(item: WxrItem): Promise<void> {
    const { report, ledger, batches, database } = this.#run;
    const entry = { kind: kindOf(item), id: item.id, title: item.title };
    this.#parts.comments.leaveOut(item); // a version has none of its own
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
          kind: 'revision', // an autosave, too: nobody here typed it
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
          this.#drop(item, 'it names no post that it is a version of');
        else this.#drop(item, `its post ${item.parent} is not in the file before it`);
      },
      failed: (reason) => this.#drop(item, reason),
    });
  }
}

/** Who may answer: what the file says of it; where it says nothing, what the site's settings say of new posts. */
function discussionOf({
  commentStatus,
  pingStatus,
}: Pick<WxrItem, 'commentStatus' | 'pingStatus'>): Pick<PostInput, 'commentStatus' | 'pingStatus'> {
  const said = (status: string) => (status === 'open' ? 'open' : 'closed');
  return {
    ...(commentStatus === '' ? {} : { commentStatus: said(commentStatus) }),
    ...(pingStatus === '' ? {} : { pingStatus: said(pingStatus) }),
  };
}

/**
 * Whether what is here stands where the file wants it, with its slug or that with a number: its address stays, whatever else became free or came there. Not so
 * where it has a slug that the exporter calls a former one: it was renamed there.
 */
async function isInPlace(
  tx: Tx,
  localId: number,
  { type, status, slug, parentId }: Required<Pick<PostInput, 'type' | 'status' | 'slug' | 'parentId'>>,
  oldSlugs: readonly string[],
): Promise<boolean> {
  const post = await findImportedPost(tx.db, localId);
  if (!post || post.slug === '' || post.type !== type || post.parent_id !== parentId) return false;
  const isAsPublic = post.status === status || (holdsAddress(post.status) && holdsAddress(status));
  return (
    isAsPublic &&
    (slug === '' || post.slug === slug || (isNumbered(post.slug, slug) && !oldSlugs.includes(post.slug)))
  );
}
