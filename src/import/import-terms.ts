import { findTermBySlug, findWithAncestors } from '../content/terms/reader.ts';
import { createTerm, updateTerm } from '../content/terms/writer.ts';
import type { Tx } from '../db/open-database.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { decodeSlug, slugify } from '../lib/slugify.ts';
import { decide, fingerprint } from './ledger.ts';
import type { LedgerEntry } from './ledger.ts';
import { count, drop } from './report.ts';
import type { Outcome } from './report.ts';
import { writeTermMeta } from './rows.ts';
import type { ImportRun } from './run.ts';
import { TxMap } from './tx-map.ts';
import type { WxrItem, WxrTerm } from './wxr-events.ts';

/** A term's natural key: ids differ between exports, and old exports share them between taxonomies. */
export const termKey = (taxonomy: string, slug: string) => `${taxonomy}:${slug}`;

/** The slug of a term as we store it. */
export const termSlug = (slug: string, name: string) => decodeSlug(slug) || slugify(decodeEntities(name));

interface PendingParent {
  readonly key: string;
  readonly taxonomy: string;
  readonly termId: number;
  readonly name: string;
  readonly parentSlug: string;
}

/** Takes in categories, tags and terms of other taxonomies; their parents are set once all of them are read. */
export class TermImport {
  readonly #run: ImportRun;
  readonly #ids = new TxMap<number>(50_000);
  readonly #seen = new Set<string>();
  /** Our id by taxonomy and the exporter's id, for menus. */
  readonly #byExternalId = new Map<string, number>();
  #pending: PendingParent[] = [];
  /** Whether terms were taken in since parents were set last. */
  #added = false;

  constructor(run: ImportRun) {
    this.#run = run;
  }

  begin(): void {
    this.#ids.begin();
  }

  commit(): void {
    this.#ids.commit();
  }

  /** Our id of a term of the file or of the site. */
  async idOf(tx: Tx, taxonomy: string, slug: string): Promise<number | undefined> {
    const key = termKey(taxonomy, slug);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = (await findTermBySlug(tx.db, taxonomy, slug))?.id;
    if (id !== undefined) this.#ids.stage(key, id);
    return id;
  }

  /** Our id of the term that the exporter numbered so. */
  byExternalId(taxonomy: string, externalId: string): number | undefined {
    return this.#byExternalId.get(termKey(taxonomy, externalId));
  }

  /** Terms that items name and the file never declared, as exports of one post type do. */
  undeclared(items: readonly WxrItem[]): WxrTerm[] {
    const found = new Map<string, WxrTerm>();
    for (const { taxonomy, slug, name } of items.flatMap(termsOf)) {
      const key = termKey(taxonomy, slug);
      if (!this.#seen.has(key)) found.set(key, { id: '', taxonomy, slug, parent: '', name, description: '', meta: [] });
    }
    return [...found.values()];
  }

  /** Takes in terms in the file's order. */
  async add(terms: readonly WxrTerm[]): Promise<void> {
    this.#added ||= terms.length > 0;
    const { report, ledger, database } = this.#run;
    const wanted: { term: WxrTerm; key: string; slug: string }[] = [];
    for (const term of terms) {
      const slug = termSlug(term.slug, term.name);
      const key = termKey(term.taxonomy, slug);
      const fault = faultOf(term, slug) ?? (this.#seen.has(key) ? 'the file holds it twice' : undefined);
      if (fault) drop(report, { kind: 'term', id: term.id || key, title: term.name, message: fault });
      else wanted.push({ term, key, slug });
      this.#seen.add(key);
    }
    const known = await ledger.find(database.read, 'term', wanted.map(({ key }) => key));
    for (const { term, key, slug } of wanted) await this.#addOne(term, key, slug, known.get(key));
  }

  async #addOne(term: WxrTerm, key: string, slug: string, before: LedgerEntry | undefined): Promise<void> {
    const { report, batches } = this.#run;
    const mentioned = term.id === '';
    const hash = fingerprint(mentioned ? ['mentioned', term.taxonomy, slug] : [term.name, term.description, term.parent, term.meta]);
    const verdict = before && mentioned ? 'unchanged' : decide(before, hash);
    const finish = (localId: number, outcome: Outcome) => {
      count(report, 'term', outcome);
      this.#ids.keep(key, localId);
      if (term.id !== '') this.#byExternalId.set(termKey(term.taxonomy, term.id), localId);
      if (outcome === 'imported' && term.id !== '' && String(localId) !== term.id) report.changedIds.push({ kind: 'term', from: term.id, to: localId });
    };
    if (before && verdict === 'unchanged') {
      if (before.open && before.seen.at(-1) === hash) this.#await(term, key, before.localId);
      return finish(before.localId, 'unchanged');
    }
    let localId = 0;
    let outcome: Outcome = 'imported';
    await batches.add({
      work: async (tx) => {
        ({ localId, outcome } = before ? await this.#update(tx, term, before) : await this.#create(tx, term, slug));
        this.#ids.stage(key, localId);
        await this.#run.ledger.record(tx, 'term', key, { localId, hash, before, open: term.parent !== '' });
      },
      done: () => {
        finish(localId, outcome);
        if (term.parent !== '') this.#await(term, key, localId);
      },
      failed: (reason) => drop(report, { kind: 'term', id: term.id || key, title: term.name, message: reason }),
    });
  }

  async #create(tx: Tx, term: WxrTerm, slug: string): Promise<{ localId: number; outcome: Outcome }> {
    const existing = await this.idOf(tx, term.taxonomy, slug);
    // A term that the site has already stays as the site has it.
    if (existing !== undefined) return { localId: existing, outcome: 'unchanged' };
    const id = await this.#run.ids.free(tx, 'term', term.id);
    const parentId = term.parent === '' ? 0 : ((await this.idOf(tx, term.taxonomy, decodeSlug(term.parent))) ?? 0);
    const localId = await createTerm(tx, { id, taxonomy: term.taxonomy, slug, name: decodeEntities(term.name) || slug, description: term.description, parentId });
    if (term.meta.length > 0) await writeTermMeta(tx, localId, term.meta);
    return { localId, outcome: 'imported' };
  }

  async #update(tx: Tx, term: WxrTerm, before: LedgerEntry): Promise<{ localId: number; outcome: Outcome }> {
    await updateTerm(tx, before.localId, { name: decodeEntities(term.name) || undefined, description: term.description, ...(term.parent === '' ? { parentId: 0 } : {}) });
    await writeTermMeta(tx, before.localId, term.meta);
    return { localId: before.localId, outcome: 'updated' };
  }

