import { z } from 'zod';
import type { LedgerNote } from '../modules/imports/ledger.ts';
import type { SlugHolder } from '../modules/posts/slugs.ts';
import { completeTexts } from '../modules/media/writer.ts';
import { mayBeOpened } from '../modules/posts/policy.ts';
import type { PostStatus } from '../modules/posts/model.ts';
import { fileType } from '../modules/types/names.ts';
import { findPostMeta, isAbove } from '../modules/posts/reader.ts';
import { detailKeys } from '../modules/posts/model.ts';
import { updatePost, writePrimaryCategory } from '../modules/posts/writer.ts';
import type { Reader, Tx } from '../kernel/db/open-database.ts';
import { readJson } from '../lib/json.ts';
import { idKeys, ownIdKeys } from './meta-keys.ts';
import { exists, findImportedPost, toId } from './rows.ts';
import type { Numbered, SlugImport } from './import-slugs.ts';
import type { TermImport } from './import-terms.ts';
import type { ImportRun } from './run.ts';
import { TxMap } from './batch-writer.ts';

export interface PostReferences {
  readonly parent: string;
  /** The parent's required type; undefined for any. */
  readonly parentType?: string | undefined;
  readonly thumbnail: string;
  readonly category: string;
  readonly meta: Readonly<Record<string, readonly string[]>>;
}

interface Pending extends PostReferences {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly slug: string;
  readonly localId: number;
  /** Whether it is as public as its parent, like an attachment without a status. */
  readonly inherits: boolean;
  /** State when it was imported; a post edited since keeps its references. */
  readonly state: string;
  readonly isLeft?: boolean;
}

/** Ledger note about a post with unresolved references, for the run that imports their targets. */
const waitingSchema = z.object({
  parent: z.string(),
  parentType: z.string().optional(),
  thumbnail: z.string(),
  kind: z.string(),
  title: z.string(),
  slug: z.string(),
  inherits: z.boolean(),
  state: z.string(),
  category: z.string().default(''),
  meta: z.record(z.string(), z.array(z.string())).default({}),
  /** Posts not imported yet; undefined in older notes, which means any that it refers to. */
  missing: z.array(z.string()).optional(),
});
/** Sorts after the names of notes about ids and values of fields, which begin with U+0001, and before those of items. */
const belowItems = '\u0002';
const waitingPerBatch = 500;
/** Ids of missing related posts that a note names. */
const maxNamed = 20;

const twinName = (externalId: string, type: string) => `${type} ${externalId}`;

export function referencesInMeta(
  meta: Readonly<Record<string, readonly string[]>>,
  isOurs: boolean,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(meta).filter(
      ([key, values]) =>
        (idKeys.has(key) || (isOurs && ownIdKeys.has(key))) &&
        values.some((value) => /[1-9]/.test(value) && value !== 'a:0:{}'),
    ),
  );
}

export class References {
  readonly #run: ImportRun;
  readonly #slugs: SlugImport;
  readonly #terms: TermImport;
  readonly #local = new TxMap<number>(100_000);
  readonly #types = new TxMap<string>(100_000);
  /** Ledger keys of items whose id occurs earlier in their file, by id and type. */
  readonly #twins = new Map<string, string>();
  /** Ledger keys of this run's items whose id another item of the exporter already had. */
  readonly #aliases = new Map<string, string>();
  /** Items of this run that were left out and were not public at the exporter. */
  readonly #leftOut = new Set<string>();
  #pending: Pending[] = [];

  constructor(run: ImportRun, slugs: SlugImport, terms: TermImport) {
    this.#run = run;
    this.#slugs = slugs;
    this.#terms = terms;
  }

  begin(): void {
    this.#local.begin();
    this.#types.begin();
  }

  commit(): void {
    this.#local.commit();
    this.#types.commit();
  }

  alias(externalId: string, key: string): void {
    if (externalId !== key) this.#aliases.set(externalId, key);
    else this.#aliases.delete(externalId);
  }

