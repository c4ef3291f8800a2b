import { registeredTaxonomies } from '../../modules/types/registry.ts';
import type { RestMethodName } from '../../kernel/http/rest/rest-reply.ts';
import { anyItem, nounOf } from './route-nouns.ts';

/**
 * Descriptions of arguments of WordPress’ routes, by name; other routes declare theirs (`.describe()`, `inPath`).
 * `{item}`, `{items}` and `{owner}` are replaced by the route's nouns: post, posts, revision.
 */
type Descriptions = Readonly<Record<string, string>>;

/** Arguments of every route and method, unless a more specific list has them. */
const everywhere: Descriptions = {
  context:
    'Which fields the response contains: those for readers (view), for embedding (embed) or for editing (edit).',
  id: 'Id of the {item}.',
  name: 'Name of the {item}.',
  slug: 'Slug that identifies the {item}.',
  parent: 'Id of the {owner} that the {items} belong to.',
  type: 'Name of the type.',
  title: 'Title of the {item}.',
  content: 'Content of the {item}.',
  description: 'Description of the {item}.',
  revision:
    'Number of the revision that the change is based on. The request fails with 409 if the {item} has changed since.',
  force: 'Whether to delete the {item} permanently. Required where there is no trash.',
  user_id: 'Id of the user.',
  uuid: 'UUID of the application password.',
  location: 'Slug of the menu location.',
  taxonomy: 'Name of the taxonomy.',
  stylesheet: 'Directory name of the theme.',
  namespace: 'Namespace of the block types, the part of the name before the slash.',
  attributes: 'Attributes of the block.',
  post_id: 'Id of the post that the block is rendered on.',
  email: 'Email address.',
  username: 'Login name of the user.',
  roles: 'Roles of the user.',
  url: 'URL of the page to describe.',
  term: 'Text to search for.',
  keyword: 'Id of the keyword that the {items} have.',
  category: 'Id of the category that the {items} belong to.',
  plugin: 'Path of the plugin file, without its extension.',
  sidebar: 'Id of the sidebar.',
  area: 'Area of the site that the template part is for.',
  post_type: 'Name of the post type.',
  wp_id: 'Id of the post that stores the template.',
  font_family_id: 'Id of the font family.',
};

const reads: Descriptions = {
  page: 'Page of the results, starting at 1.',
  per_page: 'Maximum number of {items} in the response.',
  offset: 'Number of {items} to skip.',
  search: 'Only {items} that match this text.',
  search_columns: 'Fields that are searched.',
  search_semantics: 'How the search text is matched; “exact” matches it as a whole.',
  include: 'Only the {items} with these ids.',
  exclude: 'Leave out the {items} with these ids.',
  order: 'Sort direction: ascending (asc) or descending (desc).',
  orderby: 'Field that the {items} are sorted by.',
  after: 'Only {items} published after this date (ISO 8601).',
  before: 'Only {items} published before this date (ISO 8601).',
  modified_after: 'Only {items} modified after this date (ISO 8601).',
  modified_before: 'Only {items} modified before this date (ISO 8601).',
  author: 'Only {items} by these authors (user ids).',
  author_exclude: 'Leave out {items} by these authors (user ids).',
  author_email: 'Only {items} by authors with this email address.',
  slug: 'Only {items} with these slugs.',
  status: 'Only {items} with one of these statuses.',
  parent: 'Only {items} below these parents (ids).',
  parent_exclude: 'Leave out {items} below these parents (ids).',
  menu_order: 'Only {items} at this position.',
  tax_relation: 'Whether {items} match all taxonomy filters (AND) or at least one (OR).',
  sticky: 'True: only sticky {items}. False: only the others.',
  format: 'Only {items} with one of these formats.',
  media_type: 'Only files of these media types.',
  mime_type: 'Only files with these MIME types.',
  only: 'Only files that nothing uses (unused), or that are stored more than once (copies).',
  folder: 'Only files in this folder (id). 0 lists files without a folder.',
  password: 'Password of the protected post.',
  post: 'Only {items} assigned to this post (id).',
  hide_empty: 'Whether to leave out {items} that nothing is assigned to.',
  name: 'Only {items} with this name.',
  type: 'Only {items} of this type.',
  subtype: 'Only {items} of these subtypes, such as names of post types.',
  roles: 'Only users with at least one of these roles.',
  capabilities: 'Only users with all of these capabilities.',
  who: 'Only users who can be authors.',
  has_published_posts: 'Only users with published posts: of any type (true), or of these types.',
  broadsheet_reported: 'Only comments that readers have reported.',
  namespace: 'Only block types of this namespace.',
  excerpt_length: 'Maximum number of words in a generated excerpt.',
};

