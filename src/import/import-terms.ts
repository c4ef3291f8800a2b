import { z } from 'zod';
import { findTermBySlug, findTerms, findWithAncestors, levelsUpFrom } from '../modules/terms/reader.ts';
import { createTerm, updateTerm, writeTermMeta } from '../modules/terms/writer.ts';
import { languageTaxonomy } from '../modules/types/names.ts';
import { taxonomyNamed } from '../modules/types/registry.ts';
import { deepestTerm } from '../modules/terms/model.ts';
import type { Term } from '../modules/terms/model.ts';
import type { Reader, Tx } from '../kernel/db/open-database.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { readJson } from '../lib/json.ts';
import { foreignSlug, slugify } from '../lib/slugify.ts';
import { decide, fingerprint } from '../modules/imports/ledger.ts';
import type { BylineImport } from './import-bylines.ts';
import type { LedgerEntry, LedgerNote } from '../modules/imports/ledger.ts';
import { wpmlLanguageTerm } from './import-languages.ts';
import { namesTemplate } from './old-theme/chosen-templates.ts';
import { count, drop, nestingNotes, recordLocalEdit } from './report.ts';
import type { Outcome } from './report.ts';
import type { ImportRun } from './run.ts';
import { TxMap } from './batch-writer.ts';
import type { WxrItem, WxrTerm } from './wxr-events.ts';

/** A term's natural key. Ids differ between exports, and old exports share them between taxonomies. */
const termKey = (taxonomy: string, slug: string) => `${taxonomy}:${slug}`;

const maxTaxonomies = 1000;
/** Terms read of one item. Lists, counters and pages hold a row for each. */
export const maxTermsOfItem = 500;

interface PendingParent {
  readonly key: string;
  readonly taxonomy: string;
  readonly termId: number;
  readonly name: string;
  readonly parentSlug: string;
}

/** Ledger note about a term without its parent, for the run that imports the parent. */
const waitingSchema = z.object({ taxonomy: z.string(), name: z.string(), parentSlug: z.string() });
const waitingPerBatch = 500;
/** Prefix of the names of these notes; other notes begin with a taxonomy. */
const waitingMark = '\u0001';
const behindWaiting = '\u0002';

/** Imports categories, tags and terms of other taxonomies. Parents are set once all terms are read. */
export class TermImport {
  readonly #run: ImportRun;
  readonly #bylines: BylineImport;
  readonly #ids = new TxMap<number>(50_000);
  /** Terms met in this run, and those declared by the current file. */
  readonly #seen = new Set<string>();
  readonly #inFile = new Set<string>();
  /** Local id and name by taxonomy and exporter's id, for menus and primary categories. One map, since there may be a million. */
  readonly #byExternalId = new Map<string, { readonly localId: number; readonly name: string }>();
  /** Exporter's ids in the ledger, from files of earlier runs. */
  #noted = new Map<string, number>();
  /** The files' taxonomies with ids, also those that this site has not defined. */
  readonly #taxonomies = new Set<string>();
  #pending: PendingParent[] = [];
  /** Terms whose parent was not read yet; a later file may contain it. */
  #orphans: PendingParent[] = [];
  #added = false;

  constructor(run: ImportRun, bylines: BylineImport) {
    this.#run = run;
    this.#bylines = bylines;
  }

  begin(): void {
    this.#ids.begin();
  }

  commit(): void {
    this.#ids.commit();
  }

