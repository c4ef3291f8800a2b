import type {
  MediaRoutes,
  PostRoutes,
  RestReply,
  RevisionReply,
  RouteOf,
  TermRoutes,
  RestArguments,
} from '../../site/rest/rest-types.ts';

/**
 * What REST answers, as its routes declare it: who renames or drops a field there hears from the compiler who reads it here. A screen picks of a thing the
 * fields that it asks for, and declares none by itself. `Seen` things are as anybody gets them, `Edited` ones as those who may change them, `Embedded` ones as
 * they stand in another.
 */

/** Texts of a thing as they are written, without what is made of them: those of types that have such texts. */
export type Written<Thing, Names extends keyof Thing> = {
  readonly [Name in Names]-?: Pick<Extract<Thing[Name], { readonly raw: string }>, 'raw'>;
};

type PostRoute = PostRoutes[1];
/** Of any type: what only some types have is optional. */
export type SeenPost = RestReply<PostRoute, 'GET'>;
export type EditedPost = RestReply<PostRoute, 'GET', 'edit'>;
export type EmbeddedPost = RestReply<PostRoute, 'GET', 'embed'>;
/** What a newspaper says of one, and WordPress has no field for. */
export type TextDetails = NonNullable<EditedPost['broadsheet']>;
/** A revision or an autosave of one. */
export type EditedRevision = RevisionReply<'edit'>;
/** Warnings about templates. */
export type TemplateWarnings = RestReply<RouteOf<'/broadsheet/v1/template-warnings'>, 'GET'>;
/** Templates that a post may be laid out by. */
export type PostTemplates = RestReply<RouteOf<'/broadsheet/v1/post-templates'>, 'GET'>;
export type PostCounts = RestReply<RouteOf<'/broadsheet/v1/post-counts'>, 'GET'>;
export type PostLocks = RestReply<RouteOf<'/broadsheet/v1/post-locks'>, 'GET'>;
export type PostTypeOf = RestReply<RouteOf<'/broadsheet/v1/posts/(?P<id>[\\d]+)/type'>, 'GET'>;
export type PlannedPermalink = RestReply<RouteOf<'/broadsheet/v1/permalink'>, 'POST'>;
type ShareRoute = RouteOf<'/broadsheet/v1/posts/(?P<id>[\\d]+)/share'>;
export type DraftShare = RestReply<ShareRoute, 'GET'>;
export type MadeShare = RestReply<ShareRoute, 'POST'>;
export type ToldLock = RestReply<RouteOf<'/broadsheet/v1/posts/(?P<id>[\\d]+)/lock'>, 'POST'>;

export type ToldEmbed = RestReply<RouteOf<'/oembed/1.0/proxy'>, 'GET'>;

type FileRoute = MediaRoutes[1];
export type SeenFile = RestReply<FileRoute, 'GET'>;
export type EditedFile = RestReply<FileRoute, 'GET', 'edit'>;
export type MediaFolders = RestReply<RouteOf<'/broadsheet/v1/media-folders'>, 'GET'>;
export type FileUses = RestReply<MediaRoutes[3], 'GET'>;

type TermRoute = TermRoutes[1];
/** Of any taxonomy: `parent` is there where terms stand below each other. */
export type SeenTerm = RestReply<TermRoute, 'GET'>;
export type EditedTerm = RestReply<TermRoute, 'GET', 'edit'>;
export type EmbeddedTerm = RestReply<TermRoute, 'GET', 'embed'>;
export type TermTree = RestReply<RouteOf<'/broadsheet/v1/term-tree'>, 'GET'>;

type UserRoute = RouteOf<'/wp/v2/users/(?P<id>[\\d]+)'>;
export type SeenUser = RestReply<UserRoute, 'GET'>;
export type EditedUser = RestReply<UserRoute, 'GET', 'edit'>;
export type UserCounts = RestReply<RouteOf<'/broadsheet/v1/user-counts'>, 'GET'>;
export type Invitation = RestReply<RouteOf<'/broadsheet/v1/invitations'>, 'POST'>;
export type UserLink = RestReply<RouteOf<'/broadsheet/v1/users/(?P<id>[\\d]+)/link'>, 'POST'>;
export type UserSessions = RestReply<RouteOf<'/broadsheet/v1/users/(?P<id>[\\d]+)/sessions'>, 'GET'>;
type ProgramsRoute = RouteOf<'/wp/v2/users/(?P<user_id>(?:[\\d]+|me))/application-passwords'>;
/** A password of a program; the password itself is there once, in the reply to who made it. */
export type ListedProgram = RestReply<ProgramsRoute, 'GET'>[number];
export type MadeProgram = RestReply<ProgramsRoute, 'POST'>;