  /** Registers the ledger key of an item whose id occurs earlier in the file. References to its type use it if the first item has another type. */
  aliasTwin(externalId: string, type: string, key: string): void {
    const name = twinName(externalId, type);
    if (!this.#twins.has(name) && this.#types.get(this.#aliases.get(externalId) ?? externalId) !== type)
      this.#twins.set(name, key);
  }

  /** Notes an item that is not imported. Its attachments must not become public because of that. */
  leaveOut(externalId: string, status: string): void {
    if (status !== '' && !mayBeOpened({ status })) this.#leftOut.add(externalId);
  }

  isLeftOut(externalId: string): boolean {
    return externalId !== '' && this.#leftOut.has(externalId);
  }

  stage(key: string, localId: number, type: string): void {
    this.#local.stage(key, localId);
    this.#types.stage(key, type);
  }

  setType(key: string, type: string): void {
    this.#types.setCommitted(key, type);
  }

  /** Local id of an item, or undefined when it is not imported. Of several with this id, the first of type `expectedType`, else the first. */
  async find(read: Reader, externalId: string, expectedType?: string): Promise<number | undefined> {
    return this.findByKey(read, this.#keyOf(externalId, expectedType));
  }

  /** Whether the item with an id has another type than `expectedType`; the expected one may still follow. */
  isOther(externalId: string, expectedType: string | undefined): boolean {
    const type =
      expectedType === undefined ? undefined : this.#types.get(this.#keyOf(externalId, expectedType));
    return type !== undefined && type !== expectedType;
  }

  #keyOf(externalId: string, expectedType: string | undefined): string {
    const first = this.#aliases.get(externalId) ?? externalId;
    if (expectedType === undefined || this.#types.get(first) === expectedType) return first;
    return this.#twins.get(twinName(externalId, expectedType)) ?? first;
  }

  async findAll(
    read: Reader,
    externalIds: readonly string[],
    expectedType?: string,
  ): Promise<Map<string, number>> {
    const keys = new Map(externalIds.map((id) => [id, this.#keyOf(id, expectedType)]));
    const unknownKeys = [...keys.values()].filter((key) => this.#local.get(key) === undefined);
    const entries = await this.#run.ledger.find(read, 'post', unknownKeys);
    return new Map(
      [...keys].flatMap(([id, key]) => {
        const localId = this.#local.get(key) ?? entries.get(key)?.localId;
        return localId === undefined ? [] : [[id, localId] as const];
      }),
    );
  }

  async findByKey(read: Reader, key: string): Promise<number | undefined> {
    const known = this.#local.get(key);
    if (known !== undefined) return known;
    const entry = await this.#run.ledger.findOne(read, 'post', key);
    if (entry) this.#local.stage(key, entry.localId);
    return entry?.localId;
  }

  /** Local id of an item or, when it is not imported yet, the id it will most likely get; 0 when that is taken. */
  async expect(tx: Tx, externalId: string, expectedType?: string): Promise<number> {
    if (externalId === '') return 0;
    const found = await this.find(tx.db, externalId, expectedType);
    if (found !== undefined) return found;
    const id = toId(externalId);
    return id === undefined || (await exists(tx.db, 'post', id)) ? 0 : id;
  }

  /** Whether something must be set or checked after the last file. */
  isOpen(references: PostReferences): boolean {
    return (
      references.parent !== '' ||
      references.thumbnail !== '' ||
      references.category !== '' ||
      Object.keys(references.meta).length > 0
    );
  }

  await(pending: Pending): void {
    this.#pending.push(pending);
  }

  async forgetWaiting(tx: Tx, key: string): Promise<void> {
    await this.#run.ledger.forgetNote(tx, 'post', key);
  }

  /** References that earlier runs left pending and whose targets exist now; parts of an export may be imported in any order. */
  async #recall(): Promise<void> {
    const {
      ledger,
      database: { read },
    } = this.#run;
    const isPending = new Set(this.#pending.map(({ key }) => key));
    for (let after: string | undefined = belowItems; after !== undefined; ) {
      const notes: LedgerNote[] = await ledger.notes(read, 'post', { after, limit: waitingPerBatch });
      const left = notes
        .filter(({ name }) => !isPending.has(name))
        .flatMap(({ name: key, text }) => {
          const wishes = waitingSchema.safeParse(readJson(text)).data;
          return wishes
            ? [
                {
                  ...wishes,
                  key,
                  missing: wishes.missing ?? [wishes.parent, wishes.thumbnail].filter((id) => id !== ''),
                },
              ]
            : [];
        });
      const storedIds = await this.findAll(read, [...new Set(left.flatMap(({ missing }) => missing))]);
      const ready = left.filter(
        ({ category, missing }) =>
          missing.some((id) => storedIds.get(id)) ||
          this.#terms.byExternalId('category', category) !== undefined,
      );
      const known = await ledger.find(
        read,
        'post',
        ready.map(({ key }) => key),
      );
      for (const item of ready) {
        const localId = known.get(item.key)?.localId ?? 0;
        if (localId > 0) this.await({ ...item, localId, isLeft: true });
      }
      after = notes.length < waitingPerBatch ? undefined : notes.at(-1)?.name;
    }
  }

  /** Sets pending references, cuts cycles of parents, and reports missing targets. */
  async resolve(): Promise<void> {
    await this.#recall();
    const pending = this.#pending;
    this.#pending = [];
    for (const item of pending) {
      let messages: string[] = [];
      let moved: readonly Numbered[] = [];
      const note = (message: string) =>
        this.#run.report.notes.push({ kind: item.kind, id: item.key, title: item.title, message });
      await this.#run.batches.add({
        work: async (tx) => {
          const aside: SlugHolder[] = [];
          messages = await this.#resolveOne(tx, item, (file) => aside.push(file));
          moved = await this.#slugs.numbered(tx.db, aside);
        },
        done: () => {
          messages.forEach(note);
          this.#slugs.noteMoved(moved);
        },
        failed: (reason) => note(`its references could not be set: ${reason}`),
      });
    }
  }

  async #resolveOne(tx: Tx, item: Pending, onAside: (file: SlugHolder) => void): Promise<string[]> {
    const post = await findImportedPost(tx.db, item.localId);
    if (!post || String(post.modified_at) !== item.state) {
      if (item.isLeft) await this.forgetWaiting(tx, item.key);
      return [];
    }
    const messages: string[] = [];
    let parentId = item.parent === '' ? 0 : await this.find(tx.db, item.parent, item.parentType);
    if (parentId === undefined) messages.push(`its parent ${item.parent} is not in the file`);
    if (parentId && (await isAbove(tx.db, item.localId, parentId))) {
      messages.push(`its parent ${item.parent} is one of its own children; the loop was removed`);
      parentId = 0;
    }
    const thumbnailId = item.thumbnail === '' ? 0 : await this.find(tx.db, item.thumbnail, fileType);
    if (thumbnailId === undefined) messages.push(`its featured image ${item.thumbnail} is not in the file`);
    const missing = new Set([
      ...(parentId === undefined ? [item.parent] : []),
      ...(thumbnailId === undefined ? [item.thumbnail] : []),
    ]);
    const thumbnailMeta =
      thumbnailId === undefined
        ? { _thumbnail_id: [item.thumbnail] }
        : item.isLeft && item.thumbnail !== ''
          ? { _thumbnail_id: [] }
          : undefined;
    const unrelated = new Set<string>();
    const meta = await this.#changedMeta(tx, item, thumbnailMeta ?? {}, { missing, unrelated });
    if (unrelated.size > 0) {
      const ids = [...unrelated].slice(0, maxNamed).join(', ');
      const others = unrelated.size > maxNamed ? ` and ${unrelated.size - maxNamed} others` : '';
      messages.push(
        unrelated.size === 1
          ? `its related post ${ids} is not in the file`
          : `its related posts ${ids}${others} are not in the file`,
      );
    }
    const hasCategory = item.category === '' || (await this.#setCategory(tx, item));
    if (!hasCategory) messages.push(`its primary category ${item.category} is not in the file`);
    const newParentId = parentId ?? 0;
    const isHidden = item.inherits && !parentId && this.isLeftOut(item.parent);
    if (isHidden)
      messages.push('it was attached to a non-public item that was not imported, so it is private');
    const status: PostStatus | undefined = isHidden
      ? 'private'
      : item.inherits && parentId
        ? 'inherit'
        : undefined;
    const changes = {
      ...(status === undefined || post.status === status ? {} : { status }),
      ...(post.parent_id === newParentId
        ? {}
        : {
            parentId: newParentId,
            ...(item.slug === '' || item.slug === post.slug ? {} : { slug: item.slug }),
          }),
      ...(post.featured_media_id === (thumbnailId ?? 0) ? {} : { featuredMediaId: thumbnailId ?? 0 }),
      ...(Object.keys(meta).length > 0 ? { meta } : {}),
    };
    if (Object.keys(changes).length > 0)
      await updatePost(tx, item.localId, { ...changes, modifiedAt: post.modified_at, onAside });
    if (changes.parentId !== undefined && post.type === fileType) await completeTexts(tx, item.localId);
    if (missing.size === 0 && hasCategory) await this.#run.ledger.close(tx, 'post', item.key);
    else {
      const { parent, parentType, thumbnail, category, kind, title, slug, inherits, state } = item;
      const waiting: z.input<typeof waitingSchema> = {
        parent,
        parentType,
        thumbnail,
        kind,
        title,
        slug,
        inherits,
        state,
        category: hasCategory ? '' : category,
        missing: [...missing],
        meta: Object.fromEntries(Object.entries(item.meta).map(([key, values]) => [key, [...values]])),
      };
      await this.#run.ledger.note(tx, 'post', { name: item.key, localId: 0, text: JSON.stringify(waiting) });
    }
    return messages;
  }

  /** Sets an item's primary category unless it is already set. Returns false when the category is missing. */
  async #setCategory(tx: Tx, { localId, category }: Pending): Promise<boolean> {
    const id = this.#terms.byExternalId('category', category);
    if (id === undefined) return false;
    const key = detailKeys.primaryCategoryId;
    const [stored] = (await findPostMeta(tx.db, [localId], [key])).get(localId)?.get(key) ?? [];
    if (stored !== String(id)) await writePrimaryCategory(tx, localId, id);
    return true;
  }

  /**
   * Meta whose ids must change and are not stored yet, including `otherMeta`. Missing ids are added to `missing`, those
   * of related posts also to `unrelated`.
   */
  async #changedMeta(
    tx: Tx,
    item: Pending,
    otherMeta: Record<string, readonly string[]>,
    { missing, unrelated }: { readonly missing: Set<string>; readonly unrelated: Set<string> },
  ): Promise<Record<string, readonly string[]>> {
    const mappedMeta = { ...otherMeta };
    for (const [key, values] of Object.entries(item.meta)) {
      if (ownIdKeys.has(key)) {
        const related = await this.#findRelated(tx, values, unrelated);
        mappedMeta[key] = related === '' ? [] : [related];
        continue;
      }
      const mapped: string[] = [];
      for (const value of values) mapped.push(await this.#mapIds(tx, value, missing));
      mappedMeta[key] = mapped;
    }
    for (const id of unrelated) missing.add(id);
    const keys = Object.keys(mappedMeta);
    const stored =
      keys.length > 0 ? (await findPostMeta(tx.db, [item.localId], keys)).get(item.localId) : undefined;
    return Object.fromEntries(
      Object.entries(mappedMeta).filter(
        ([key, values]) => JSON.stringify(stored?.get(key) ?? []) !== JSON.stringify(values),
      ),
    );
  }

  /** Ids of related posts, without those that are not imported: here they could be ids of others. */
  async #findRelated(tx: Tx, values: readonly string[], unrelated: Set<string>): Promise<string> {
    const found: number[] = [];
    for (const [id] of values.join(',').matchAll(/[1-9]\d*/g)) {
      const localId = await this.find(tx.db, id);
      if (localId === undefined) unrelated.add(id);
      else found.push(localId);
    }
    return found.join(',');
  }

  async #mapIds(tx: Tx, value: string, missing: Set<string>): Promise<string> {
    const plain = /^\d+(?:\s*,\s*\d+)*$/.test(value.trim());
    const serialized = /^a:\d+:\{(?:i:\d+;i:\d+;)+\}$/.test(value);
    if (!plain && !serialized) return value;
    // In a serialized list the keys are numbers, too; each is matched with its value and stays unchanged.
    const pattern = plain ? /()(\d+)/g : /(i:\d+;i:)(\d+)/g;
    const mapped = new Map<string, string>();
    for (const [, , id = ''] of value.matchAll(pattern)) {
      const found = await this.find(tx.db, id);
      if (found === undefined && id !== '0') missing.add(id);
      mapped.set(id, String(found ?? id));
    }
    return value.replace(pattern, (_, key: string, id: string) => key + (mapped.get(id) ?? id));
  }
}
