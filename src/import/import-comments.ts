import { findComment } from '../modules/comments/reader.ts';
import { createComment, updateComment } from '../modules/comments/store.ts';
import type { CommentStatus, CommentType } from '../modules/comments/model.ts';
import type { CommentInput } from '../modules/comments/store.ts';
import type { Tx } from '../kernel/db/open-database.ts';
import { deepestElements, nestingFault } from '../lib/clean-html/parse.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { visibleName } from '../lib/visible-name.ts';
import { cleanCommentHtml } from './post-details.ts';
import type { UserImport } from './import-users.ts';
import { decide, fingerprint, isKnown } from '../modules/imports/ledger.ts';
import type { LedgerEntry } from '../modules/imports/ledger.ts';
import type { References } from './references.ts';
import { count, drop, recordLocalEdit } from './report.ts';
import type { ImportRun } from './run.ts';
import { TxMap } from './batch-writer.ts';
import { localDate, parseWxrDate } from './site-clock.ts';
import type { WxrComment, WxrItem } from './wxr-events.ts';

const statuses: Readonly<Record<string, CommentStatus>> = {
  '': 'hold',
  '1': 'approved',
  approve: 'approved',
  approved: 'approved',
  '0': 'hold',
  hold: 'hold',
  spam: 'spam',
  trash: 'trash',
  'post-trashed': 'trash',
};
const types: Readonly<Record<string, CommentType>> = {
  '': 'comment',
  comment: 'comment',
  review: 'comment',
  pingback: 'pingback',
  trackback: 'trackback',
};

const leftOut = 'its post was not imported';

/** Size of WordPress' own column. Cleaning takes time quadratic in nesting depth, so longer texts could be attacks. */
const maxCommentLength = 65_535;

/** Imports comments, those of one item in thread order whatever the order of the file. */
export class CommentImport {
  readonly #run: ImportRun;
  readonly #users: UserImport;
  readonly #references: References;
  readonly #ids = new TxMap<number>(20_000);

  constructor(run: ImportRun, users: UserImport, references: References) {
    this.#run = run;
    this.#users = users;
    this.#references = references;
  }

  begin(): void {
    this.#ids.begin();
  }

  commit(): void {
    this.#ids.commit();
  }

  /** Ledger keys of an item's comments. Comment ids alone are not unique when two sites shared one address. */
  keysOf(item: WxrItem, itemKey: string): string[] {
    return named(item.comments).map(({ name }) => commentKey(itemKey, name));
  }

