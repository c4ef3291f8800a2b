import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { boot } from '../../app/boot.ts';
import type { CommentCounts, EditedComment, EmbeddedComment, EmbeddedPost } from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { plainText } from '../../app/rest-types.ts';
import { say } from '../../words.ts';

export type CommentStatus = EditedComment['status'];

export type CommentRow = Pick<
  EditedComment,
  | 'id'
  | 'revision'
  | 'post'
  | 'parent'
  | 'author'
  | 'author_name'
  | 'author_email'
  | 'author_url'
  | 'author_ip'
  | 'date'
  | 'content'
  | 'link'
  | 'status'
  | 'broadsheet_reports'
> & {
  readonly _embedded?: {
    readonly up?: readonly Partial<Pick<EmbeddedPost, 'title' | 'link'>>[];
    readonly 'in-reply-to'?: readonly Partial<Pick<EmbeddedComment, 'author_name' | 'link'>>[];
  };
};

/** Tabs: `slug` is WordPress' `comment_status` in the URL, `status` the REST argument, `empty` the empty state. */
export const tabs = [
  { slug: 'all', label: say('All'), status: 'all', empty: say('No comments yet.') },
  { slug: 'mine', label: say('Mine'), status: 'all', empty: say('You have not written any comments.') },
  {
    slug: 'moderated',
    label: say('Pending'),
    status: 'hold',
    empty: say('No comments awaiting moderation.'),
  },
  { slug: 'approved', label: say('Approved'), status: 'approve', empty: say('No approved comments.') },
  { slug: 'spam', label: say('Spam'), status: 'spam', empty: say('No spam.') },
  { slug: 'trash', label: say('Trash'), status: 'trash', empty: say('The trash is empty.') },
  { slug: 'reported', label: say('Reported'), status: 'all', empty: say('No reported comments.') },
] as const;
export type Tab = (typeof tabs)[number];

export interface CommentQuery {
  readonly tab: Tab;
  readonly search: string;
  /** 0: any. */
  readonly post: number;
  /** Id of a single comment, from an "Edit" link; undefined: any. */
  readonly only?: number;
  /** The decision that a mail's link proposed for it; undefined for "Edit" links. */
  readonly ask?: CommentStatus;
  readonly page: number;
}

export const perPage = 50;
const whole = (text: string | null) => Math.max(0, Math.trunc(Number(text)) || 0);

/** WordPress' names of decisions in mail links. */
const decisionsByAction: Readonly<Record<string, CommentStatus>> = {
  approve: 'approved',
  spam: 'spam',
  trash: 'trash',
};

/** Parses the URL; unknown values become defaults. */
export function readCommentQuery(params: URLSearchParams): CommentQuery {
  const only = whole(params.get('c'));
  const what = params.get('ask') ?? '';
  const decision = Object.hasOwn(decisionsByAction, what) ? decisionsByAction[what] : undefined;
  return {
    tab: tabs.find(({ slug }) => slug === params.get('comment_status')) ?? tabs[0],
    search: params.get('s') ?? '',
    post: whole(params.get('p')),
    page: Math.max(1, whole(params.get('paged'))),
    ...(only > 0 ? { only, ...(decision ? { ask: decision } : {}) } : {}),
  };
}

/** Serializes a list's URL without defaults; never for a single comment. */
export function writeCommentQuery({ tab, search, post, page }: CommentQuery): string {
  const address = new URLSearchParams({
    ...(tab.slug === 'all' ? {} : { comment_status: tab.slug }),
    ...(search === '' ? {} : { s: search }),
    ...(post > 0 ? { p: String(post) } : {}),
    ...(page > 1 ? { paged: String(page) } : {}),
  });
  return `?${address.toString()}`;
}

const fields =
  'id,revision,post,parent,author,author_name,author_email,author_url,author_ip,date,content,link,status,broadsheet_reports,_links,_embedded';

export function useComments(query: CommentQuery) {
  const { tab, search, post, page, only } = query;
  const shape = `_fields=${fields}&_embed=up,in-reply-to&context=edit`;
  return useQuery({
    queryKey: ['comments', 'list', query],
    queryFn: async ({ signal }) => {
      // A single comment is shown in any status, because it may have been moderated since the link was sent.
      if (only)
        return {
          body: [(await rest<CommentRow>(`/wp/v2/comments/${only}?${shape}`, { signal })).body],
          total: 1,
        };
      const params = new URLSearchParams({
        type: 'all',
        status: tab.status,
        page: String(page),
        per_page: String(perPage),
        ...(search === '' ? {} : { search }),
        ...(post > 0 ? { post: String(post) } : {}),
        ...(tab.slug === 'mine' ? { author: String(boot.user.id) } : {}),
        ...(tab.slug === 'reported' ? { broadsheet_reported: 'true' } : {}),
      });
      return rest<readonly CommentRow[]>(`/wp/v2/comments?${params.toString()}&${shape}`, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** Counts by status; `post`: 0 for all posts. */
export function useCommentCounts(post = 0, enabled = true) {
  return useQuery({
    queryKey: ['comments', 'counts', post],
    enabled,
    queryFn: async ({ signal }) =>
      (
        await rest<CommentCounts>(`/broadsheet/v1/comment-counts${post > 0 ? `?post=${post}` : ''}`, {
          signal,
        })
      ).body,
  });
}

export function countOf({ slug }: Tab, counts: CommentCounts | undefined): number | undefined {
  if (!counts) return undefined;
  if (slug === 'all' || slug === 'mine') return counts[slug];
  return counts.by[slug === 'moderated' ? 'hold' : slug] ?? 0;
}

export function isIn(
  { slug, status }: Tab,
  { status: state, broadsheet_reports: reports }: Pick<CommentRow, 'status' | 'broadsheet_reports'>,
): boolean {
  if (slug === 'reported' && reports.length === 0) return false;
  return status === 'all'
    ? state === 'approved' || state === 'hold'
    : status === 'approve'
      ? state === 'approved'
      : state === status;
}

export const nameOf = ({ author_name: name }: Pick<CommentRow, 'author_name'>): string =>
  plainText(name) || say('Anonymous');
