import type { CommentTable } from '../../kernel/db/tables/site-tables.ts';

export const commentStatuses = ['approved', 'hold', 'spam', 'trash'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

export type CommentType = CommentTable['type'];

/** A comment. E-mail and IP address are for moderators only. */
export interface Comment {
  readonly id: number;
  readonly postId: number;
  /** 0: answers the post itself. An import may name a comment that does not exist. */
  readonly parentId: number;
  /** The first comment of its thread; its own id for that one. */
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

/** A comment in its place: comes right after the one it answers and that one's earlier answers. */
export interface ThreadedComment extends Comment {
  /** 0 for the first of a thread. */
  readonly depth: number;
}