const writes: Descriptions = {
  slug: 'Slug of the {item}, the last part of its URL.',
  status: 'Status of the {item}.',
  password: 'Password that readers need to see the {item}. Empty for public.',
  title: 'Title of the {item}, as text or as {"raw": text}.',
  content: 'Content of the {item}, as text or as {"raw": text}.',
  excerpt: 'Excerpt of the {item}, as text or as {"raw": text}.',
  author: 'User id of the author.',
  date: 'Publication date in the site’s time zone (ISO 8601).',
  date_gmt: 'Publication date in UTC (ISO 8601).',
  parent: 'Id of the parent {item}. 0 for none.',
  menu_order: 'Position of the {item} among its siblings.',
  featured_media: 'Id of the featured image. 0 for none.',
  comment_status: 'Whether the {item} accepts comments.',
  ping_status: 'Whether the {item} accepts pings.',
  sticky: 'Whether the {item} stays at the top of the list.',
  template: 'Template that the {item} is shown with. Empty for the default.',
  format: 'Format of the post.',
  meta: 'Meta fields by key.',
  broadsheet:
    'Fields that WordPress lacks: bylines, subtitle, and values for search engines and social networks.',
  post: 'Id of the post that the {item} belongs to.',
};

/** Lists for certain routes; the first one with the name is used. */
const byRoute: readonly {
  readonly path: RegExp;
  readonly reads?: Descriptions;
  readonly writes?: Descriptions;
  readonly all?: Descriptions;
}[] = [
  {
    path: /^\/batch\/v1$/,
    all: {
      requests: 'Requests to run, in order: each has a path, and may have a method, headers and a body.',
      validation: 'Whether all requests are validated before the first one runs (require-all-validate).',
    },
  },
  {
    path: /\/(?:revisions|autosaves)(?:\/|$)/,
    all: {
      parent: 'Id of the {owner} that the {items} belong to.',
      revision:
        'Number of the revision that the change is based on. The request fails with 409 if the {owner} has changed since.',
    },
  },
  {
    path: /^\/wp\/v2\/media\/.*\/edit$/,
    all: {
      src: 'URL of the image file to edit.',
      modifiers: 'Edits to apply in order: rotate, flip or crop, each with its arguments.',
      rotation: 'Degrees to rotate the image clockwise. Use “modifiers” instead.',
      x: 'Left edge of the crop, in percent of the width.',
      y: 'Top edge of the crop, in percent of the height.',
      width: 'Width of the crop, in percent.',
      height: 'Height of the crop, in percent.',
      caption: 'Caption of the edited image.',
      description: 'Description of the edited image.',
      title: 'Title of the edited image.',
      post: 'Id of the post that the edited image is attached to.',
      alt_text: 'Alternative text of the edited image.',
    },
  },
  {
    path: /^\/wp\/v2\/media\/.*\/post-process$/,
    all: { action: 'Work to finish after an upload: creating the image sizes.' },
  },
  {
    path: /^\/wp\/v2\/media(?:\/|$)/,
    reads: {
      parent: 'Only files attached to these posts (ids).',
      parent_exclude: 'Leave out files attached to these posts (ids).',
    },
    writes: {
      alt_text: 'Alternative text, for readers who can’t see the image.',
      caption: 'Caption, as text or as {"raw": text}.',
      description: 'Description, as text or as {"raw": text}.',
      credit: 'Credit line, as text or as {"raw": text}.',
      post: 'Id of the post that the file is attached to. 0 for none.',
      folder: 'Id of the folder. 0 for none.',
      featured_media: 'Id of the poster image of a video or audio file. 0 for none.',
      focal_point: 'Point that stays visible when the image is cropped: x and y from 0 to 1.',
    },
  },
  {
    path: /^\/wp\/v2\/comments(?:\/|$)/,
    reads: {
      post: 'Only comments on these posts (ids).',
      type: 'Only comments of this type.',
      author: 'Only comments by these users (ids).',
      parent: 'Only replies to these comments (ids).',
      parent_exclude: 'Leave out replies to these comments (ids).',
      status: 'Only comments with this status.',
    },
    writes: {
      author: 'User id of the author. 0 for a guest.',
      author_name: 'Name of the author.',
      author_email: 'Email address of the author.',
      author_url: 'Website of the author.',
      author_ip: 'IP address of the author.',
      author_user_agent: 'User agent of the author’s browser.',
      parent: 'Id of the comment that this one replies to. 0 for none.',
      password: 'Password of the protected post.',
      type: 'Type of the comment.',
      date: 'Date of the comment in the site’s time zone (ISO 8601).',
      date_gmt: 'Date of the comment in UTC (ISO 8601).',
      broadsheet_undo: 'Whether the change undoes the previous decision of a moderator.',
    },
  },
  {
    path: /\/application-passwords(?:\/|$)/,
    all: {
      name: 'Name of the application password.',
      app_id: 'UUID of the application that uses the password.',
    },
  },
  {
    path: /^\/(?:wp\/v2|broadsheet\/v1)\/users(?:\/|$)/,
    writes: {
      name: 'Display name of the user.',
      first_name: 'First name.',
      last_name: 'Last name.',
      nickname: 'Nickname.',
      url: 'Website of the user.',
      locale: 'Language of the user, as a WordPress locale. Empty for the site’s.',
      password: 'Password of the account.',
      description: 'Biography of the user.',
      slug: 'Slug of the user, the last part of the URL of the author page.',
      email: 'Email address of the user.',
      reassign: 'Id of the user who receives the posts.',
      from: 'Values that the change is based on, by field; a field that has changed since is refused.',
    },
  },
  {
    path: /^\/wp\/v2\/(?:types|taxonomies|statuses)(?:\/|$)/,
    all: {
      type: 'Name of the post type.',
      taxonomy: 'Name of the taxonomy.',
      status: 'Name of the status.',
    },
  },
  { path: /^\/wp\/v2\/search$/, all: { type: 'Only results of this kind: posts, terms or post formats.' } },
  {
    path: /^\/wp\/v2\/settings$/,
    all: {
      title: 'Title of the site.',
      description: 'Tagline of the site.',
      email: 'Email address of the administrator.',
      timezone: 'Time zone, as a city or as an offset from UTC.',
      date_format: 'Format of dates, in the notation of PHP.',
      time_format: 'Format of times, in the notation of PHP.',
      start_of_week: 'First day of the week; 0 is Sunday.',
      language: 'Language of the site.',
      use_smilies: 'Whether emoticons such as :-) become images.',
      default_category: 'Id of the category for posts without one.',
      default_post_format: 'Format of new posts.',
      posts_per_page: 'Number of posts on a page of a list.',
      show_on_front: 'Contents of the front page: the latest posts, or a page.',
      page_on_front: 'Id of the page that is the front page.',
      page_for_posts: 'Id of the page that lists the latest posts.',
      default_comment_status: 'Whether new posts accept comments.',
      default_ping_status: 'Whether new posts accept pings.',
      site_logo: 'Id of the image that is the logo. 0 for none.',
      site_icon: 'Id of the image that is the site icon. 0 for none.',
      revision:
        'Number of the revision that the change is based on. The request fails with 409 if the settings have changed since.',
    },
  },
  {
    path: /^\/wp\/v2\/menu-items(?:\/|$)/,
    reads: {
      menus: 'Only items of these menus (ids).',
      menus_exclude: 'Leave out items of these menus (ids).',
    },
    writes: {
      menus: 'Id of the menu.',
      type: 'Kind of link: a post, a term, an archive, or a URL.',
      object: 'Name of the post type or taxonomy that is linked to.',
      object_id: 'Id of the post or term that is linked to.',
      url: 'URL of a custom link.',
      attr_title: 'Title attribute of the link.',
      target: 'Target of the link: “_blank” opens a new tab.',
      classes: 'CSS classes of the link.',
      xfn: 'Relationships for the rel attribute of the link.',
      description: 'Description of the link.',
      title: 'Label of the link, as text or as {"raw": text}.',
      parent: 'Id of the item above this one. 0 for none.',
      menu_order: 'Position in the menu, starting at 1.',
    },
  },
  {
    path: /^\/wp\/v2\/menus(?:\/|$)/,
    all: {
      locations: 'Slugs of the locations that show the menu.',
      auto_add: 'Whether new top-level pages are added to the menu.',
    },
  },
  {
    path: /^\/wp\/v2\/block-(?:types|renderer)\//,
    all: { name: 'Name of the block.', namespace: 'Namespace of the block, the part before the slash.' },
  },
  { path: /^\/broadsheet\/v1\/post-locks$/, all: { include: 'Only locks of these posts (ids).' } },
  {
    path: /^\/wp-block-editor\/v1\/settings$/,
    all: { context: 'Editor that asks, such as mobile. All editors get the same settings.' },
  },
  {
    path: /^\/oembed\/1\.0\//,
    all: {
      url: 'URL of the resource to embed.',
      format: 'Format of the response: json or xml.',
      maxwidth: 'Maximum width of the embed, in pixels.',
      maxheight: 'Maximum height of the embed, in pixels.',
      discover: 'Whether providers that are not listed may be discovered.',
    },
  },
];