type CommentRoute = RouteOf<'/wp/v2/comments/(?P<id>[\\d]+)'>;
export type EditedComment = RestReply<CommentRoute, 'GET', 'edit'>;
export type EmbeddedComment = RestReply<CommentRoute, 'GET', 'embed'>;
export type CommentCounts = RestReply<RouteOf<'/broadsheet/v1/comment-counts'>, 'GET'>;

export type SiteSettings = RestReply<RouteOf<'/wp/v2/settings'>, 'GET'>;

/** Blocks that the server renders. */
export type BlockTypes = RestReply<RouteOf<'/wp/v2/block-types'>, 'GET', 'edit'>;
export type BlockPreviews = RestReply<RouteOf<'/broadsheet/v1/block-previews'>, 'POST'>;
export type FoundThings = RestReply<RouteOf<'/wp/v2/search'>, 'GET'>;

/**
 * What REST takes, as its routes declare it: who renames or drops an argument there hears from the compiler who sends it here. `rest` takes a body only where
 * its call says which of these it is.
 */

/** Of any type: what only some types have is optional. Terms stand in it by the REST bases of their taxonomies, which the site's definitions say. */
export type PostSent = RestArguments<PostRoutes[1], 'POST'>;
export type AutosaveSent = Pick<PostSent, 'title' | 'content' | 'excerpt' | 'meta' | 'revision' | 'window'>;
export type LockSent = RestArguments<RouteOf<'/broadsheet/v1/posts/(?P<id>[\\d]+)/lock'>, 'POST'>;
export type PermalinkSent = RestArguments<RouteOf<'/broadsheet/v1/permalink'>, 'POST'>;
export type PreviewsSent = RestArguments<RouteOf<'/broadsheet/v1/block-previews'>, 'POST'>;

export type FileSent = RestArguments<MediaRoutes[1], 'POST'>;
export type NewFolderSent = RestArguments<RouteOf<'/broadsheet/v1/media-folders'>, 'POST'>;
export type FolderSent = RestArguments<RouteOf<'/broadsheet/v1/media-folders/(?P<id>[\\d]+)'>, 'POST'>;
export type FileEditSent = RestArguments<MediaRoutes[2], 'POST'>;

/** Of any taxonomy: `parent` is for those whose terms stand below each other. */
export type TermSent = RestArguments<TermRoutes[1], 'POST'>;
export type NewTermSent = RestArguments<TermRoutes[0], 'POST'>;

export type CommentSent = RestArguments<RouteOf<'/wp/v2/comments/(?P<id>[\\d]+)'>, 'POST'>;
export type NewCommentSent = RestArguments<RouteOf<'/wp/v2/comments'>, 'POST'>;

export type UserSent = RestArguments<RouteOf<'/wp/v2/users/(?P<id>[\\d]+)'>, 'POST'>;
export type OwnUserSent = RestArguments<RouteOf<'/wp/v2/users/me'>, 'POST'>;
export type InvitationSent = RestArguments<RouteOf<'/broadsheet/v1/invitations'>, 'POST'>;
export type UserLinkSent = RestArguments<RouteOf<'/broadsheet/v1/users/(?P<id>[\\d]+)/link'>, 'POST'>;
export type ProgramSent = RestArguments<
  RouteOf<'/wp/v2/users/(?P<user_id>(?:[\\d]+|me))/application-passwords'>,
  'POST'
>;

export type SettingsSent = RestArguments<RouteOf<'/wp/v2/settings'>, 'POST'>;

type SentStatus = NonNullable<PostSent['status']>;
const sent = ['publish', 'future', 'draft', 'pending', 'private'] as const satisfies readonly SentStatus[];

/** The status of a post as it can be sent: what has one that only the server gives is made a draft. */
export const sentStatus = (status: string): SentStatus => sent.find((one) => one === status) ?? 'draft';

/** Whether a post of this status may have no date, and get that of its publication. */
export const mayBeUndated = (status: unknown): boolean => status === 'draft' || status === 'pending';

/** The text of a line of HTML, as REST gives names and titles that readers see. */
export const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

/** A title as lists show it: its words without formatting. */
export const titleText = (title: { readonly raw?: string | undefined } | undefined): string =>
  plainText(title?.raw ?? '').trim() || 'Without a title';
