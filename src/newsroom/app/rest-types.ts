import type {
  MediaRoutes,
  PostRoutes,
  RestReply,
  RevisionReply,
  RouteOf,
  TermRoutes,
  RestArguments,
} from '../../site/rest/rest-types.ts';
import { say } from '../words.ts';

/**
 * REST replies as their routes declare them, so that the compiler reports readers of a renamed field. Screens pick the
 * fields they request. `Seen`: view context, `Edited`: edit context, `Embedded`: embed context.
 */

/** Raw texts only, for types that have them. */
export type Written<Thing, Names extends keyof Thing> = {
  readonly [Name in Names]-?: Pick<Extract<Thing[Name], { readonly raw: string }>, 'raw'>;
};

type PostRoute = PostRoutes[1];
/** A post of any type: fields that only some types have are optional. */
export type SeenPost = RestReply<PostRoute, 'GET'>;
export type EditedPost = RestReply<PostRoute, 'GET', 'edit'>;
export type EmbeddedPost = RestReply<PostRoute, 'GET', 'embed'>;
/** Post fields that WordPress does not have. */
export type TextDetails = NonNullable<EditedPost['broadsheet']>;
export type EditedRevision = RevisionReply<'edit'>;
export type TemplateWarnings = RestReply<RouteOf<'/broadsheet/v1/template-warnings'>, 'GET'>;
export type PostTemplates = RestReply<RouteOf<'/broadsheet/v1/post-templates'>, 'GET'>;
export type PostCounts = RestReply<RouteOf<'/broadsheet/v1/post-counts'>, 'GET'>;
export type PostLocks = RestReply<RouteOf<'/broadsheet/v1/post-locks'>, 'GET'>;
export type PostTypeOf = RestReply<RouteOf<'/broadsheet/v1/posts/(?P<id>[\\d]+)/type'>, 'GET'>;
export type PlannedPermalink = RestReply<RouteOf<'/broadsheet/v1/permalink'>, 'POST'>;
type ShareRoute = RouteOf<'/broadsheet/v1/posts/(?P<id>[\\d]+)/share'>;
export type DraftShare = RestReply<ShareRoute, 'GET'>;
export type ShareReply = RestReply<ShareRoute, 'POST'>;
export type LockReply = RestReply<RouteOf<'/broadsheet/v1/posts/(?P<id>[\\d]+)/lock'>, 'POST'>;

export type EmbedReply = RestReply<RouteOf<'/oembed/1.0/proxy'>, 'GET'>;

type FileRoute = MediaRoutes[1];
export type SeenFile = RestReply<FileRoute, 'GET'>;
export type EditedFile = RestReply<FileRoute, 'GET', 'edit'>;
export type MediaFolders = RestReply<RouteOf<'/broadsheet/v1/media-folders'>, 'GET'>;
export type FileUses = RestReply<MediaRoutes[3], 'GET'>;

type TermRoute = TermRoutes[1];
/** Of any taxonomy; `parent` only in hierarchical ones. */
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
/** An application password; the password itself is only in the reply to its creation. */
export type ListedProgram = RestReply<ProgramsRoute, 'GET'>[number];
export type ProgramReply = RestReply<ProgramsRoute, 'POST'>;

type CommentRoute = RouteOf<'/wp/v2/comments/(?P<id>[\\d]+)'>;
export type EditedComment = RestReply<CommentRoute, 'GET', 'edit'>;
export type EmbeddedComment = RestReply<CommentRoute, 'GET', 'embed'>;
export type CommentCounts = RestReply<RouteOf<'/broadsheet/v1/comment-counts'>, 'GET'>;

