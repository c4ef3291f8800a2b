import type { TypedComment } from '../../modules/comments/submission.ts';
import type { ReaderText } from '../../languages/en.ts';

/** A comment in its place. */
export interface ShownComment {
  readonly id: number;
  readonly authorName: string;
  /** Empty when none was given, or none that may be linked. */
  readonly authorUrl: string;
  /** The same for all comments of one person: picks the colour of the initials. */
  readonly authorColor: number;
  /** Address of the portrait of somebody with an account. */
  readonly portrait: string | undefined;
  /** Whether an author of the post wrote it. */
  readonly isPostAuthor: boolean;
  /** It waits to be approved; only its author is sent it. */
  readonly isHeld: boolean;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Clean HTML. */
  readonly html: string;
  /** 0 for the first of a thread. */
  readonly depth: number;
  /** Where its reply link leads without JavaScript; empty where it can't be answered. */
  readonly replyUrl: string;
  /** Where readers say what is wrong with it; empty where the site does not ask, and for who wrote it. */
  readonly reportUrl: string;
  /** Its own address. */
  readonly url: string;
  /** Number of its author's account; 0: a visitor. */
  readonly userId: number;
}

/** Another site that linked here. */
export interface ShownPing {
  readonly id: number;
  readonly title: string;
  /** Empty when it may not be linked. */
  readonly url: string;
}

/** Wordings of the form and around it, in the site's words. */
export type CommentTexts = Readonly<Partial<Record<ReaderText, string>>>;

/** The form, where comments are taken. */
export interface CommentFormData {
  readonly postId: number;
  /** Whether name and email must be given. */
  readonly nameRequired: boolean;
  /** The comment that it answers from the start; undefined: the post. */
  readonly replyTo: { readonly id: number; readonly name: string } | undefined;
  /** The page without an answer begun. */
  readonly cancelUrl: string;
  /** `siteKey` and `script` only of a service. */
  readonly captcha: { readonly siteKey?: string; readonly script?: string } | undefined;
  /** Who is signed in, where the page is theirs alone: nothing but their words is asked of them. Undefined: anybody, of whom the browser may know more. */
  readonly signedIn: { readonly name: string; readonly logOutUrl: string } | undefined;
}

/** A form that was sent, and came back. */
export interface TypedForm {
  readonly typed: TypedComment;
  readonly consent: boolean;
}

export interface PostCommentsData {
  /** Comments of the post that visitors see, on all pages; pings are not among them. */
  readonly total: number;
  /** In reading order. */
  readonly comments: readonly ShownComment[];
  readonly pings: readonly ShownPing[];
  /** Undefined where no comments are taken. */
  readonly form: CommentFormData | undefined;
  /** What is said where no comments are taken. */
  readonly closed: string | undefined;
  /** Where people sign in who may comment then. */
  readonly logInUrl: string | undefined;
  /** Oldest and newest first, where that makes a difference; the one at hand is current. */
  readonly orders:
    | readonly { readonly newestFirst: boolean; readonly url: string; readonly isCurrent: boolean }[]
    | undefined;
  /** Levels of answers; deeper ones are shown at the last. */
  readonly levels: number;
  /** Path of the first page of the discussion, the page at hand (1 for the first), and how many there are. */
  readonly path: string;
  readonly page: number;
  readonly pages: number;
  /** Addresses of the pages before and after in time. */
  readonly older: string | undefined;
  readonly newer: string | undefined;
  readonly texts: CommentTexts;
}

/** A comment with what answers it. */
export interface Branch {
  readonly comment: ShownComment;
  readonly answers: Branch[];
}

/** Hangs each comment below the one it answers; those deeper than `levels` side by side at the last level. A page may begin in the middle of a long thread. */
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
