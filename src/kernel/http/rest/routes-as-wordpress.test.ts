import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeKind } from './resource.ts';
import { isRestMethod, restMethods } from './rest-reply.ts';
import type { RestMethod, RestRoute } from './rest-route.ts';
import { restRouteList } from '../../../site/rest/rest-routes.ts';

/** WordPress' routes, methods and arguments, one method of a route per line; the second line explains the format. */
const file = fileURLToPath(new URL('../../../../../shared/data/wp-rest-routes.txt', import.meta.url));

/** An argument in the index; null is no default. */
interface IndexArg {
  /** `string`, or several: `null|string`. */
  readonly type: string | undefined;
  readonly format: string | undefined;
  /** Type of a list's entries. */
  readonly items: string | undefined;
  readonly required: boolean;
  readonly default: string | undefined;
  readonly enum: string | undefined;
  readonly minimum: string | undefined;
  readonly maximum: string | undefined;
}
type Args = ReadonlyMap<string, IndexArg>;

const sorted = (words: readonly string[]) => words.toSorted().join('|');

/** Formats, which are written in the place of an enum's values. */
const formats = new Set(['date-time', 'uri', 'email', 'ip', 'uuid']);

/** Parses `per_page:integer[1..100]=10`. */
function readArg(word: string): [string, IndexArg] | undefined {
  const [, name, bang, typed = '', bare] = /^([a-z_]+)(!?)(?::(.+)|=(.*)|)$/.exec(word) ?? [];
  if (name === undefined) return undefined;
  const isList = /^(?:array|object)/.test(typed);
  const [, type = typed, fallback] =
    (isList ? /^(array(?:\[[^\]]*\])?<[^{}]*>)=(.*)$/ : /^(.*[^<>])=([^=]*)$/).exec(typed) ?? [];
  const [, words] = /^string\(([^)]*)\)/.exec(type) ?? [];
  const [, from, to, least] = /^(?:integer|number)(?:\[(\d*)\.\.(\d*)\]|>=(\d+))/.exec(type) ?? [];
  const defaultText = typed === '' ? bare : fallback;
  const [, names = '', inBrackets = ''] = /^([a-z-]+(?:\|[a-z-]+)*)(?:\(([^)]*)\))?/.exec(type) ?? [];
  const [, items] = /^array(?:\[[^\]]*\])?<([a-z]+)/.exec(type) ?? [];
  const format = [names, inBrackets].find((one) => formats.has(one));
  return [
    name,
    {
      type: names === '' ? undefined : names === format ? 'string' : sorted(names.split('|')),
      format,
      items,
      required: bang === '!',
      default: defaultText === 'null' ? undefined : defaultText,
      enum:
        words === undefined || formats.has(words) ? undefined : sorted(words.replaceAll('""', '').split('|')),
      minimum: from ?? least,
      maximum: to,
    },
  ];
}

/** Arguments of every line, by path and methods. */
function readFacts(): Map<string, Args> {
  const lines = new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, name, rest = ''] = /^(\/\S* [A-Z]+(?:,[A-Z]+)*)(?: (.*))?$/.exec(line) ?? [];
        return name === undefined || rest.includes('[older]') ? [] : [[name, rest] as const];
      }),
  );
  const argsOf = (name: string): Args => {
    const rest = lines.get(name) ?? expect.fail(`A line names ${name}, which does not exist.`);
    const [same = '', like, without = ''] = /^same as (\S+ [A-Z,]+)(?: - (\S+))?/.exec(rest) ?? [];
    const left = new Set(without.split(','));
    const own = rest.slice(same.length).split(' - ')[0] ?? '';
    const inherited = like === undefined ? [] : [...argsOf(like)].filter(([arg]) => !left.has(arg));
    return new Map([
      ...inherited,
      ...own.split(' ').flatMap((word) => [readArg(word)].filter((arg) => arg !== undefined)),
    ]);
  };
  return new Map([...lines.keys()].map((name) => [name, argsOf(name)]));
}