export type Reauthentication = RestReply<RouteOf<'/broadsheet/v1/reauthentication'>, 'GET'>;
export type ReauthenticationSent = RestArguments<RouteOf<'/broadsheet/v1/reauthentication'>, 'POST'>;
export type Backups = RestReply<RouteOf<'/broadsheet/v1/backups'>, 'GET'>;
type RestoreRoute = RouteOf<'/broadsheet/v1/backups/(?P<name>broadsheet-[\\w-]+\\.tar\\.gz)/restore'>;
export type RestoreSent = RestArguments<RestoreRoute, 'POST'>;
export type Settings = RestReply<RouteOf<'/broadsheet/v1/settings'>, 'GET'>;
export type UploadedFonts = RestReply<RouteOf<'/broadsheet/v1/look/fonts'>, 'POST'>;
export type ImportedLook = RestReply<RouteOf<'/broadsheet/v1/look'>, 'POST'>;
export type SettingsPages = RestReply<RouteOf<'/broadsheet/v1/settings/pages'>, 'GET'>;
export type SavedSettings = RestReply<RouteOf<'/broadsheet/v1/settings'>, 'POST'>;
export type SettingsPreview = RestReply<RouteOf<'/broadsheet/v1/settings/preview'>, 'POST'>;
export type ListedMenu = RestReply<RouteOf<'/wp/v2/menus/(?P<id>[\\d]+)'>, 'GET', 'edit'>;
export type ListedMenuLocations = RestReply<RouteOf<'/wp/v2/menu-locations'>, 'GET'>;
type MenuRoute = RouteOf<'/broadsheet/v1/menus/(?P<id>[\\d]+)'>;
/** A menu with all its items. */
export type MenuTree = RestReply<MenuRoute, 'GET'>;
export type MenuPreview = RestReply<RouteOf<'/broadsheet/v1/menus/preview'>, 'POST'>;
export type Dashboard = RestReply<RouteOf<'/broadsheet/v1/dashboard'>, 'GET'>;
export type WidgetAreas = RestReply<RouteOf<'/broadsheet/v1/widget-areas'>, 'GET'>;
type WidgetAreaRoute = RouteOf<'/broadsheet/v1/widget-areas/(?P<area>[a-z0-9_-]+)'>;
export type WidgetArea = RestReply<WidgetAreaRoute, 'GET'>;
export type WidgetPreview = RestReply<RouteOf<'/broadsheet/v1/widget-previews'>, 'POST'>;
export type WidgetImport = RestReply<RouteOf<'/broadsheet/v1/widget-imports'>, 'POST'>;
type FrontRoute = RouteOf<'/broadsheet/v1/front'>;
export type FrontDesk = RestReply<FrontRoute, 'GET'>;
export type FrontPreview = RestReply<RouteOf<'/broadsheet/v1/front/preview'>, 'POST'>;
export type FrontPresence = RestReply<RouteOf<'/broadsheet/v1/front/presence'>, 'POST'>;
export type FormerFronts = RestReply<RouteOf<'/broadsheet/v1/front/history'>, 'GET'>;
export type ActivityEntries = RestReply<RouteOf<'/broadsheet/v1/activity'>, 'GET'>;
export type ActivityPeople = RestReply<RouteOf<'/broadsheet/v1/activity/people'>, 'GET'>;
export type SiteHealth = RestReply<RouteOf<'/broadsheet/v1/health'>, 'GET'>;
export type MailTest = RestReply<RouteOf<'/broadsheet/v1/health/mail-test'>, 'POST'>;
export type Jobs = RestReply<RouteOf<'/broadsheet/v1/jobs'>, 'GET'>;
export type RetryJobsSent = RestArguments<RouteOf<'/broadsheet/v1/jobs/retry'>, 'POST'>;
export type RetriedJobs = RestReply<RouteOf<'/broadsheet/v1/jobs/retry'>, 'POST'>;

export type ImportState = RestReply<RouteOf<'/broadsheet/v1/imports'>, 'GET'>;
export type ImportReportPage = RestReply<RouteOf<'/broadsheet/v1/imports/report'>, 'GET'>;
export type ImportedTemplates = RestReply<RouteOf<'/broadsheet/v1/imports/templates'>, 'GET'>;

type RedirectRoute = RouteOf<'/broadsheet/v1/redirects/(?P<id>[\\d]+)'>;
export type ContentType = RestReply<
  RouteOf<'/broadsheet/v1/content-types/(?P<name>[a-z][a-z0-9_-]*)'>,
  'GET'
>;
export type ReadyTypes = RestReply<RouteOf<'/broadsheet/v1/content-types/ready'>, 'GET'>;
export type ContentTaxonomy = RestReply<
  RouteOf<'/broadsheet/v1/content-taxonomies/(?P<name>[a-z][a-z0-9_-]*)'>,
  'GET'
>;
export type ListedRedirect = RestReply<RedirectRoute, 'GET'>;
export type RedirectTrace = RestReply<RouteOf<'/broadsheet/v1/redirects/test'>, 'GET'>;
export type ImportPlan = RestReply<RouteOf<'/broadsheet/v1/redirects/import'>, 'POST'>;
export type MissingPages = RestReply<RouteOf<'/broadsheet/v1/missing-pages'>, 'GET'>;

export type PushStatus = RestReply<RouteOf<'/broadsheet/v1/push'>, 'GET'>;
export type PushMessages = RestReply<RouteOf<'/broadsheet/v1/push/messages'>, 'GET'>;
export type PushMessage = RestReply<RouteOf<'/broadsheet/v1/push/messages'>, 'POST'>;
export type PushTested = RestReply<RouteOf<'/broadsheet/v1/push/test'>, 'POST'>;
export type PushSubscribers = RestReply<RouteOf<'/broadsheet/v1/push/subscribers'>, 'GET'>;

export type SiteSettings = RestReply<RouteOf<'/wp/v2/settings'>, 'GET'>;

