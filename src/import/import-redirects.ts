import { withNames } from '../modules/types/permalinks.ts';
import { findPostPaths } from '../modules/posts/addresses.ts';
import { mayBeOpened } from '../modules/posts/policy.ts';
import { findSummaries } from '../modules/posts/reader.ts';
import { escapeAsterisks } from '../modules/redirects/model.ts';
import { addRedirect, findRedirect } from '../modules/redirects/store.ts';
import { FormerSites } from '../lib/former-sites.ts';
import { mayBeArchive, mayStandBeforeId } from '../lib/urls.ts';
import { portions } from '../lib/batch.ts';
import { decodeSlug } from '../lib/slugify.ts';
import type { Reader } from '../kernel/db/open-database.ts';
import type { ReportEntry } from './report.ts';
import { findNamed } from './rows.ts';
import type { ImportRun } from './run.ts';
import type { WxrItem } from './wxr-events.ts';
import { trimEndOf } from '../lib/cut-text.ts';
import { articleType } from '../modules/types/names.ts';
import { postTypeNamed } from '../modules/types/registry.ts';

interface OldAddress {
  readonly entry: Omit<ReportEntry, 'message'>;
  readonly localId: number;
  readonly path: string;
}

/**
 * Creates redirects for addresses at the exporter that `site/pages/resolve-old-address` does not cover: moved pages,
 * items with another slug, and addresses that would match something else here, such as date archives.
 */
export class RedirectImport {
  readonly #run: ImportRun;
  readonly #exporter: FormerSites;
  #waiting: OldAddress[] = [];

  constructor(run: ImportRun, exporter: string) {
    this.#run = run;
    this.#exporter = new FormerSites([exporter]);
  }

  /** The path of an exporter's URL, relative to its base folder; undefined for the front page, plain permalinks and other sites. */
  pathOf(link: string): string | undefined {
    if (!URL.canParse(link)) return undefined;
    const { origin, pathname, search } = new URL(link);
    const path =
      search === '' ? (this.#exporter.restOf(origin + pathname) ?? '').replace(/\/{2,}/g, '/') : '';
    return path === '' || path === '/' ? undefined : escapeAsterisks(path);
  }

  note(
    entry: Omit<ReportEntry, 'message'>,
    item: Pick<WxrItem, 'type' | 'status' | 'link'>,
    localId: number,
    slug: string,
  ): void {
    if (!mayBeOpened(item)) return;
    const path = this.pathOf(item.link);
    if (path === undefined) return;
    const parts = path.split('/').filter((part) => part !== '');
    const last = decodeSlug(parts.at(-1) ?? '').replace(/\.(?:html?|php)$/i, '');
    const isById =
      item.type === articleType && last === String(localId) && mayStandBeforeId(parts.slice(0, -1));
    const ruled =
      !postTypeNamed(item.type).isHierarchical &&
      (last === slug || isById) &&
      !mayBeArchive([...parts.slice(0, -1), last]);
    if (!ruled) this.await(entry, localId, path);
  }

  /** Registers an exporter's address that redirects to a post once all posts have their final place. */
  await(entry: OldAddress['entry'], localId: number, path: string): void {
    this.#waiting.push({ entry, localId, path });
  }

  /** Whether a redirect leads from an exporter's address to this path and no post's own address hides it. */
  async leads(from: string, to: string): Promise<boolean> {
    const { read } = this.#run.database;
    const redirect = await findRedirect(read, from);
    return redirect !== undefined && same(redirect.target, to) && !(await isAddress(read, from));
  }

  async write(): Promise<void> {
    const { database, batches, report } = this.#run;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const some of portions(waiting)) {
      const posts = await findSummaries(
        database.read,
        some.map(({ localId }) => localId),
      );
      const paths = await findPostPaths(database.read, [...posts.values()], withNames);
      for (const { entry, localId, path } of some) {
        const post = posts.get(localId);
        // A trashed or private post may lose its address again, and the redirect would remain.
        const target = post && mayBeOpened(post) ? paths.get(localId) : undefined;
        if (target === undefined || same(target, path) || (await isAddress(database.read, path))) continue;
        await batches.add({
          work: async (tx) => {
            if (!(await findRedirect(tx.db, path))) await addRedirect(tx, { source: path, target });
          },
          failed: (reason) =>
            report.notes.push({
              ...entry,
              message: `its old address ${path} could not be redirected: ${reason}`,
            }),
        });
      }
    }
  }
}

const same = (a: string, b: string) => trimEndOf(decodeSlug(a), '/') === trimEndOf(decodeSlug(b), '/');

async function isAddress(read: Reader, path: string): Promise<boolean> {
  const named = await findNamed(read, decodeSlug(path.split('/').findLast((part) => part !== '') ?? ''));
  const paths = await findPostPaths(read, named.filter(mayBeOpened), withNames);
  return [...paths.values()].some((one) => same(one, path));
}