  leaveOut(item: WxrItem): void {
    for (const { id } of item.comments)
      drop(this.#run.report, { kind: 'comment', id, title: `on ${item.title}`, message: leftOut });
  }

  /** `publishedAt` is the post's time in ms. A comment without a date gets that of its parent, else that of its post. */
  async add(
    item: WxrItem,
    itemKey: string,
    publishedAt: number,
    known: ReadonlyMap<string, LedgerEntry>,
  ): Promise<void> {
    const dates = new Map<string, number>();
    for (const placed of inParentOrder(item.comments)) {
      const entry = { kind: 'comment', id: placed.comment.id, title: `on ${item.title}` };
      const fault = faultOf(placed.comment) ?? (placed.isRepeated ? 'duplicate in the file' : undefined);
      if (fault) drop(this.#run.report, { ...entry, message: fault });
      else {
        const { comment, name, parent } = placed;
        const ownDate = parseWxrDate(comment.dateGmt) ?? localDate(comment.date, this.#run.toUtc);
        const createdAt = ownDate ?? dates.get(parent) ?? publishedAt;
        dates.set(name, createdAt);
        await this.#addOne(
          itemKey,
          placed,
          { createdAt, isDated: ownDate !== undefined },
          entry,
          known.get(commentKey(itemKey, name)),
        );
      }
    }
  }

  async #addOne(
    itemKey: string,
    { comment, name, isTwin, parent, note }: PlacedComment,
    { createdAt, isDated }: { readonly createdAt: number; readonly isDated: boolean },
    entry: Readonly<{ kind: string; id: string; title: string }>,
    before: LedgerEntry | undefined,
  ): Promise<void> {
    const {
      report,
      batches,
      ledger,
      database,
      file: { age },
      force,
    } = this.#run;
    const key = commentKey(itemKey, name);
    const hash = fingerprint(comment);
    const stored =
      before && !isKnown(before, hash, age) ? await findComment(database.read, before.localId) : undefined;
    const verdict = decide(before, { hash, age, force }, stored && stateOf(stored));
    if (before) this.#ids.setCommitted(key, before.localId);
    const noteMeta = (id: number) =>
      this.#run.unknown.meta(
        'commentMetaKeys',
        comment.meta.map(({ key: metaKey }) => metaKey),
        { comment: id },
      );
    if (before && verdict !== 'gone') noteMeta(before.localId);
    if (verdict === 'unchanged') return count(report, 'comment', 'unchanged');
    if (verdict === 'gone')
      return drop(report, {
        ...entry,
        message: 'deleted here; later exports do not restore it',
      });
    if (verdict === 'kept') return recordLocalEdit(report, entry);
    const status = Object.hasOwn(statuses, comment.approved) ? statuses[comment.approved] : undefined;
    const fields = {
      status: status ?? 'hold',
      content: cleanCommentHtml(comment.content),
      authorName: visibleName(decodeEntities(comment.author)),
      authorEmail: comment.email,
      authorUrl: /^https?:\/\//i.test(comment.url) ? comment.url : '',
      createdAt,
    };
    let localId: number | undefined;
    await batches.add({
      work: async (tx) => {
        localId = await this.#write(tx, itemKey, { comment, fields, parent }, before);
        if (localId === undefined) return;
        this.#ids.stage(key, localId);
        await ledger.record(tx, 'comment', key, { localId, hash, state: stateOf(fields), before });
      },
      done: () => {
        if (localId === undefined) return drop(report, { ...entry, message: leftOut });
        count(report, 'comment', before ? 'updated' : 'imported');
        if (!before && String(localId) !== comment.id)
          report.changedIds.push({ kind: 'comment', from: comment.id, to: localId });
        if (status === undefined)
          report.notes.push({
            ...entry,
            message: `unknown status "${comment.approved}"; the comment is held for moderation`,
          });
        if (isTwin && !before)
          report.notes.push({
            ...entry,
            message: `another comment in the file has the same ID; this one now has the ID ${localId}`,
          });
        if (!isDated)
          report.notes.push({
            ...entry,
            message: 'it has no date; it got the date of the comment or post it replies to',
          });
        if (note !== '') report.notes.push({ ...entry, message: note });
        if (picture.test(comment.content) && !picture.test(fields.content)) {
          report.notes.push({
            ...entry,
            message: 'its images were removed; comments can’t contain images',
          });
        }
        if (nestingFault(comment.content) !== undefined) {
          report.notes.push({
            ...entry,
            message: `HTML tags nested more than ${deepestElements} levels deep were removed`,
          });
        }
        if (!before) noteMeta(localId);
      },
      failed: (reason) => drop(report, { ...entry, message: reason }),
    });
  }

  async #write(
    tx: Tx,
    itemKey: string,
    { comment, fields, parent }: { comment: WxrComment; fields: CommentFields; parent: string },
    before: LedgerEntry | undefined,
  ): Promise<number | undefined> {
    const postId = await this.#references.findByKey(tx.db, itemKey);
    if (postId === undefined) return undefined;
    if (before) {
      await updateComment(tx, before.localId, fields);
      return before.localId;
    }
    return createComment(tx, {
      ...fields,
      id: await this.#run.ids.free(tx, 'comment', comment.id),
      postId,
      type: types[comment.type] ?? 'comment',
      authorIp: comment.ip,
      isTold: fields.status === 'approved',
      userId: this.#users.byExternalId(comment.userId),
      parentId: parent === '' ? 0 : await this.#parentOf(tx, commentKey(itemKey, parent)),
    });
  }

  async #parentOf(tx: Tx, key: string): Promise<number> {
    return this.#ids.get(key) ?? (await this.#run.ledger.findOne(tx.db, 'comment', key))?.localId ?? 0;
  }
}