  /** Loads the exporter's ids known from earlier runs; parts of one export may be imported separately. */
  async learn(read: Reader): Promise<void> {
    this.#noted = await this.#run.ledger.numbers(read, 'term');
    for (const key of this.#noted.keys()) this.#noteTaxonomy(key.slice(0, key.lastIndexOf(':')));
  }

  #noteTaxonomy(name: string): void {
    if (this.#taxonomies.size < maxTaxonomies) this.#taxonomies.add(name);
  }

  taxonomies(): readonly string[] {
    return [...this.#taxonomies];
  }

  beginFile(): void {
    this.#inFile.clear();
  }

  async idOf(tx: Tx, taxonomy: string, slug: string): Promise<number | undefined> {
    const key = termKey(taxonomy, slug);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = (await findTermBySlug(tx.db, taxonomy, slug))?.id;
    if (id !== undefined) this.#ids.stage(key, id);
    return id;
  }

  byExternalId(taxonomy: string, externalId: string): number | undefined {
    const key = termKey(taxonomy, externalId);
    return this.#byExternalId.get(key)?.localId ?? this.#noted.get(key);
  }

  /** The name of a term by the exporter's id, or empty. For a term declared in an earlier file, its local name. */
  async nameOf(taxonomy: string, externalId: string): Promise<string> {
    const key = termKey(taxonomy, externalId);
    const noted = this.#noted.get(key);
    return (
      this.#byExternalId.get(key)?.name ??
      (noted === undefined
        ? undefined
        : (await findTerms(this.#run.database.read, [noted])).get(noted)?.name) ??
      ''
    );
  }

  async #noteNumber(tx: Tx, { id, taxonomy }: WxrTerm, localId: number): Promise<void> {
    const name = termKey(taxonomy, id);
    if (id !== '' && this.#noted.get(name) !== localId)
      await this.#run.ledger.note(tx, 'term', { name, localId, text: '' });
  }

  #slugOf(slug: string, name: string): string {
    return foreignSlug(slug) || slugify(decodeEntities(name), this.#run.naming.language);
  }

  /** The terms of an item, including its WPML language; without formats, menus, authors and the duplicates of WXR 1.0. */
  of(item: WxrItem): { taxonomy: string; slug: string; name: string }[] {
    const itemTerms = item.terms.slice(0, maxTermsOfItem);
    const named = new Set(itemTerms.filter(({ domain }) => domain !== '').map(({ name }) => name));
    const terms = itemTerms
      .filter(
        (term) =>
          term.domain !== 'post_format' &&
          term.domain !== 'nav_menu' &&
          (term.domain !== '' || !named.has(term.name)) &&
          !this.#bylines.isAuthor(item, term),
      )
      .map(({ domain, nicename, name }) => ({
        taxonomy: domain === '' ? 'category' : domain === 'tag' ? 'post_tag' : domain,
        slug: this.#slugOf(nicename, name),
        name,
      }))
      .filter(({ slug }) => slug !== '');
    const language = terms.some(({ taxonomy }) => taxonomy === languageTaxonomy)
      ? undefined
      : wpmlLanguageTerm(item);
    return language ? [...terms, language] : terms;
  }

  /** Terms that items name but the file does not declare, as in exports of one post type. */
  undeclared(items: readonly WxrItem[]): WxrTerm[] {
    const found = new Map<string, WxrTerm>();
    for (const { taxonomy, slug, name } of items.flatMap((item) => this.of(item))) {
      const key = termKey(taxonomy, slug);
      if (!this.#seen.has(key))
        found.set(key, { id: '', taxonomy, slug, parent: '', name, description: '', meta: [] });
    }
    return [...found.values()];
  }

  async add(terms: readonly WxrTerm[]): Promise<void> {
    this.#added ||= terms.length > 0;
    const { report, ledger, database } = this.#run;
    const accepted: { term: WxrTerm; key: string; slug: string }[] = [];
    for (const term of terms) {
      const slug = this.#slugOf(term.slug, term.name);
      const key = termKey(term.taxonomy, slug);
      const fault = faultOf(term, slug) ?? (this.#inFile.has(key) ? 'duplicate in the file' : undefined);
      if (fault) drop(report, { kind: 'term', id: term.id || key, title: term.name, message: fault });
      else accepted.push({ term, key, slug });
      this.#seen.add(key);
      this.#inFile.add(key);
    }
    const known = await ledger.find(
      database.read,
      'term',
      accepted.map(({ key }) => key),
    );
    const storedTerms = await findTerms(
      database.read,
      [...known.values()].map(({ localId }) => localId),
    );
    for (const { term, key, slug } of accepted) {
      const before = known.get(key);
      await this.#addOne(term, key, slug, before, before && storedTerms.get(before.localId));
    }
  }

  async #addOne(
    term: WxrTerm,
    key: string,
    slug: string,
    before: LedgerEntry | undefined,
    stored: Term | undefined,
  ): Promise<void> {
    const {
      report,
      batches,
      file: { age },
      force,
    } = this.#run;
    const entry = { kind: 'term', id: term.id || key, title: term.name };
    const mentioned = term.id === '';
    const hash = fingerprint(
      mentioned ? ['mentioned', term.taxonomy, slug] : [term.name, term.description, term.parent, term.meta],
    );
    if (before && !stored)
      return drop(report, {
        ...entry,
        message: 'deleted here; later exports do not restore it',
      });
    const verdict =
      before && mentioned ? 'unchanged' : decide(before, { hash, age, force }, stored && stateOf(stored));
    const finish = (localId: number, outcome: Outcome | undefined) => {
      if (outcome) count(report, 'term', outcome);
      const declared = taxonomyNamed(term.taxonomy).meta;
      const unread = term.meta
        .filter((meta) => !Object.hasOwn(declared, meta.key) && !namesTemplate(meta))
        .map(({ key: name }) => name);
      this.#run.unknown.meta('termMetaKeys', unread, { term: localId });
      this.#run.chosen.noteTerm(term, localId, outcome === 'updated');
      this.#ids.setCommitted(key, localId);
      if (term.id !== '') {
        this.#noteTaxonomy(term.taxonomy);
        this.#byExternalId.set(termKey(term.taxonomy, term.id), { localId, name: decodeEntities(term.name) });
      }
      if (outcome === 'imported' && term.id !== '' && String(localId) !== term.id)
        report.changedIds.push({ kind: 'term', from: term.id, to: localId });
    };
    if (
      before &&
      verdict !== 'update' &&
      term.id !== '' &&
      this.#noted.get(termKey(term.taxonomy, term.id)) !== before.localId
    ) {
      await batches.add({
        work: (tx) => this.#noteNumber(tx, term, before.localId),
        failed: (reason) =>
          report.notes.push({
            ...entry,
            message: `later files may be unable to refer to it by its ID: ${reason}`,
          }),
      });
    }
    if (before && verdict === 'unchanged') {
      if (before.open && before.seen.at(-1) === hash) this.#await(term, key, before.localId);
      return finish(before.localId, 'unchanged');
    }
    if (before && verdict === 'kept') {
      recordLocalEdit(report, entry);
      return finish(before.localId, undefined);
    }
    let localId = 0;
    let outcome: Outcome = 'imported';
    let isOurs = false;
    await batches.add({
      work: async (tx) => {
        ({ localId, outcome } = before
          ? await this.#update(tx, term, before)
          : await this.#create(tx, term, slug));
        this.#ids.stage(key, localId);
        const current = (await findTerms(tx.db, [localId])).get(localId);
        // A term that existed before the import counts as edited here.
        isOurs = !before && outcome !== 'imported';
        const state = isOurs ? 'ours' : current && stateOf(current);
        await this.#run.ledger.record(tx, 'term', key, {
          localId,
          hash,
          state: state ?? '',
          before,
          open: term.parent !== '' && !isOurs,
        });
        if (before?.open) await this.#run.ledger.forgetNote(tx, 'term', waitingMark + key);
        await this.#noteNumber(tx, term, localId);
      },
      done: () => {
        finish(localId, outcome);
        if (!isOurs)
          for (const message of nestingNotes({ description: term.description }))
            report.notes.push({ ...entry, message });
        if (term.parent !== '' && !isOurs) this.#await(term, key, localId);
      },
      failed: (reason) => drop(report, { ...entry, message: reason }),
    });
  }

  async #create(tx: Tx, term: WxrTerm, slug: string): Promise<{ localId: number; outcome: Outcome }> {
    const existing = await this.idOf(tx, term.taxonomy, slug);
    if (existing !== undefined) return { localId: existing, outcome: 'unchanged' };
    const id = await this.#run.ids.free(tx, 'term', term.id);
    const above =
      term.parent === '' ? 0 : ((await this.idOf(tx, term.taxonomy, foreignSlug(term.parent))) ?? 0);
    const parentId = above > 0 && (await levelsUpFrom(tx.db, above)) < deepestTerm ? above : 0; // `resolveParents` reports the reason
    const localId = await createTerm(tx, {
      id,
      taxonomy: term.taxonomy,
      slug,
      name: decodeEntities(term.name) || slug,
      description: term.description,
      parentId,
    });
    if (term.meta.length > 0) await writeTermMeta(tx, localId, term.meta);
    return { localId, outcome: 'imported' };
  }

  async #update(tx: Tx, term: WxrTerm, before: LedgerEntry): Promise<{ localId: number; outcome: Outcome }> {
    await updateTerm(tx, before.localId, {
      name: decodeEntities(term.name) || undefined,
      description: term.description,
      ...(term.parent === '' ? { parentId: 0 } : {}),
    });
    await writeTermMeta(tx, before.localId, term.meta);
    return { localId: before.localId, outcome: 'updated' };
  }

  #await(term: WxrTerm, key: string, termId: number): void {
    this.#pending.push({
      key,
      taxonomy: term.taxonomy,
      termId,
      name: term.name,
      parentSlug: foreignSlug(term.parent),
    });
  }

