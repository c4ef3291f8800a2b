import { updatePost } from '../content/posts/writer.ts';
import { mayNameAuthors, renameAuthors } from '../lib/markup/author-refs.ts';
import { mayHoldPatterns, patternRefs, renamePatterns } from '../lib/markup/pattern-refs.ts';
import type { ImportRun } from './run.ts';
import { findTexts } from './rows.ts';

/** Texts that are looked at together. */
const textsAtOnce = 50;

/** Texts name synced patterns and people by the exporter's ids; where these got other ids here, texts name those. */
export class PatternImport {
  readonly #run: ImportRun;
  /** Posts of this run that name patterns or people. */
  readonly #holders = new Set<number>();

  constructor(run: ImportRun) {
    this.#run = run;
  }

  /** Hears of a post that was written. */
  note(localId: number, content: string): void {
    if (mayHoldPatterns(content) || mayNameAuthors(content)) this.#holders.add(localId);
  }

  /** After the last item: which ids patterns have is known then. `authors`: those that people have here, by the exporter's, where they are others. */
  async resolve(authors: ReadonlyMap<string, number>): Promise<void> {
    const { database, ledger, batches, report } = this.#run;
    const holders = [...this.#holders];
    this.#holders.clear();
    for (let at = 0; at < holders.length; at += textsAtOnce) {
      const posts = await findTexts(database.read, holders.slice(at, at + textsAtOnce));
      const named = new Set(posts.flatMap(({ content }) => patternRefs(content)));
      const known = await ledger.find(database.read, 'post', [...named].map(String));
      const moved = new Map([...named].flatMap((ref) => {
        const localId = known.get(String(ref))?.localId;
        return localId === undefined || localId === ref ? [] : [[ref, localId] as const];
      }));
      for (const { id, type, title, content, modified_at: modifiedAt } of posts) {
        const renamed = renameAuthors(renamePatterns(content, moved), authors);
        if (renamed === content) continue;
        await batches.add({
          work: (tx) => updatePost(tx, id, { content: renamed, modifiedAt }),
          failed: (reason) =>
            report.notes.push({ kind: `item ${type}`, id: String(id), title, message: `its synced patterns and authors could not be named anew: ${reason}` }),
        });
      }
    }
  }
}