const picture = /<img[\s/>]/i;

type CommentFields = Required<
  Pick<CommentInput, 'status' | 'content' | 'authorName' | 'authorEmail' | 'authorUrl' | 'createdAt'>
>;

/** Fields that moderators can change; a difference marks a comment as edited here. */
const stateOf = ({ status, content }: { readonly status: string; readonly content: string }) =>
  fingerprint([status, content]);

const commentKey = (itemKey: string, id: string) => `${itemKey}/${id}`;

function faultOf(comment: WxrComment): string | undefined {
  if (comment.id === '') return 'it has no ID';
  if (comment.content.length > maxCommentLength)
    return `its text is longer than ${maxCommentLength} characters`;
  if (!Object.hasOwn(types, comment.type))
    return `comments of the type "${comment.type}" are not shown to readers`;
  return undefined;
}

/** A comment with its name among those of its item: its id, or `5#2` for the second comment with id 5. */
interface NamedComment {
  readonly comment: WxrComment;
  readonly name: string;
  readonly isTwin: boolean;
  readonly isRepeated: boolean;
}

/** `parent` is the parent's name, or empty; `note` says why a comment could not be attached to its parent. */
interface PlacedComment extends NamedComment {
  readonly parent: string;
  readonly note: string;
}

function named(comments: readonly WxrComment[]): NamedComment[] {
  const met = new Map<string, Map<string, number>>();
  return comments.map((comment) => {
    const alike = met.get(comment.id) ?? new Map<string, number>();
    met.set(comment.id, alike);
    const hash = fingerprint(comment);
    const known = alike.get(hash);
    const use = known ?? alike.size + 1;
    alike.set(hash, use);
    return {
      comment,
      name: use === 1 ? comment.id : `${comment.id}#${use}`,
      isTwin: use > 1,
      isRepeated: known !== undefined,
    };
  });
}

/** Sorts comments so that parents precede their replies. Missing parents are dropped; cycles are cut at their first comment. */
function inParentOrder(comments: readonly WxrComment[]): PlacedComment[] {
  const all = named(comments);
  const byId = new Map<string, NamedComment[]>();
  for (const one of all) {
    const alike = byId.get(one.comment.id);
    if (one.isRepeated) continue;
    if (alike) alike.push(one);
    else byId.set(one.comment.id, [one]);
  }
  const placed = new Set<NamedComment>();
  const ordered: PlacedComment[] = [];
  for (const first of all) {
    const path: NamedComment[] = [];
    const onPath = new Set<NamedComment>();
    let circle = false;
    for (let at: NamedComment | undefined = first; at && !placed.has(at); at = parentOf(at, byId)) {
      if (onPath.has(at)) {
        circle = true;
        break;
      }
      path.push(at);
      onPath.add(at);
    }
    for (const [index, one] of path.toReversed().entries()) {
      const { parent } = one.comment;
      const answered = parentOf(one, byId);
      const cut = circle && index === 0;
      const note =
        answered === undefined && isReply(one)
          ? `the comment it replies to (${parent}) is not in the file`
          : cut
            ? `it replies to one of its own replies (${parent}); the loop was removed`
            : '';
      placed.add(one);
      ordered.push({ ...one, parent: answered !== undefined && note === '' ? answered.name : '', note });
    }
  }
  return ordered;
}

const isReply = ({ comment: { parent } }: NamedComment) => parent !== '' && parent !== '0';

/** The parent of a comment. Of several with that id, the only one that is older; the first when that is ambiguous. */
function parentOf(
  one: NamedComment,
  byId: ReadonlyMap<string, readonly NamedComment[]>,
): NamedComment | undefined {
  if (!isReply(one)) return undefined;
  const alike = byId.get(one.comment.parent) ?? [];
  const others = alike.filter((other) => other !== one);
  const before = others.length > 1 ? others.filter((other) => writtenAt(other) <= writtenAt(one)) : others;
  return before[0] ?? others[0] ?? alike[0];
}

const writtenAt = ({ comment: { dateGmt, date } }: NamedComment) =>
  parseWxrDate(dateGmt) ?? parseWxrDate(date) ?? 0;
