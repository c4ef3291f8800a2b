import type { CommentTable, CommentReportTable } from '../../kernel/db/tables/site-tables.ts';
import type { Settings } from '../settings/index.ts';

export const commentStatuses = ['approved', 'hold', 'spam', 'trash'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

export type CommentType = CommentTable['type'];

/** A comment. Email and IP address are for moderators only. */
export interface Comment {
  readonly id: number;
  readonly postId: number;
  /** 0: a reply to the post itself. Imported comments may have a parent that does not exist. */
  readonly parentId: number;
  /** Id of the thread's first comment; that comment's own id if it is the first. */
  readonly threadId: number;
  /** 0 for visitors. */
  readonly userId: number;
  readonly status: CommentStatus;
  readonly type: CommentType;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
  readonly authorIp: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** HTML as written. */
  readonly content: string;
}

export interface ThreadedComment extends Comment {
  readonly depth: number;
}

export const reportReasons = [
  'spam',
  'insult',
  'other',
] as const satisfies readonly CommentReportTable['reason'][];
export type ReportReason = (typeof reportReasons)[number];

export const maxReportLength = 300;

export interface CommentReport {
  readonly reason: ReportReason;
  /** The reader's explanation as plain text; may be empty. */
  readonly text: string;
  /** Milliseconds. */
  readonly createdAt: number;
}

interface Node {
  readonly id: number;
  readonly parentId: number;
}

interface Place {
  readonly threadId: number;
  readonly parentId: number;
}

/**
 * Finds the thread of each comment of a post: a comment without a parent among them starts one, and a parent cycle is
 * cut at its lowest id. Iterative, since threads can be of any depth.
 */
export function placeComments(comments: readonly Node[]): Map<number, Place> {
  const parents = new Map(comments.map(({ id, parentId }) => [id, parentId]));
  const threads = new Map<number, number>();
  const cut = new Set<number>();
  for (const { id } of comments) {
    const path: number[] = [];
    const onPath = new Set<number>();
    let at = id;
    while (!threads.has(at) && parents.has(at) && !onPath.has(at)) {
      path.push(at);
      onPath.add(at);
      at = parents.get(at) ?? 0;
    }
    if (onPath.has(at)) {
      const circle = path.slice(path.indexOf(at));
      const first = circle.reduce((lowest, member) => Math.min(lowest, member));
      cut.add(first);
      for (const member of path) threads.set(member, first);
      continue;
    }
    const root = threads.get(at) ?? path.at(-1) ?? id;
    for (const member of path) threads.set(member, root);
  }
  return new Map(
    comments.map(({ id, parentId }) => [
      id,
      { threadId: threads.get(id) ?? id, parentId: cut.has(id) ? 0 : parentId },
    ]),
  );
}

/** Sorts replies after their parents and adds their depth; drops comments outside the threads of `rootIds`. Siblings keep their order. */
export function inThreadOrder<Item extends Node>(
  comments: readonly Item[],
  rootIds: readonly number[],
): (Item & { readonly depth: number })[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const roots = new Set(rootIds);
  const children = new Map<number, Item[]>();
  for (const comment of comments) {
    if (roots.has(comment.id)) continue;
    const siblings = children.get(comment.parentId);
    if (siblings) siblings.push(comment);
    else children.set(comment.parentId, [comment]);
  }
  const ordered: (Item & { readonly depth: number })[] = [];
  const stack = rootIds
    .toReversed()
    .flatMap((id) => byId.get(id) ?? [])
    .map((comment) => ({ comment, depth: 0 }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    ordered.push({ ...next.comment, depth: next.depth });
    const answers = children.get(next.comment.id) ?? [];
    for (let index = answers.length - 1; index >= 0; index--) {
      const comment = answers[index];
      if (comment) stack.push({ comment, depth: next.depth + 1 });
    }
  }
  return ordered;
}

export interface PageSize {
  readonly threads: number;
  readonly comments: number;
}

/** Threads per page if the site doesn't paginate comments; keeps pages bounded. */
const maxThreads = 500;
/** Comments per page if it paginates; a thread can be of any length. */
const maxComments = 200;

export function pageSizeOf({
  page_comments: split,
  comments_per_page: perPage,
}: Pick<Settings, 'page_comments' | 'comments_per_page'>): PageSize {
  return split
    ? { threads: perPage, comments: Math.max(perPage, maxComments) }
    : { threads: maxThreads, comments: maxThreads };
}

/** Splits ordered comments into pages, at least one. Threads stay whole, unless one is longer than a page. */
export function splitIntoPages<Item extends { readonly threadId: number }>(
  comments: readonly Item[],
  size: PageSize,
): Item[][] {
  let page: Item[] = [];
  const pages = [page];
  let threads = 0;
  const turn = () => {
    if (page.length === 0) return;
    page = [];
    threads = 0;
    pages.push(page);
  };
  for (let from = 0, to = 0; from < comments.length; from = to) {
    while (to < comments.length && comments[to]?.threadId === comments[from]?.threadId) to++;
    if (threads === size.threads || page.length + to - from > size.comments) turn();
    for (const comment of comments.slice(from, to)) {
      if (page.length === size.comments) turn();
      page.push(comment);
    }
    threads++;
  }
  return pages;
}

/** Inserts a comment into ordered ones: after all replies to its parent, or where its thread would start. */
export function placeAnswer<Item extends Node, Shown extends Item & { readonly depth: number }>(
  comments: readonly Shown[],
  answer: Item,
  newestFirst: boolean,
): (Item & { readonly depth: number })[] {
  const parentAt = comments.findIndex(({ id }) => id === answer.parentId);
  const parent = comments[parentAt];
  if (!parent)
    return newestFirst ? [{ ...answer, depth: 0 }, ...comments] : [...comments, { ...answer, depth: 0 }];
  const after = comments.findIndex(({ depth }, at) => at > parentAt && depth <= parent.depth);
  const at = after === -1 ? comments.length : after;
  return [...comments.slice(0, at), { ...answer, depth: parent.depth + 1 }, ...comments.slice(at)];
}