/** The same for our methods. */
function argsOfOurs({ schema, required }: RestMethod<never>): Args {
  return new Map(
    Object.entries(schema?.shape ?? {}).map(([name, kind]) => {
      const declared = describeKind(kind);
      const text = (key: string) =>
        typeof declared[key] === 'string' ? declared[key] : JSON.stringify(declared[key]);
      const words = (value: unknown) =>
        Array.isArray(value) ? sorted(value.map(String)) : value === undefined ? undefined : String(value);
      return [
        name,
        {
          type: words(declared['type']),
          format: text('format'),
          items: words(Object(declared['items'])['type']),
          required: required.includes(name),
          default: text('default'),
          enum: words(declared['enum']),
          minimum: text('minimum'),
          maximum: text('maximum'),
        },
      ];
    }),
  );
}

const keys = ['type', 'format', 'items', 'required', 'default', 'enum', 'minimum', 'maximum'] as const;
const shape = (path: string) => path.replaceAll(templateId, '[^:<>*?"|]+').replaceAll(/\(\?P<\w+>/g, '(');
/** WordPress' pattern of template ids, which backtracks without bounds. */
const templateId = String.raw`([^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)[\/\w%-]+`;
/** A path's short form in differences: `posts/:id`. */
const short = (path: string) =>
  path.replace('/wp/v2/', '').replaceAll(/\(\?P<(\w+)>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, ':$1');

/** One line per difference: missing or additional routes, methods and arguments, and different declarations. */
function differences(): string[] {
  const routes = new Map<string, RestRoute>(restRouteList().map((route) => [shape(route.path), route]));
  const found: string[] = [];
  const theirMethods = new Set<string>();
  for (const [line, args] of readFacts()) {
    const [path = '', names = ''] = line.split(' ');
    const inPath = new Set([...path.matchAll(/\(\?P<(\w+)>/g)].map(([, name = '']) => name));
    const wordpressArgs = new Map(
      [...args].filter(([name]) => !inPath.has(name) && !(name === 'parent' && path.endsWith('/autosaves'))),
    );
    for (const name of names.split(',')) {
      const begin = `${name} ${short(path)}`;
      theirMethods.add(`${name} ${shape(path)}`);
      const method = isRestMethod(name) ? routes.get(shape(path))?.methods[name] : undefined;
      if (!method) {
        found.push(`${begin} is missing`);
        continue;
      }
      const ours = argsOfOurs(method);
      for (const [arg, expected] of wordpressArgs) {
        const own = ours.get(arg);
        if (!own) found.push(`${begin} lacks ${arg}`);
        for (const key of own ? keys : []) {
          // Without a type any type is allowed.
          if (key === 'type' && expected.type === undefined) continue;
          if (own?.[key] !== expected[key])
            found.push(`${begin} tells ${arg}: ${key} is ${own?.[key]}, not ${expected[key]}`);
        }
      }
      for (const arg of ours.keys()) if (!args.has(arg)) found.push(`${begin} has ${arg}`);
    }
  }
  for (const { path, methods } of restRouteList()) {
    for (const name of restMethods)
      if (methods[name] && !theirMethods.has(`${name} ${shape(path)}`))
        found.push(`${name} ${short(path)} is ours`);
  }
  return found;
}

/** Expands `{a,b} {c,d}` to all combinations. */
function spellOut(line: string): string[] {
  const [whole = '', words = ''] = /\{([^{}]*)\}/.exec(line) ?? [];
  return whole === ''
    ? [line]
    : words.split(',').flatMap((word) => spellOut(line.replace(whole, () => word)));
}

const allOrders = 'author|date|id|include|include_slugs|menu_order|modified|parent|relevance|slug|title';

/**
 * Intended differences with their reasons: lines of `differences`, with `{a,b}` for several. Each difference must be
 * listed once, and each line must occur.
 */
const named: readonly (readonly [string, string])[] = [
  // Routes.
  [`GET /wp-block-editor/v1/settings is ours`, 'the Gutenberg plugin of WordPress has it'],
  [
    `{GET,POST} menu-items/:id/autosaves is missing
    GET menu-items/:parent/autosaves/:id is missing`,
    'menu items are not edited for long',
  ],
  [
    `GET {templates,template-parts} lacks {wp_id,area,post_type}
    GET font-families lacks {page,per_page,exclude,include,search_semantics,offset,order,orderby,slug}
    GET font-collections lacks {page,per_page}
    GET plugins lacks {search,status}
    GET block-patterns/{patterns,categories} has context
    GET pattern-directory/patterns lacks {page,per_page,search,category,keyword,slug,offset,order,orderby}
    GET block-directory/search lacks {page,per_page}
    GET block-directory/search tells context: enum is edit|embed|view, not view
    GET font-families/:font_family_id/font-faces lacks {page,per_page,exclude,include,search_semantics,offset,order,orderby}
    GET global-styles/:parent/revisions lacks {page,per_page,offset}
    GET {templates,template-parts}/:parent/revisions lacks {page,per_page,search,exclude,include,offset,order,orderby}
    GET {templates,template-parts}/lookup lacks {is_custom,template_prefix}`,
    'a list that is always empty has no filters',
  ],
  [
    `POST {plugins,plugins/:plugin} lacks status
    POST plugins lacks slug
    {POST,PUT,PATCH,DELETE} plugins/:plugin lacks context
    {PUT,PATCH} plugins/:plugin lacks status
    POST {widgets,widgets/:id} lacks {id_base,sidebar,instance,form_data}
    POST widgets lacks id
    {PUT,PATCH} widgets/:id lacks {id_base,sidebar,instance,form_data}
    {POST,PUT,PATCH} sidebars/:id lacks widgets
    POST widget-types/:id/encode lacks {instance,form_data}
    POST widget-types/:id/render lacks instance
    POST {font-families,font-families/:id} lacks {theme_json_version,font_family_settings}
    {PUT,PATCH} font-families/:id lacks {theme_json_version,font_family_settings}
    POST font-families/:font_family_id/font-faces lacks {theme_json_version,font_face_settings}
    {POST,PUT,PATCH} global-styles/:id lacks {styles,settings,title}
    POST {templates,template-parts} lacks {slug,theme,type,content,title,description,status,author}
    {POST,PUT,PATCH} {templates,template-parts}/:id lacks {slug,theme,type,content,title,description,status,author}
    POST {templates,template-parts}/:id/autosaves lacks {slug,theme,type,content,title,description,status,author}
    POST {template-parts,template-parts/:id,template-parts/:id/autosaves} lacks area
    {PUT,PATCH} template-parts/:id lacks area
    DELETE {font-families/:id,font-families/:font_family_id/font-faces/:id,templates/:id,template-parts/:id,widgets/:id} lacks force
    DELETE {templates,template-parts}/:parent/revisions/:id lacks force`,
    'a write that is always refused reads nothing',
  ],
  [`GET /broadsheet/v1 is ours`, 'the index of what WordPress has no route for'],
  [
    `{GET,POST} /broadsheet/v1/look is ours
    POST /broadsheet/v1/look/fonts is ours
     {GET,POST} /broadsheet/v1/settings is ours
     GET /broadsheet/v1/settings/pages is ours
     POST /broadsheet/v1/settings/preview is ours`,
    'WordPress has few of its settings in REST',
  ],
  [
    `GET /broadsheet/v1/activity is ours
    GET /broadsheet/v1/activity/people is ours
    GET /broadsheet/v1/activity/export is ours`,
    'WordPress has no log of changes',
  ],
  [
    `GET /broadsheet/v1/health is ours
    POST /broadsheet/v1/health/mail-test is ours
    GET /broadsheet/v1/jobs is ours
    POST /broadsheet/v1/jobs/retry is ours
    DELETE /broadsheet/v1/jobs/:id is ours
    POST /broadsheet/v1/jobs/:id/retry is ours`,
    'Site Health of WordPress runs its tests in the browser, and its jobs are not in REST',
  ],
  [`GET /broadsheet/v1/dashboard is ours`, 'WordPress renders its dashboard on the server'],
  [`{GET,POST} /broadsheet/v1/reauthentication is ours`, 'sensitive routes ask for the password again'],
  [
    `{GET,POST} /broadsheet/v1/backups is ours
    POST /broadsheet/v1/backups/files is ours
    DELETE /broadsheet/v1/backups/:name is ours
    GET /broadsheet/v1/backups/:name/download is ours
    POST /broadsheet/v1/backups/:name/restore is ours`,
    'WordPress has no backups',
  ],
  [
    `{GET,POST,DELETE} /broadsheet/v1/imports is ours
    {POST,DELETE} /broadsheet/v1/imports/files is ours
    {POST,DELETE} /broadsheet/v1/imports/uploads is ours
    POST /broadsheet/v1/imports/check is ours
    GET /broadsheet/v1/imports/report is ours
    GET /broadsheet/v1/imports/templates is ours`,
    'WordPress imports without REST',
  ],
  [
    `GET /broadsheet/v1/push is ours
    {GET,POST} /broadsheet/v1/push/messages is ours
    DELETE /broadsheet/v1/push/messages/:id is ours
    POST /broadsheet/v1/push/messages/:id/stop is ours
    POST /broadsheet/v1/push/test is ours
    GET /broadsheet/v1/push/subscribers is ours
    DELETE /broadsheet/v1/push/subscribers/:id is ours`,
    'WordPress has no push messages',
  ],
  [
    `GET /broadsheet/v1/fields is ours
    {GET,POST,PUT} /broadsheet/v1/fields/:type is ours`,
    'WordPress’ code registers fields',
  ],
  [
    `{GET,POST} /broadsheet/v1/redirects is ours
    {GET,POST,PUT,PATCH,DELETE} /broadsheet/v1/redirects/:id is ours
    GET /broadsheet/v1/redirects/test is ours
    GET /broadsheet/v1/redirects/export is ours
    POST /broadsheet/v1/redirects/import is ours
    GET /broadsheet/v1/missing-pages is ours
    DELETE /broadsheet/v1/missing-pages/:id is ours`,
    'WordPress has no redirects',
  ],
  [
    `POST /broadsheet/v1/menus is ours
    {GET,POST} /broadsheet/v1/menus/:id is ours
    POST /broadsheet/v1/menus/preview is ours`,
    'WordPress saves menus item by item',
  ],
  [
    `GET /broadsheet/v1/widget-areas is ours
    {GET,POST,DELETE} /broadsheet/v1/widget-areas/:area is ours
    POST /broadsheet/v1/{widget-previews,widget-imports} is ours`,
    'WordPress saves widgets one by one, in areas of its theme',
  ],
  [
    `{GET,POST} /broadsheet/v1/content-types is ours
    {GET,POST} /broadsheet/v1/content-types/ready is ours
    {GET,POST,PUT,PATCH,DELETE} /broadsheet/v1/content-types/:name is ours
    {GET,POST} /broadsheet/v1/content-taxonomies is ours
    {GET,POST,PUT,PATCH,DELETE} /broadsheet/v1/content-taxonomies/:name is ours`,
    'WordPress defines types in code',
  ],
  [
    `{GET,POST} /broadsheet/v1/roles is ours
    {GET,POST,PUT,PATCH,DELETE} /broadsheet/v1/roles/:name is ours`,
    'a role is a row, which WordPress keeps for plugins',
  ],
  [
    `POST {posts,pages} has broadsheet
    {POST,PUT,PATCH} {posts,pages}/:id has broadsheet`,
    'WordPress has no field for several authors, a subtitle or search metadata',
  ],
  [
    `POST /broadsheet/v1/permalink is ours
    POST /broadsheet/v1/posts/:id/permalink is ours`,
    'WordPress answers the address of a stored draft alone',
  ],
  [`POST /broadsheet/v1/block-previews is ours`, 'WordPress renders one block a request'],
  [
    `GET /broadsheet/v1/post-templates is ours`,
    'WordPress tells its editor in PHP which templates a post may have',
  ],
  [
    `GET /broadsheet/v1/{post-counts,comment-counts,user-counts} is ours`,
    'WordPress counts for the tabs of lists in PHP',
  ],
  [`POST /broadsheet/v1/users/:id/link is ours`, 'WordPress mails password links, and never shows them'],
  [`POST /broadsheet/v1/invitations is ours`, 'WordPress generates a password for a new user'],
  [
    `{GET,DELETE} /broadsheet/v1/users/:id/sessions is ours
    DELETE /broadsheet/v1/users/:id/sessions/:session is ours`,
    'WordPress ends all sessions of a user at once, by an action of its screen',
  ],
  [
    `{GET,POST} /broadsheet/v1/media-folders is ours
    {POST,PUT,PATCH,DELETE} /broadsheet/v1/media-folders/:id is ours`,
    'WordPress leaves folders of the library to plugins',
  ],
  [
    `{GET,POST} /broadsheet/v1/templates is ours
    POST /broadsheet/v1/front-page-template is ours
    {GET,POST} /broadsheet/v1/template-library is ours
    {GET,POST} /broadsheet/v1/template-files is ours`,
    'templates of WordPress are of another kind, and belong to a theme',
  ],
  [
    `{GET,POST,PUT} /broadsheet/v1/front is ours
    POST /broadsheet/v1/front/preview is ours
    POST /broadsheet/v1/front/presence is ours
    GET /broadsheet/v1/front/history is ours`,
    'WordPress has no desk for the front page',
  ],
  [`{GET,POST} /broadsheet/v1/cached-pages is ours`, 'WordPress has no page cache'],
  [`GET /broadsheet/v1/term-tree is ours`, 'WordPress makes the tree of its list in PHP'],
  [`{GET,DELETE} /broadsheet/v1/users/:id/personal-data is ours`, 'WordPress has screens for it'],
  [
    `GET /broadsheet/v1/confirmations is ours
    {POST,DELETE} /broadsheet/v1/confirmations/:id is ours`,
    'without a mail server links must be copied by an administrator',
  ],
  [`GET /broadsheet/v1/posts/:id/type is ours`, 'WordPress tells its editor in PHP of which type a post is'],
  [
    `{GET,POST,DELETE} /broadsheet/v1/posts/:id/share is ours`,
    'WordPress never shows drafts without an account',
  ],
  [
    `{POST,DELETE} /broadsheet/v1/posts/:id/lock is ours
    GET /broadsheet/v1/post-locks is ours`,
    'WordPress tells who edits by its heartbeat, an AJAX action',
  ],
  [
    `{GET,POST,PUT,PATCH,DELETE} /broadsheet/v1/templates/:id is ours
    GET /broadsheet/v1/templates/:id/revisions is ours
    {GET,POST} /broadsheet/v1/templates/:parent/revisions/:id is ours
    GET /broadsheet/v1/template-changes is ours
    POST /broadsheet/v1/template-changes/:id/undo is ours
    POST /broadsheet/v1/template-changes/:id/undo-since is ours
    GET /broadsheet/v1/template-explanation is ours
    GET /broadsheet/v1/template-reach is ours
    GET /broadsheet/v1/template-sample is ours
    POST /broadsheet/v1/template-preview is ours
    POST /broadsheet/v1/template-check is ours
    GET /broadsheet/v1/template-warnings is ours`,
    'WordPress has templates of block themes alone, which know neither assignments nor their history',
  ],
  [
    `GET /td-cloud-library is ours
    POST /td-cloud-library/new_template is ours`,
    'the builder of a theme brings it, and its scripts ask for it',
  ],
  [
    `POST /broadsheet/v1/media/:id/file is ours`,
    'WordPress leaves it to plugins to put another file in the place of one',
  ],
  [`GET /broadsheet/v1/media/:id/uses is ours`, 'WordPress knows of one post that a file was uploaded to'],
  [
    `DELETE {posts,pages,blocks,navigation}/:parent/autosaves/:id is ours`,
    'WordPress can’t discard one of a type without revisions',
  ],
  [
    `POST /broadsheet/v1/{posts,pages,blocks,navigation}/:parent/revisions/:id is ours`,
    'WordPress brings revisions back on a screen of its own',
  ],
  [`{POST,DELETE} /broadsheet/v1/users/:id/portrait is ours`, 'WordPress leaves portraits to another site'],
  // Arguments of reading.
  [`GET {posts,pages,blocks}/:id lacks excerpt_length`, 'excerpts have the length that the site gives them'],
  [
    `GET menu-items lacks {after,before,modified_after,modified_before,slug,search_columns,search_semantics,tax_relation}
    GET menu-items tells orderby: enum is id|include|menu_order|parent|title, not ${allOrders}`,
    'items have no dates, authors, addresses and texts, and belong to one menu',
  ],
  [`GET media has {folder,only}`, 'WordPress does not know what is used, what is there twice, and folders'],
  [`GET {/wp/v2,/oembed/1.0,/wp-block-editor/v1,/wp-site-health/v1} lacks namespace`, 'the path says it'],
  [
    `GET {tags,wp_pattern_category,menus} has parent
    GET categories has offset`,
    'collections of terms ask alike',
  ],
  [
    `GET {categories,tags,wp_pattern_category} has name`,
    'WordPress looks for parts of names, behind which a short one is never found',
  ],
  [
    `POST comments has {type,password}
    {POST,PUT,PATCH} comments/:id has type`,
    'WordPress reads both without declaring them',
  ],
  ['GET comments has broadsheet_reported', 'what readers reported; WordPress takes no reports'],
  [
    '{POST,PUT,PATCH} comments/:id has broadsheet_undo',
    'what readers reported of one is not dismissed by who takes a decision back',
  ],
  [
    `GET comments tells {author,author_exclude}: default is [], not undefined`,
    'it is the same; lists of ids have the same form',
  ],
  [
    `GET {posts,pages,media,blocks,navigation,comments,users,menus,tags,wp_pattern_category,menu-items} tells offset: minimum is 0, not undefined
    GET {posts,pages,blocks,navigation}/:parent/revisions tells offset: minimum is 0, not undefined`,
    'the first has no predecessor; the index says so',
  ],
  [
    `GET media tells {media_type,mime_type}: type is array, not string
    GET media tells {media_type,mime_type}: items is string, not undefined
    GET media tells media_type: enum is undefined, not application|audio|image|text|video`,
    'several may be named',
  ],
  [
    `GET users tells has_published_posts: items is string, not undefined`,
    'the index says what the list holds',
  ],
  [
    `GET {posts,pages,blocks,navigation}/:parent/revisions tells per_page: default is 10, not undefined`,
    'lists have bounds',
  ],
  [`GET search tells subtype: default is undefined, not any`, 'any subtype is the same as none'],
  [
    `GET {/,/wp/v2,/oembed/1.0,/wp-block-editor/v1,/wp-site-health/v1} tells context: enum is edit|embed|view, not undefined`,
    'the index says which there are',
  ],
  [
    `{GET,POST} block-renderer/:name tells context: enum is edit|view, not edit`,
    'its default is one of its words',
  ],
  [
    `GET /oembed/1.0/embed tells format: enum is json|xml, not undefined
    GET /oembed/1.0/embed tells maxwidth: default is undefined, not 600
    GET /oembed/1.0/embed tells maxwidth: minimum is 0, not undefined
    GET /oembed/1.0/embed tells url: format is undefined, not uri
    GET /oembed/1.0/embed tells url: required is false, not true`,
    'what is missing or another format is answered in the words of oEmbed',
  ],
  // Arguments of writing.
  [
    `{POST,PUT,PATCH,DELETE} {posts,pages,media,blocks,navigation,comments,menus,menu-items,categories,tags,wp_pattern_category,users}/:id has revision
    {POST,PUT,PATCH} {settings,users/me} has revision
    DELETE users/me has revision
    {POST,PUT,PATCH} {users/:id,users/me} has from
    POST menu-items has revision
    POST {posts,pages,blocks,navigation}/:id/autosaves has {revision,window}
    {POST,PUT,PATCH} {posts,pages,blocks,navigation}/:id has window`,
    'a write may say what it began from, and in which window it was typed',
  ],
  [
    `POST {posts,pages,blocks,navigation}/:id/autosaves lacks {password,slug,status,template}
    POST {posts,pages}/:id/autosaves lacks {author,comment_status,featured_media,ping_status}
    POST blocks/:id/autosaves lacks wp_pattern_category
    POST posts/:id/autosaves lacks {categories,format,sticky,tags}
    POST pages/:id/autosaves lacks menu_order`,
    'an autosave keeps texts',
  ],
  [
    `{POST,PUT,PATCH} media/:id lacks {status,template}
    POST media lacks {status,template}`,
    'a file has no status or template of its own',
  ],
  [
    `{POST,PUT,PATCH} media/:id has {credit,focal_point,folder}
    POST media has {credit,focal_point,folder}`,
    'WordPress keeps neither',
  ],
  [
    `{POST,PUT,PATCH} comments/:id lacks {author_email,author_ip,author_url,author_user_agent}`,
    'the author of a comment stays',
  ],
  [
    `POST users tells locale: enum is undefined, not |de_CH|de_DE|en_GB|en_US|es_ES|ja_JP
    {POST,PUT,PATCH} users/{:id,me} tells locale: enum is undefined, not |de_CH|de_DE|en_GB|en_US|es_ES|ja_JP`,
    'every locale of WordPress is accepted, whatever is installed; ja_JP is not one',
  ],
  [`POST comments tells {parent,post}: default is undefined, not 0`, 'a comment without a post is refused'],
  [
    `POST comments tells status: enum is 0|1|approve|approved|hold|spam|trash|unspam|untrash, not undefined
    {POST,PUT,PATCH} comments/:id tells status: enum is 0|1|approve|approved|hold|spam|trash|unspam|untrash, not undefined`,
    'other words are refused by name',
  ],
  [`{POST,PUT,PATCH} settings lacks url`, 'the address is the machine’s'],
  [
    `POST {tags,wp_pattern_category} has parent
    {POST,PUT,PATCH} {tags,wp_pattern_category}/:id has parent`,
    'read, so that it is refused by name',
  ],
  [
    `POST menu-items tells type: enum is custom|post_type|taxonomy, not custom|post_type|post_type_archive|taxonomy
    {POST,PUT,PATCH} menu-items/:id tells type: enum is custom|post_type|taxonomy, not custom|post_type|post_type_archive|taxonomy`,
    'types have no archives that menus lead to',
  ],
  [
    `POST menu-items tells status: enum is publish, not draft|future|pending|private|publish
    {POST,PUT,PATCH} menu-items/:id tells status: enum is publish, not draft|future|pending|private|publish`,
    'no hidden items',
  ],
  [
    `POST menu-items tells title: type is object, not object|string
    {POST,PUT,PATCH} menu-items/:id tells title: type is object, not object|string`,
    'it is the same: text, or an object, as everywhere',
  ],
  [
    `POST menu-items tells type: default is undefined, not custom
    POST menu-items tells status: default is undefined, not publish
    POST menu-items tells menu_order: default is undefined, not 1
    POST menu-items tells {parent,object_id}: default is undefined, not 0`,
    'as there, but that a new one comes last',
  ],
  [
    `POST menu-items tells menus: required is true, not false
    POST menu-items tells menus: minimum is 1, not undefined
    {POST,PUT,PATCH} menu-items/:id tells menus: minimum is 1, not undefined`,
    'an item belongs to a menu',
  ],
  [
    `POST {posts,pages} tells {author,featured_media}: minimum is 0, not undefined
    {POST,PUT,PATCH} {posts,pages}/:id tells {author,featured_media}: minimum is 0, not undefined
    POST media tells {author,post,featured_media}: minimum is 0, not undefined
    {POST,PUT,PATCH} media/:id tells {author,post,featured_media}: minimum is 0, not undefined
    POST {pages,categories} tells parent: minimum is 0, not undefined
    {POST,PUT,PATCH} {pages,categories}/:id tells parent: minimum is 0, not undefined
    {POST,PUT,PATCH} settings tells {default_category,page_for_posts,page_on_front,site_icon,site_logo}: minimum is 0, not undefined
    {POST,PUT,PATCH} settings tells start_of_week: minimum is 0, not undefined
    {POST,PUT,PATCH} settings tells start_of_week: maximum is 6, not undefined
    {POST,PUT,PATCH} settings tells posts_per_page: minimum is 1, not undefined
    DELETE users/{:id,me} tells reassign: minimum is 0, not undefined
    POST menu-items tells menu_order: maximum is 1000000, not undefined
    {POST,PUT,PATCH} menu-items/:id tells menu_order: maximum is 1000000, not undefined
    POST pages tells menu_order: minimum is -2147483648, not undefined
    POST pages tells menu_order: maximum is 2147483647, not undefined
    {POST,PUT,PATCH} pages/:id tells menu_order: minimum is -2147483648, not undefined
    {POST,PUT,PATCH} pages/:id tells menu_order: maximum is 2147483647, not undefined
    {POST,PUT,PATCH} settings tells posts_per_page: maximum is 100, not undefined`,
    'no id and no number is less or more; the index says so',
  ],
  [
    `{POST,PUT,PATCH} settings tells default_post_format: enum is aside|audio|chat|gallery|image|link|quote|standard|status|video, not undefined`,
    'another format is refused',
  ],
  [
    `POST navigation has meta
    POST navigation/:id/autosaves has meta
    {POST,PUT,PATCH} navigation/:id has meta`,
    'types have meta alike',
  ],
];

test('the index has the routes, methods and arguments of WordPress, except those named here (skipped without ../shared/data)', (context) => {
  context.skip(!existsSync(file));
  const found = differences();
  const expected = named.flatMap(([lines]) => lines.trim().split(/\n\s*/).flatMap(spellOut));
  expect(found.filter((line) => !expected.includes(line))).toEqual([]);
  expect(expected.filter((line) => !found.includes(line))).toEqual([]);
  expect(expected.filter((line, at) => expected.indexOf(line) !== at)).toEqual([]);
  expect(readFacts().size).toBeGreaterThan(190);
});
