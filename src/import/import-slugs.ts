import { decodeSlug } from '../lib/slugify.ts';
import { startOf, trimEndOf } from '../lib/cut-text.ts';
import { withNames } from '../modules/types/permalinks.ts';
import { isClosedTo, numberedSlug, slugHolders } from '../modules/posts/slugs.ts';
import type { SlugHolder } from '../modules/posts/slugs.ts';
import { findPostPaths } from '../modules/posts/addresses.ts';
import { mayBeOpened } from '../modules/posts/policy.ts';
import { findSummaries } from '../modules/posts/reader.ts';
import { moveAside, updatePost } from '../modules/posts/writer.ts';
import type { PostInput } from '../modules/posts/writer.ts';
import { fileType } from '../modules/types/names.ts';
import { postTypeNamed, registeredTypes } from '../modules/types/registry.ts';
import type { Reader, Tx } from '../kernel/db/open-database.ts';
import type { RedirectImport } from './import-redirects.ts';
import type { ReportEntry } from './report.ts';
import { findImportedPost } from './rows.ts';
import type { ImportRun } from './run.ts';
import { TxMap } from './batch-writer.ts';

/** A post whose slug differs from the file's. */
export interface Numbered {
  readonly entry: Omit<ReportEntry, 'message'>;
  readonly localId: number;
  readonly type: string;
  readonly slug: string;
  /** Path at the exporter; undefined when that does not lead here. */
  readonly oldPath: string | undefined;
}

/**
 * Assigns addresses that several imported items claim: at the exporter an article may have been below its date, here it
 * is at the root. Within a run WordPress' order decides (pages, articles, files); the later one gets a numbered slug.
 */
export class SlugImport {
  readonly #run: ImportRun;
  readonly #redirects: RedirectImport;
  readonly #made = new TxMap<Pick<Numbered, 'oldPath'> & { readonly externalId: string }>(200_000);
  #numbered = new Map<number, Numbered>();

  constructor(run: ImportRun, redirects: RedirectImport) {
    this.#run = run;
    this.#redirects = redirects;
  }

  begin(): void {
    this.#made.begin();
  }

  commit(): void {
    this.#made.commit();
  }

  made(localId: number, externalId: string, oldPath: string | undefined): void {
    this.#made.stage(String(localId), { externalId, oldPath });
  }

  /** Registers a post that an unfinished run created and this run continues. */
  wasMade(localId: number, externalId: string, oldPath: string | undefined): void {
    this.#made.setCommitted(String(localId), { externalId, oldPath });
  }