function describeTerms(name: string, isRead: boolean): string | undefined {
  const taxonomy = registeredTaxonomies().find(
    ({ restBase }) => restBase !== undefined && (restBase === name || `${restBase}_exclude` === name),
  );
  if (!taxonomy) return undefined;
  const terms = taxonomy.labels.plural.toLowerCase();
  if (name !== taxonomy.restBase) return `Leave out {items} with these ${terms} (ids).`;
  return isRead ? `Only {items} with these ${terms} (ids).` : `Ids of the ${terms} of the {item}.`;
}

/** Describes the arguments of one method of a route, by name; undefined for a name that no list has. */
export function describeArguments(
  path: string,
  method: RestMethodName,
): (name: string) => string | undefined {
  const isRead = method === 'GET';
  const found = path
    .split('/')
    .slice(2)
    .map(nounOf)
    .filter((noun) => noun !== undefined);
  const [item, items] = found.at(-1) ?? anyItem;
  const [owner] = found[0] ?? anyItem;
  const specific = byRoute
    .filter((one) => one.path.test(path))
    .flatMap(({ all, ...one }) => [isRead ? one.reads : one.writes, all]);
  const lists = [...specific, isRead ? reads : writes, everywhere];
  return (name) => {
    const text =
      lists.find((list) => list && Object.hasOwn(list, name))?.[name] ?? describeTerms(name, isRead);
    return text?.replaceAll('{items}', items).replaceAll('{item}', item).replaceAll('{owner}', owner);
  };
}