  /** Sets pending parents that have been read so far. */
  async resolveParents(): Promise<void> {
    if (!this.#added) return;
    this.#added = false;
    await this.#run.batches.flush();
    const pending = this.#pending;
    this.#pending = [];
    await this.#setParents(pending, false);
  }

  /** Runs after the last file: sets all parents found in this run or missing in an earlier one, and reports the rest. */
  async resolveAllParents(): Promise<void> {
    await this.#run.batches.flush();
    const pending = [...this.#pending, ...this.#orphans];
    [this.#pending, this.#orphans, this.#added] = [[], [], false];
    await this.#setParents(
      [...pending, ...(await this.#recall(new Set(pending.map(({ key }) => key))))],
      true,
    );
  }

  /** Terms that earlier runs left without a parent that exists now; parts of an export may be imported in any order. */
  async #recall(pending: ReadonlySet<string>): Promise<PendingParent[]> {
    const {
      ledger,
      database: { read },
      batches,
      report,
    } = this.#run;
    const recalled: PendingParent[] = [];
    for (let after: string | undefined = waitingMark; after !== undefined; ) {
      const notes: LedgerNote[] = await ledger.notes(read, 'term', {
        after,
        before: behindWaiting,
        limit: waitingPerBatch,
      });
      const left = notes
        .map(({ name, text }) => ({
          key: name.slice(waitingMark.length),
          wish: waitingSchema.safeParse(readJson(text)).data,
        }))
        .filter(({ key }) => !pending.has(key));
      const entries = await ledger.find(
        read,
        'term',
        left.map(({ key }) => key),
      );
      const storedTerms = await findTerms(
        read,
        [...entries.values()].map(({ localId }) => localId),
      );
      for (const { key, wish } of left) {
        const entry = entries.get(key);
        const term = entry && storedTerms.get(entry.localId);
        if (wish && term && stateOf(term) === entry.state) {
          if (await findTermBySlug(read, wish.taxonomy, wish.parentSlug))
            recalled.push({ ...wish, key, termId: term.id });
          continue;
        }
        await batches.add({
          work: (tx) => ledger.forgetNote(tx, 'term', waitingMark + key), // deleted or edited here
          failed: (message) => report.notes.push({ kind: 'term', id: key, title: wish?.name ?? '', message }),
        });
      }
      after = notes.length < waitingPerBatch ? undefined : notes.at(-1)?.name;
    }
    return recalled;
  }

  /** Unless `isLast`, terms whose parent is missing become orphans. */
  async #setParents(pending: readonly PendingParent[], isLast: boolean): Promise<void> {
    for (const wish of pending) {
      let message = '';
      await this.#run.batches.add({
        work: async (tx) => {
          message = await this.#setParent(tx, wish, isLast);
        },
        done: () => {
          if (message === isLater) this.#orphans.push(wish);
          else if (message)
            this.#run.report.notes.push({ kind: 'term', id: wish.key, title: wish.name, message });
        },
        failed: (reason) =>
          this.#run.report.notes.push({
            kind: 'term',
            id: wish.key,
            title: wish.name,
            message: `its parent "${wish.parentSlug}" could not be set: ${reason}`,
          }),
      });
    }
  }

  /** Returns a message for the report, or `isLater`. */
  async #setParent(tx: Tx, wish: PendingParent, isLast: boolean): Promise<string> {
    const { taxonomy, name, parentSlug } = wish;
    const parentId = await this.idOf(tx, taxonomy, parentSlug);
    if (parentId === undefined && !isLast) return isLater;
    if (parentId === undefined) {
      const waiting: z.input<typeof waitingSchema> = { taxonomy, name, parentSlug };
      await this.#run.ledger.note(tx, 'term', {
        name: waitingMark + wish.key,
        localId: 0,
        text: JSON.stringify(waiting),
      });
      return `its parent "${parentSlug}" is neither in the file nor on the site`;
    }
    const above = await findWithAncestors(tx.db, [parentId]);
    const cycle = above.some(({ id }) => id === wish.termId);
    const [now] = await findWithAncestors(tx.db, [wish.termId]).then((chain) =>
      chain.filter(({ id }) => id === wish.termId),
    );
    const newParentId = cycle ? 0 : parentId;
    if (now && now.parentId !== newParentId) {
      try {
        await updateTerm(tx, wish.termId, { parentId: newParentId });
      } catch (error) {
        // A reported error would make the batch run again unit by unit: half an hour for 100,000 levels.
        if (error instanceof InvalidInputError)
          return `its parent "${wish.parentSlug}" could not be set: ${error.message}`;
        throw error;
      }
      await this.#run.ledger.restate(tx, 'term', wish.key, stateOf({ ...now, parentId: newParentId }));
    }
    await this.#run.ledger.close(tx, 'term', wish.key, waitingMark + wish.key);
    return cycle ? `its parent "${wish.parentSlug}" is one of its own children; the loop was removed` : '';
  }
}

const isLater = 'later';

/** Fields that can be edited here and are part of an export. */
const stateOf = ({ name, description, parentId }: Pick<Term, 'name' | 'description' | 'parentId'>) =>
  fingerprint([name, description, parentId]);

function faultOf(term: WxrTerm, slug: string): string | undefined {
  if (term.taxonomy === '') return 'it has no taxonomy';
  if (term.taxonomy === 'post_format') return 'post formats are stored as a field of the post';
  return slug === '' ? 'it has neither a slug nor a name' : undefined;
}