  /** Frees a new post's slug from holders with lower precedence: files, and posts of this run that rank after it. Returns the renumbered posts. */
  async makeRoom(tx: Tx, post: RequestedPlace, oldPath: string | undefined): Promise<Numbered[]> {
    const { precedence, slug: base } = postTypeNamed(post.type);
    const isBefore = (type: { readonly precedence: number }) => precedence < type.precedence;
    if (post.slug === '' || isClosedTo(post, post.slug) || !mayBeOpened(post)) return [];
    const path = post.parentId ? undefined : `/${base === '' ? '' : `${base}/`}${post.slug}/`;
    const hadPath = path !== undefined && isSamePath(oldPath, path);
    if (!hadPath && !registeredTypes().some((type) => type.slug === base && isBefore(type))) return [];
    const holders = await slugHolders(tx.db, post, [post.slug]);
    // Translations share a slug below their language (`/fr/hello/`); the one whose path is the address itself keeps it.
    const isTranslation = (id: number, type: string) => {
      const made = this.#made.get(String(id));
      return hadPath && type === post.type && made?.oldPath !== undefined && !isSamePath(made.oldPath, path);
    };
    const canYield = ({ id, type }: SlugHolder) =>
      isTranslation(id, type) ||
      (isBefore(postTypeNamed(type)) && (type === fileType || this.#made.get(String(id)) !== undefined));
    if (!holders.every(canYield)) return [];
    for (const holder of holders) await moveAside(tx, holder);
    return this.numbered(tx.db, holders);
  }

  async numbered(read: Reader, holders: readonly SlugHolder[]): Promise<Numbered[]> {
    const titles = await findSummaries(
      read,
      holders.map(({ id }) => id),
    );
    return holders.map(({ id, type, slug }) => ({
      entry: {
        kind: `item ${type}`,
        id: this.#made.get(String(id))?.externalId ?? '',
        title: titles.get(id)?.title ?? '',
      },
      localId: id,
      type,
      slug,
      oldPath: this.#made.get(String(id))?.oldPath,
    }));
  }

  note(numbered: Numbered): void {
    this.#numbered.set(numbered.localId, numbered);
  }

  /** Registers renumbered posts with their first slug, and the redirects from their old addresses at the exporter. */
  noteMoved(moved: readonly Numbered[]): void {
    for (const one of moved) {
      if (!this.#numbered.has(one.localId)) this.note(one);
      if (one.oldPath !== undefined) this.#redirects.await(one.entry, one.localId, one.oldPath);
    }
  }

  /**
   * Runs once all posts are in place: gives freed slugs back in WordPress' order. Posts created by this run get the
   * lowest free number, since their addresses are not known to anyone yet.
   */
  async settle(): Promise<void> {
    const { batches, report } = this.#run;
    const precedenceOf = ({ type }: Numbered) => postTypeNamed(type).precedence;
    for (const numbered of [...this.#numbered.values()].toSorted(
      (a, b) => precedenceOf(a) - precedenceOf(b),
    )) {
      await batches.add({
        work: (tx) => this.#settleOne(tx, numbered),
        failed: (reason) =>
          report.notes.push({
            ...numbered.entry,
            message: `its slug "${numbered.slug}" could not be set: ${reason}`,
          }),
      });
    }
    await batches.flush();
  }

  async #settleOne(tx: Tx, { localId, slug }: Numbered): Promise<void> {
    const post = await findImportedPost(tx.db, localId);
    if (!post || !isNumbered(post.slug, slug)) return;
    const wish = {
      id: localId,
      type: post.type,
      status: post.status,
      title: '',
      slug,
      parentId: post.parent_id,
    };
    const isFree = !isClosedTo(wish, slug) && (await slugHolders(tx.db, wish, [slug])).length === 0;
    if (!isFree && !this.#made.get(String(localId))) return;
    const better = isFree ? slug : await numberedSlug(tx.db, wish, slug);
    if (isFree || suffixNumber(better, slug) < suffixNumber(post.slug, slug))
      await updatePost(tx, localId, { slug: better, modifiedAt: post.modified_at });
  }

  /** Reports each post with a different slug: its path, the post that holds the slug, and whether its old address redirects. */
  async reportNumbered(): Promise<void> {
    const { read } = this.#run.database;
    const numbered = this.#numbered;
    this.#numbered = new Map();
    for (const { entry, localId, slug, oldPath } of numbered.values()) {
      const post = (await findSummaries(read, [localId])).get(localId);
      if (!post || post.slug === slug) continue;
      const note = (message: string) =>
        this.#run.report.notes.push({
          ...entry,
          message: `its slug "${slug}" was already in use; it is now "${post.slug}"${message}`,
        });
      const wish = {
        id: localId,
        type: post.type,
        status: post.status,
        title: '',
        slug,
        parentId: post.parentId,
      };
      const [holder] = isClosedTo(wish, slug) ? [] : await slugHolders(read, wish, [slug]);
      const other = holder && (await findSummaries(read, [holder.id])).get(holder.id);
      const paths = await findPostPaths(read, other ? [post, other] : [post], withNames);
      const [path, taken] = [paths.get(localId), other && paths.get(other.id)];
      if (!mayBeOpened(post) || path === undefined || !other || taken === undefined) note('');
      else {
        const from =
          oldPath !== undefined && (await this.#redirects.leads(oldPath, path))
            ? `, and its old address ${oldPath} redirects there`
            : '';
        note(
          `: ${taken} is ${postTypeNamed(other.type).labels.singular} ${other.id} "${startOf(other.title, 60)}", so it is at ${path}${from}`,
        );
      }
    }
  }
}

type RequestedPlace = Pick<PostInput, 'parentId'> &
  Required<Pick<PostInput, 'type' | 'status' | 'slug' | 'title'>>;

const isSamePath = (a: string | undefined, b: string) =>
  a !== undefined && trimEndOf(decodeSlug(a), '/') === trimEndOf(b, '/');

const suffixNumber = (candidate: string, slug: string) => Number(candidate.slice(slug.length + 1));

export function isNumbered(candidate: string, slug: string): boolean {
  return candidate.startsWith(`${slug}-`) && /^\d+$/.test(candidate.slice(slug.length + 1));
}
