import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { writeWhole } from '../kernel/part-files.ts';
import { saveMedia } from '../modules/media/writer.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { demoSource } from './demo-state.ts';
import { demoFiles } from './demo-pictures.ts';
import type { DemoFile } from './demo-pictures.ts';

/** Most drawings side by side: each holds this thread for a while, the rest is for those of sharp. */
const atOnce = availableParallelism() + 1;

interface Undrawn {
  readonly mediaId: number;
  /** Path below the uploads folder. */
  readonly file: string;
  readonly width: number;
  readonly drawing: DemoFile;
  /** Set once somebody asked for it. */
  drawn?: Promise<void>;
}

/**
 * Draws the pictures and films of the demo behind the running site, and at once those that somebody asks for: a first start need not wait for them. What is
 * undrawn stands in `media` with 0 bytes, so the next process to start goes on where another stopped.
 */
export class DemoDrawer {
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #undrawn: Map<string, Undrawn>;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #isClosed = false;

  private constructor(database: Database, dataDir: string, undrawn: readonly Undrawn[]) {
    this.#database = database;
    this.#dataDir = dataDir;
    this.#undrawn = new Map(undrawn.map((one) => [one.file, one]));
  }

  /** What is undrawn now; undefined where there is nothing to do, as on every site without the demo. */
  static async open(database: Database, dataDir: string): Promise<DemoDrawer | undefined> {
    const rows = await database.read
      .selectFrom('import_item')
      .innerJoin('media', 'media.post_id', 'import_item.local_id')
      .select(['media.post_id', 'media.file', 'media.width', 'import_item.external_id'])
      .where('source', '=', demoSource)
      .where('kind', '=', 'post')
      .where('media.bytes', '=', 0)
      .where('media.file', '<>', '')
      .orderBy('media.post_id', 'desc')
      .execute();
    if (rows.length === 0) return undefined;
    const files = demoFiles();
    const undrawn = rows.flatMap(({ post_id: mediaId, file, width, external_id: key }) => {
      const drawing = files.get(key.slice(key.indexOf(':') + 1));
      return drawing ? [{ mediaId, file, width, drawing }] : [];
    });
    return new DemoDrawer(database, dataDir, undrawn);
  }

  /** Whether somebody wants it: it is drawn, or about to be, or none of ours. */
  isWanted(file: string): boolean {
    return this.#undrawn.get(file)?.drawn !== undefined || !this.#undrawn.has(file);
  }

  /** Draws a file before all others; undefined for what is there, or none of ours. Rejects with what writing it throws. */
  ready(file: string): Promise<void> | undefined {
    const one = this.#undrawn.get(file);
    return one && this.#ask(one, true);
  }

  /** Draws all of them, the newest first, so many side by side; `onProgress` is told after each. Rejects with the first fault. */
  async drawAll(onProgress: (done: number, total: number) => void = () => {}, hands = atOnce): Promise<void> {
    const all = [...this.#undrawn.values()];
    let [next, done] = [0, 0];
    const work = async () => {
      for (let one = all[next++]; one && !this.#isClosed; one = all[next++]) {
        await this.#ask(one, false);
        onProgress(++done, all.length);
      }
    };
    await Promise.all(Array.from({ length: hands }, work));
  }

  /** Begins nothing more and waits for what is being drawn. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const begin of this.#waiting.splice(0)) begin();
    await Promise.allSettled([...this.#undrawn.values()].flatMap(({ drawn }) => (drawn ? [drawn] : [])));
  }

  #ask(one: Undrawn, isUrgent: boolean): Promise<void> {
    one.drawn ??= this.#inTurn(() => this.#draw(one), isUrgent).catch((error: unknown) => {
      delete one.drawn; // a full disk passes: the next who asks tries again
      throw error;
    });
    return one.drawn;
  }

  async #inTurn(work: () => Promise<void>, isUrgent: boolean): Promise<void> {
    if (this.#running >= atOnce)
      await new Promise<void>((resolve) =>
        isUrgent ? this.#waiting.unshift(resolve) : this.#waiting.push(resolve),
      );
    if (this.#isClosed) return;
    this.#running++;
    try {
      await work();
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #draw({ mediaId, file, width, drawing }: Undrawn): Promise<void> {
    const path = join(this.#dataDir, 'media', file);
    if (!existsSync(path)) {
      const { bytes, ...seen } = await drawing.draw(width);
      await mkdir(dirname(path), { recursive: true });
      await writeWhole(this.#dataDir, path, bytes);
      const isWanted = await this.#database.write(async (tx) => {
        const row = await tx.db
          .selectFrom('media')
          .select('post_id')
          .where('post_id', '=', mediaId)
          .executeTakeFirst();
        if (row) await saveMedia(tx, { postId: mediaId, bytes: bytes.length, ...seen });
        return row !== undefined;
      });
      if (!isWanted) await rm(path, { force: true }); // the demo was removed meanwhile
    }
    this.#undrawn.delete(file);
  }
}
