import type {
  MediaRoutes,
  PostRoutes,
  RestArguments,
  RouteOf,
  TermRoutes,
} from '../../site/rest/rest-types.ts';

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