  #await(term: WxrTerm, key: string, termId: number): void {
    this.#pending.push({ key, taxonomy: term.taxonomy, termId, name: term.name, parentSlug: decodeSlug(term.parent) });
  }

  /** Sets the parents that came later, cuts cycles, and says which never came. */
  async resolveParents(): Promise<void> {
    if (!this.#added) return;
    this.#added = false;
    await this.#run.batches.flush();
    const pending = this.#pending;
    this.#pending = [];
    for (const wish of pending) {
      let message = '';
      await this.#run.batches.add({
        work: async (tx) => {
          message = await this.#setParent(tx, wish);
        },
        done: () => {
          if (message) this.#run.report.notes.push({ kind: 'term', id: wish.key, title: wish.name, message });
        },
        failed: (reason) => this.#run.report.notes.push({ kind: 'term', id: wish.key, title: wish.name, message: `its parent "${wish.parentSlug}" could not be set: ${reason}` }),
      });
    }
  }

  async #setParent(tx: Tx, wish: PendingParent): Promise<string> {
    const parentId = await this.idOf(tx, wish.taxonomy, wish.parentSlug);
    if (parentId === undefined) return `its parent "${wish.parentSlug}" is neither in the file nor on the site`;
    const above = await findWithAncestors(tx.db, [parentId]);
    const cycle = above.some(({ id }) => id === wish.termId);
    const [now] = await findWithAncestors(tx.db, [wish.termId]).then((chain) => chain.filter(({ id }) => id === wish.termId));
    const wanted = cycle ? 0 : parentId;
    if (now && now.parentId !== wanted) await updateTerm(tx, wish.termId, { parentId: wanted });
    await this.#run.ledger.close(tx, 'term', wish.key);
    return cycle ? `its parent "${wish.parentSlug}" stands below it; the circle was cut here` : '';
  }
}

function faultOf(term: WxrTerm, slug: string): string | undefined {
  if (term.taxonomy === '') return 'it names no taxonomy';
  if (term.taxonomy === 'post_format') return 'formats are a field of the post here';
  return slug === '' ? 'it has neither a slug nor a name' : undefined;
}

/** The terms that an item really has: without formats, menus and the doubles of WXR 1.0. */
export function termsOf(item: WxrItem): { taxonomy: string; slug: string; name: string }[] {
  const named = new Set(item.terms.filter(({ domain }) => domain !== '').map(({ name }) => name));
  return item.terms
    .filter(({ domain, name }) => domain !== 'post_format' && domain !== 'nav_menu' && (domain !== '' || !named.has(name)))
    .map(({ domain, nicename, name }) => ({ taxonomy: domain === '' ? 'category' : domain === 'tag' ? 'post_tag' : domain, slug: termSlug(nicename, name), name }))
    .filter(({ slug }) => slug !== '');
}
