import { fileType, navigationType, patternType } from '../modules/types/names.ts';
import { updatePost } from '../modules/posts/writer.ts';
import { mayNameFiles, namedFiles, namedInShortcodes, renameFiles } from '../lib/markup/file-refs.ts';
import {
  mayHoldPatterns,
  patternRefs,
  renamePatterns,
  mayNameIds,
  namedPosts,
  renameIds,
  mayNameAuthors,
  renameAuthors,
} from '../lib/markup/block-refs.ts';
import { AbsentIds } from './absent-ids.ts';
import type { TermImport } from './import-terms.ts';
import type { References } from './references.ts';
import type { ReportEntry } from './report.ts';
import type { ImportRun } from './run.ts';
import { findTexts } from './rows.ts';

/** The post type of a reference's kind; undefined for any type. */
const typeOf = (kind: string) => (kind === '' ? undefined : kind === 'navigation' ? navigationType : kind);

const textsPerBatch = 50;
const maxListed = 20;

/** Replaces the exporter's ids of synced patterns, files, posts, terms and users in texts by local ids, where these differ. */
export class PatternImport {
  readonly #run: ImportRun;
  readonly #references: References;
  readonly #terms: TermImport;
  readonly #absent: AbsentIds;
  readonly #holders = new Set<number>();

  constructor(run: ImportRun, references: References, terms: TermImport, absent = new AbsentIds(run)) {
    this.#run = run;
    this.#absent = absent;
    this.#references = references;
    this.#terms = terms;
  }

  note(localId: number, content: string): void {
    if (mayHoldPatterns(content) || mayNameAuthors(content) || mayNameIds(content) || mayNameFiles(content))
      this.#holders.add(localId);
  }

  /** Notes a post of an unfinished run, unless that run already replaced its ids: only then does the text differ from the file's. */
  async noteAgain(localId: number, content: string): Promise<void> {
    if (this.#holders.has(localId)) return;
    const [text] = await findTexts(this.#run.database.read, [localId]);
    if (text?.content === content) this.note(localId, content);
  }

  /** Replaces ids after the last item, when all of them are known. `authors` maps the exporter's user ids to local ones, where they differ. */
  async resolve(authors: ReadonlyMap<string, number>): Promise<void> {
    const { database, batches, report } = this.#run;
    const holders = [...this.#holders];
    this.#holders.clear();
    for (let at = 0; at < holders.length; at += textsPerBatch) {
      const posts = await findTexts(database.read, holders.slice(at, at + textsPerBatch));
      const named = new Map<string, Set<number>>();
      const note = (kind: string, ids: Iterable<number>) =>
        named.set(kind, new Set([...(named.get(kind) ?? []), ...ids]));
      for (const { content } of posts) {
        note(patternType, patternRefs(content));
        for (const [kind, ids] of namedPosts(content)) note(kind, ids);
        const { files, posts: owners } = namedFiles(content);
        note(fileType, files);
        note('', owners);
      }
      const known = new Map<string, ReadonlyMap<string, number>>();
      for (const [kind, ids] of named)
        known.set(kind, await this.#references.findAll(database.read, [...ids].map(String), typeOf(kind)));
      const absent = new Set(
        [...named].flatMap(([kind, ids]) => [...ids].filter((id) => !known.get(kind)?.has(String(id)))),
      );
      const reserved = await this.#absent.reserve([...absent]);
      const isOther = (id: number, localId: number | undefined) => (localId === id ? undefined : localId);
      const post = (id: number, kind = '') =>
        isOther(id, known.get(kind)?.get(String(id)) ?? reserved.get(id));
      const patterns = new Map(
        [...(named.get(patternType) ?? [])].flatMap((ref) => {
          const localId = post(ref, patternType);
          return localId === undefined ? [] : [[ref, localId] as const];
        }),
      );
      const ids = {
        post,
        term: (taxonomy: string, id: number) => isOther(id, this.#terms.byExternalId(taxonomy, String(id))),
      };
      const fileIds = { file: (id: number) => post(id, fileType), post: (id: number) => post(id) };
      const renamed = (content: string) =>
        renameFiles(renameIds(renameAuthors(renamePatterns(content, patterns), authors), ids), fileIds);
      for (const { id, type, title, content } of posts) {
        this.#noteAbsent(
          { kind: `item ${type}`, id: String(id), title },
          [...namedInShortcodes(content)].filter((file) => absent.has(file)),
        );
        if (renamed(content) === content) continue;
        await batches.add({
          // The text may have been edited since it was read, so ids are replaced in the current one.
          work: async (tx) => {
            const [now] = await findTexts(tx.db, [id]);
            if (now && renamed(now.content) !== now.content)
              await updatePost(tx, id, { content: renamed(now.content), modifiedAt: now.modified_at });
          },
          failed: (reason) =>
            report.notes.push({
              kind: `item ${type}`,
              id: String(id),
              title,
              message: `IDs in its blocks could not be updated: ${reason}`,
            }),
        });
      }
    }
  }

  #noteAbsent(entry: Omit<ReportEntry, 'message'>, files: readonly number[]): void {
    if (files.length === 0) return;
    const listed =
      files.slice(0, maxListed).join(', ') +
      (files.length > maxListed ? ` and ${files.length - maxListed} more` : '');
    this.#run.report.notes.push({
      ...entry,
      message: `its gallery or playlist refers to files that are not in the export: ${listed}`,
    });
  }
}