export type BlockTypes = RestReply<RouteOf<'/wp/v2/block-types'>, 'GET', 'edit'>;
export type BlockPreviews = RestReply<RouteOf<'/broadsheet/v1/block-previews'>, 'POST'>;
export type FoundThings = RestReply<RouteOf<'/wp/v2/search'>, 'GET'>;

/**
 * REST arguments as their routes declare them, so that the compiler reports callers of a renamed argument. `rest` only
 * accepts a body if its call names one of these types.
 */

/**
 * A post of any type: fields that only some types have are optional. Terms are sent by the REST bases of their
 * taxonomies, which the site's definitions determine.
 */
export type PostSent = RestArguments<PostRoutes[1], 'POST'>;
export type AutosaveSent = Pick<PostSent, 'title' | 'content' | 'excerpt' | 'meta' | 'revision' | 'window'>;
export type LockSent = RestArguments<RouteOf<'/broadsheet/v1/posts/(?P<id>[\\d]+)/lock'>, 'POST'>;
export type PermalinkSent = RestArguments<RouteOf<'/broadsheet/v1/permalink'>, 'POST'>;
export type PreviewsSent = RestArguments<RouteOf<'/broadsheet/v1/block-previews'>, 'POST'>;

export type FileSent = RestArguments<MediaRoutes[1], 'POST'>;
export type NewFolderSent = RestArguments<RouteOf<'/broadsheet/v1/media-folders'>, 'POST'>;
export type FolderSent = RestArguments<RouteOf<'/broadsheet/v1/media-folders/(?P<id>[\\d]+)'>, 'POST'>;
export type FileEditSent = RestArguments<MediaRoutes[2], 'POST'>;

/** Of any taxonomy; `parent` only for hierarchical ones. */
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

export type NewMenuSent = RestArguments<RouteOf<'/wp/v2/menus'>, 'POST'>;
export type SavedMenuTree = RestReply<MenuRoute, 'POST'>;
export type DeletedMenuSent = RestArguments<RouteOf<'/broadsheet/v1/menus'>, 'POST'>;
export type MenuTreeSent = RestArguments<MenuRoute, 'POST'>;
export type FrontSent = RestArguments<FrontRoute, 'PUT'>;
export type FrontPreviewSent = RestArguments<RouteOf<'/broadsheet/v1/front/preview'>, 'POST'>;
export type MenuPreviewSent = RestArguments<RouteOf<'/broadsheet/v1/menus/preview'>, 'POST'>;
export type WidgetAreaSent = RestArguments<WidgetAreaRoute, 'POST'>;
export type WidgetPreviewSent = RestArguments<RouteOf<'/broadsheet/v1/widget-previews'>, 'POST'>;
export type WidgetImportSent = RestArguments<RouteOf<'/broadsheet/v1/widget-imports'>, 'POST'>;
export type OwnSettingsSent = RestArguments<RouteOf<'/broadsheet/v1/settings'>, 'POST'>;
export type SettingsPreviewSent = RestArguments<RouteOf<'/broadsheet/v1/settings/preview'>, 'POST'>;
export type StartImportSent = RestArguments<RouteOf<'/broadsheet/v1/imports'>, 'POST'>;
export type RedirectSent = RestArguments<RedirectRoute, 'POST'>;
export type NewRedirectSent = RestArguments<RouteOf<'/broadsheet/v1/redirects'>, 'POST'>;
export type ImportSent = RestArguments<RouteOf<'/broadsheet/v1/redirects/import'>, 'POST'>;
export type PushMessageSent = RestArguments<RouteOf<'/broadsheet/v1/push/messages'>, 'POST'>;
export type PushStopSent = RestArguments<RouteOf<'/broadsheet/v1/push/messages/(?P<id>[\\d]+)/stop'>, 'POST'>;
export type PushTestSent = RestArguments<RouteOf<'/broadsheet/v1/push/test'>, 'POST'>;
export type FieldsSent = RestArguments<RouteOf<'/broadsheet/v1/fields/(?P<type>[a-z0-9_-]+)'>, 'PUT'>;
export type SettingsSent = RestArguments<RouteOf<'/wp/v2/settings'>, 'POST'>;

type SentStatus = NonNullable<PostSent['status']>;
const sent = ['publish', 'future', 'draft', 'pending', 'private'] as const satisfies readonly SentStatus[];

/** The status to send: statuses that only the server assigns become draft. */
export const sentStatus = (status: string): SentStatus => sent.find((one) => one === status) ?? 'draft';

/** Whether a post with this status can be without a date until it is published. */
export const mayBeUndated = (status: unknown): boolean => status === 'draft' || status === 'pending';

/** Converts a line of HTML to text, for names and titles as REST renders them. */
export const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

export const titleText = (title: { readonly raw?: string | undefined } | undefined): string =>
  plainText(title?.raw ?? '').trim() || say('(no title)');
