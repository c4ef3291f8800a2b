import type { TypedComment } from '../../modules/comments/submission.ts';
import type { ReaderText } from '../../languages/en.ts';

export interface ShownComment {
  readonly id: number;
  readonly authorName: string;
  /** Empty if missing or unsafe to link. */
  readonly authorUrl: string;
  /** The same for all comments of one author: determines the colour of the initials. */
  readonly authorColor: number;
  readonly portrait: string | undefined;
  readonly isPostAuthor: boolean;
  /** Held for moderation; only its author receives it. */
  readonly isHeld: boolean;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Clean HTML. */
  readonly html: string;
  /** 0 for the first of a thread. */
  readonly depth: number;
  /** Reply link for browsers without JavaScript; empty if replies are not possible. */
  readonly replyUrl: string;
  /** Empty if the site has no reports, and for the comment's author. */
  readonly reportUrl: string;
  readonly url: string;
  /** Id of the author's account; 0: a visitor. */
  readonly userId: number;
}

/** A pingback or trackback. */
export interface ShownPing {
  readonly id: number;
  readonly title: string;
  /** Empty if unsafe to link. */
  readonly url: string;
}

export type CommentTexts = Readonly<Partial<Record<ReaderText, string>>>;

export interface CommentFormData {
  readonly postId: number;
  readonly nameRequired: boolean;
  /** The comment that it initially replies to; undefined: the post. */
  readonly replyTo: { readonly id: number; readonly name: string } | undefined;
  /** The page without a started reply. */
  readonly cancelUrl: string;
  /** `siteKey` and `script` only with an external service. */
  readonly captcha: { readonly siteKey?: string; readonly script?: string } | undefined;
  /** The logged-in user on an uncached page, who is asked for the comment only. Undefined: any visitor; the browser may know the user. */
  readonly signedIn: { readonly name: string; readonly logOutUrl: string } | undefined;
}

export interface TypedForm {
  readonly typed: TypedComment;
  readonly consent: boolean;
}

export interface PostCommentsData {
  /** Visible comments of the post on all pages, without pings. */
  readonly total: number;
  /** In reading order. */
  readonly comments: readonly ShownComment[];
  readonly pings: readonly ShownPing[];
  /** Undefined if comments are closed. */
  readonly form: CommentFormData | undefined;
  /** Message if comments are closed. */
  readonly closed: string | undefined;
  /** Log-in URL, if only logged-in users can comment. */
  readonly logInUrl: string | undefined;
  /** Links for oldest and newest first, if there is anything to sort. */
  readonly orders:
    | readonly { readonly newestFirst: boolean; readonly url: string; readonly isCurrent: boolean }[]
    | undefined;
  /** Reply levels; deeper replies appear at the last one. */
  readonly levels: number;
  /** Path of the first comment page, the current page (from 1), and the number of pages. */
  readonly path: string;
  readonly page: number;
  readonly pages: number;
  readonly older: string | undefined;
  readonly newer: string | undefined;
  readonly texts: CommentTexts;
}

export interface Branch {
  readonly comment: ShownComment;
  readonly answers: Branch[];
}

/** Nests comments below those they reply to; deeper ones than `levels` appear at the last level. A page may begin in the middle of a thread. */
export function inBranches(comments: readonly ShownComment[], levels: number): Branch[] {
  const roots: Branch[] = [];
  const path: Branch[] = [];
  for (const comment of comments) {
    const branch: Branch = { comment, answers: [] };
    while ((path.at(-1)?.comment.depth ?? -1) >= comment.depth) path.pop();
    path.length = Math.min(levels - 1, path.length);
    (path.at(-1)?.answers ?? roots).push(branch);
    path.push(branch);
  }
  return roots;
}
