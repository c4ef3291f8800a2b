import { declaredParameters } from '../../src/site/cache/parameters.ts';
import type { FuzzSite } from './fuzz-site.ts';

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Element and attribute names in the fuzzer's texts that must never appear as markup. */
export const injected = { element: 'zyxinject', attribute: 'zyxattr' } as const;

const form = 'application/x-www-form-urlencoded';
const numbers = [
  '0',
  '1',
  '2',
  '3',
  '10',
  '100',
  '-1',
  '1.5',
  '1e9',
  '00007',
  '99999999999999999999',
  '9007199254740993',
  '2147483648',
  '0x10',
  'NaN',
  '٣',
  '',
  ' 1',
  '1,2,3',
  '1;2',
];
const words = [
  'comet',
  'com',
  'Comet 1',
  'crème',
  'night',
  'xyz',
  'a',
  '%',
  '_',
  '"comet"',
  'comet*',
  'comet OR 1=1',
  "' OR '1'='1",
  '" AND title:x',
  'NEAR(a b)',
  '\\',
  '*',
  '(',
  '-comet',
  '🪐',
  'ﷺ',
  'a'.repeat(300),
];
const keywords = [
  'asc',
  'desc',
  'date',
  'title',
  'rand',
  'id',
  'relevance',
  'view',
  'edit',
  'embed',
  'any',
  'publish',
  'draft',
  'trash',
  'inherit',
  'post',
  'page',
  'attachment',
  'category',
  'post_tag',
  'product',
  'revision',
  'nav_menu_item',
  'rss2',
  'atom',
  'comments-rss2',
  'json',
  'xml',
  'true',
  '1',
];
const dates = [
  '2026-01-01',
  '2026-01-01T00:00:00',
  '2026-13-45T99:99:99Z',
  '0000-00-00',
  '9999-12-31T23:59:59Z',
  '202601',
  '20260101',
  '2026',
  '1',
  '13',
];
const nasty = [
  '<zyxinject>',
  '"zyxattr="1',
  "'zyxattr='1",
  '</title><zyxinject>',
  ']]><zyxinject>',
  '</script><zyxinject>',
  '-->',
  'javascript:alert(1)',
  'data:text/html,<zyxinject>',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '\0',
  '\r\nX-Zyx: 1',
  '\u2028',
  '\ud800',
  '{"a":1}',
  '[1,2',
  '["__proto__"]',
  '${7*7}',
  '{{7*7}}',
  '%s%n',
  '../../keys.json',
  '..\\..\\keys.json',
  '//evil.example/',
  'https://evil.example/',
  'a:1:{i:0;O:8:"stdClass":0:{}}',
  '<?php',
  '\u202e',
  '\ufffe',
];
const rawNasty = [
  '%00',
  '%0d%0aX-Zyx:1',
  '%ed%a0%80',
  '%c0%ae',
  '%ff',
  '%',
  '%zz',
  '%2f',
  '%5c',
  '%252e%252e',
  '%2e%2e',
  '..',
  '.',
  ';',
  ';a=b',
  '//',
  '\\',
  '+',
  '%20',
  '%F0%9F%AA%90',
  '%E2%80%AE',
  '*',
  '~',
  '@',
  ':',
  '!',
  '\u00e9',
];
const restRoutes = [
  '',
  '/wp/v2',
  '/wp/v2/posts',
  '/wp/v2/pages',
  '/wp/v2/media',
  '/wp/v2/categories',
  '/wp/v2/tags',
  '/wp/v2/comments',
  '/wp/v2/users',
  '/wp/v2/types',
  '/wp/v2/taxonomies',
  '/wp/v2/statuses',
  '/wp/v2/search',
  '/wp/v2/users/me',
  '/wp/v2/settings',
  '/wp/v2/types/post',
  '/wp/v2/statuses/draft',
  '/oembed/1.0/embed',
  '/oembed/1.0/proxy',
  '/oembed/1.0',
  '/batch/v1',
  '/wp/v2/menus',
  '/wp/v2/menu-items',
  '/wp/v2/menu-locations',
  '/wp/v2/menu-locations/primary',
  '/wp/v2/blocks',
  '/wp/v2/navigation',
  '/wp/v2/wp_pattern_category',
  '/wp/v2/block-types',
  '/wp/v2/block-types/core/latest-posts',
  '/wp/v2/block-renderer/core/latest-posts',
  '/wp/v2/themes',
  '/broadsheet/v1/roles',
  '/broadsheet/v1/post-counts',
  '/broadsheet/v1/comment-counts',
  '/broadsheet/v1/user-counts',
  '/broadsheet/v1/term-tree',
  '/broadsheet/v1/media-folders',
  '/broadsheet/v1/posts/1/type',
  '/broadsheet/v1/post-templates',
  '/broadsheet/v1/template-warnings',
  '/broadsheet/v1/post-locks',
  '/broadsheet/v1/users/1/sessions',
  '/wp/v2/templates',
  '/wp/v2/template-parts',
  '/wp/v2/font-families',
  '/wp/v2/font-collections',
  '/wp/v2/sidebars',
  '/wp/v2/widgets',
  '/wp/v2/widget-types',
  '/wp/v2/block-patterns/patterns',
  '/wp/v2/plugins',
  '/wp/v2/global-styles/1',
  '/wp/v2/global-styles/themes/broadsheet',
  '/wp/v2/pattern-directory/patterns',
  '/wp/v2/block-directory/search',
  '/wp-site-health/v1/tests/https-status',
  '/wp-block-editor/v1/url-details',
];
const restParams = [
  'context',
  'page',
  'per_page',
  'offset',
  'search',
  'slug',
  'include',
  'exclude',
  'order',
  'orderby',
  'after',
  'before',
  'modified_after',
  'modified_before',
  'author',
  'author_exclude',
  'categories',
  'categories_exclude',
  'tags',
  'tags_exclude',
  'tax_relation',
  'sticky',
  'format',
  'status',
  'parent',
  'parent_exclude',
  'menu_order',
  'hide_empty',
  'post',
  'mime_type',
  'media_type',
  'type',
  'subtype',
  'roles',
  'who',
  'password',
  'author_email',
  '_fields',
  '_embed',
  '_envelope',
  '_method',
  '_jsonp',
  'url',
  'format',
  'maxwidth',
  'search_columns',
  'menus',
  'attributes',
  'post_id',
  'namespace',
  'only',
  'taxonomy',
  'folder',
];
const fieldNames = [
  'id',
  'title.rendered',
  'content',
  'content.raw',
  '_links',
  '_embedded',
  'author',
  'password',
  'meta',
  'email',
  '__proto__',
  'a.b.c.d',
];
const loginActions = [
  'postpass',
  'postpass',
  'login',
  'logout',
  'lostpassword',
  'rp',
  'register',
  'confirm',
  'second-step',
  'signed-in',
  'nothing',
];
const loginFields = [
  'action',
  'post_password',
  'redirect_to',
  'log',
  'pwd',
  'rememberme',
  'user_login',
  'user_email',
  'user_url',
  'pass1',
  'pass2',
  'key',
  'code',
  'section',
  '_wpnonce',
];
/** Kinds of the template panels, and the calls that assign templates. */
const panelKinds = [
  'single',
  'category',
  'author',
  'tag',
  '404',
  'date',
  'search',
  'attachment',
  'page',
  'woo_product',
  'woo_archive',
  'woo_search_archive',
  'woo_shop_base',
  'cpt',
  'cpt_tax',
];
const assigned = [
  'single_template_to_post',
  'cat_template_to_cat',
  'author_template_to_author',
  'tag_template_to_tag',
  'woo_product_template_to_product',
  'woo_archive_template_to_tax',
  'cpt_template_to_cpt',
  'cpt_tax_template_to_tax',
  ...['single', 'cat', ...panelKinds.slice(2).filter((kind) => kind !== 'page')].map(
    (kind) => `${kind}_template_global`,
  ),
];
/** Listed here since the bench can't load the code; a test compares them with the real ones. */
export const ajaxNames = {
  actions: [
    'rest-nonce',
    'broadsheet_article',
    'broadsheet_passkey',
    'broadsheet_second_step',
    'broadsheet_view',
    'td_ajax_block',
    'td_ajax_dark_mode',
    'td_ajax_fb_login_get_credentials',
    'td_ajax_fb_login_user',
    'td_ajax_search',
    'td_ajax_submit_captcha',
    'td_mod_login',
    'td_mod_register',
    'td_mod_remember_pass',
    'tdb_get_footer',
    'tdb_get_mm_cat',
    'tdb_get_mm_page',
    ...panelKinds.flatMap((kind) => [`tdb_get_${kind}_templates`, `tdb_get_${kind}_mobile_templates`]),
    'tdb_get_home_mobile_templates',
    ...assigned.map((name) => `tdb_assign_${name}`),
    'tdb_create_mobile_template',
    'tdb_change_template_name',
    'tdb_delete_template',
    'tdb_set_mobile_template',
  ],
  fields: [
    'action',
    'td_string',
    'limit',
    'module',
    'atts',
    'postID',
    'pageId',
    'td_res_context_registered_atts',
    'cat_mm_id',
    'td_block_atts',
    'td_atts',
    'td_block_id',
    'td_column_number',
    'td_current_page',
    'block_type',
    'td_filter_value',
    'td_user_action',
    'td_magic_token',
    'post_id',
    'post_ids',
    'token',
    'comment_post_ID',
    'use',
    'credential',
    'code',
    'template_id',
    'single_id',
    'template_title',
    '_nonce',
  ],
} as const;
const ajaxFields = ajaxNames.fields;
const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cookie',
  'host',
  'origin',
  'referer',
  'user-agent',
  'sec-ch-ua-mobile',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'range',
  'if-range',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
  'x-wp-nonce',
  'authorization',
  'expect',
  'te',
  'forwarded',
  'x-requested-with',
  'purpose',
  'cache-control',
  'pragma',
  'content-encoding',
  'upgrade-insecure-requests',
  'save-data',
];
const headerValues = [
  '*',
  '*/*',
  'gzip',
  'br',
  'gzip;q=0, br;q=0, identity;q=0',
  'identity;q=0.5, *;q=0',
  'application/json',
  '?1',
  '?0',
  'W/"x"',
  '"a","b",',
  'bytes=0-0',
  'bytes=0-0,1-1,2-',
  'bytes=-1',
  'bytes=99999999999-',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'not a date',
  '127.0.0.1',
  'https://evil.example/',
  'evil.example',
  'null',
  'DELETE',
  'Basic YTpi',
  'Bearer x',
  '<zyxinject>',
  '"zyxattr="',
  'x'.repeat(4000),
  'trailers',
  'Mozilla/5.0 (iPhone)',
  'wp-postpass_broadsheet=x',
  'comment_held_broadsheet_1_1=x; comment_held_broadsheet_1_=; comment_held_broadsheet_1_99999999999=%00',
  'broadsheet_dark=1',
  'a=b; wordpress_logged_in_x=admin|1|2; wp-postpass_x=%00',
  '\u00e9',
];

/** Draws valid and nearly valid requests to every public route. Deterministic. */
export class Grammar {
  readonly #random: () => number;
  readonly #site: FuzzSite;
  readonly #host: string;

  /** `host`: that of the site's URL; requests for other hosts are refused. */
  constructor(random: () => number, site: FuzzSite, host: string) {
    this.#random = random;
    this.#site = site;
    this.#host = host;
  }

  draw(): FuzzRequest {
    const request = this.#drawKind(this.#random());
    return {
      ...request,
      headers: { 'x-forwarded-for': this.#caller(), ...request.headers, ...this.#headers() },
    };
  }

  #drawKind(kind: number): FuzzRequest {
    if (kind < 0.36) return this.#read(this.#path(), declaredNames);
    if (kind < 0.6) return this.#rest();
    if (kind < 0.78) return this.#ajax();
    if (kind < 0.83) return this.#password();
    if (kind < 0.885) return this.#comment();
    if (kind < 0.9) return this.#report();
    if (kind < 0.93) return this.#token();
    return kind < 0.97 ? this.#upload() : this.#odd();
  }

  /** The client address for the proxy header: mostly a new one without a rate limit, sometimes one that exceeds it. */
  #caller(): string {
    const part = () => Math.floor(this.#random() * 256);
    return this.#chance(0.05) ? '10.0.0.1' : `10.${part()}.${part()}.${part()}`;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  #times<Item>(most: number, make: () => Item): Item[] {
    return Array.from({ length: Math.floor(this.#random() * (most + 1)) }, make);
  }

  #value(): string {
    const value = this.#plainValue();
    if (this.#chance(0.1))
      return [value, ...this.#times(30, () => this.#plainValue().slice(0, 100))].join(
        this.#pick([',', ' ', ';', '']),
      );
    return this.#chance(0.1)
      ? value.slice(0, Math.floor(this.#random() * value.length)) + this.#pick(nasty)
      : value;
  }

  #plainValue(): string {
    const { ids, slugs } = this.#site;
    return this.#pick([
      () => String(this.#pick(ids)),
      () => String(this.#pick(ids)),
      () => this.#pick(slugs),
      () => this.#pick(numbers),
      () => this.#pick(words),
      () => this.#pick(keywords),
      () => this.#pick(dates),
      () => this.#pick(nasty),
    ])();
  }

  #encode(value: string): string {
    const encoded = encodeURIComponent(value.toWellFormed());
    return this.#chance(0.05)
      ? encoded + this.#pick(rawNasty)
      : this.#chance(0.03)
        ? encodeURIComponent(encoded)
        : encoded;
  }

  #pair(names: readonly string[]): string {
    const name = this.#chance(0.05) ? this.#encode(this.#pick(nasty)) : this.#pick(names);
    const shape = this.#pick(['', '', '', '', '', '', '[]', '[0]', '[a]', '[__proto__]', '[][]', '.']);
    return `${name}${shape}${this.#chance(0.05) ? '' : `=${this.#encode(this.#value())}`}`;
  }

  #query(names: readonly string[], most: number): string {
    const pairs = this.#chance(0.004)
      ? Array.from({ length: 1500 }, () => 'x[]=1')
      : this.#times(most, () => this.#pair(names));
    return pairs.join(this.#chance(0.03) ? '&&' : '&');
  }

  #path(): string {
    let path = this.#pick(this.#pick(this.#site.paths));
    if (this.#chance(0.15)) {
      path += this.#pick([
        'feed/',
        'feed/atom/',
        'embed/',
        'page/2/',
        'page/99/',
        'page/0/',
        'page/-1/',
        '2/',
        'comment-page-2/',
        'amp/',
        'trackback/',
        'feed/rdf/feed/',
        'embed/feed/',
      ]);
    }
    return this.#chance(0.25) ? this.#bend(path) : path;
  }

  #bend(path: string): string {
    const at = Math.floor(this.#random() * path.length);
    return (
      this.#pick([
        () => path.slice(0, at) + this.#pick(rawNasty) + path.slice(at),
        () => path.slice(0, at) + path.slice(at + 1),
        () => path.replace(/\/$/, ''),
        () => path.toUpperCase(),
        () => path + this.#encode(this.#pick(nasty)),
        () => `${path}${this.#value().replace(/[^\w-]/g, '')}/`,
        () => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
        () => path.repeat(1 + Math.floor(this.#random() * 40)),
        () => `/${this.#encode(this.#value())}/`,
        () => path + path,
        () => `//${path}`,
      ])() || '/'
    );
  }

  #read(path: string, names: readonly string[]): FuzzRequest {
    const query = this.#chance(0.5) ? this.#query(names, 4) : '';
    return {
      method: this.#chance(0.1) ? 'HEAD' : 'GET',
      path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
      headers: {},
      body: undefined,
    };
  }

  #rest(): FuzzRequest {
    let route = this.#pick(restRoutes);
    if (this.#chance(0.3))
      route += `/${this.#chance(0.8) ? this.#pick(this.#site.ids) : this.#encode(this.#value())}`;
    if (this.#chance(0.1)) route = this.#bend(route === '' ? '/' : route);
    const query = [
      this.#chance(0.5) ? this.#query(restParams, 4) : '',
      this.#chance(0.2) ? `_fields=${this.#times(4, () => this.#pick(fieldNames)).join(',')}` : '',
      this.#chance(0.2) ? '_embed' : '',
      route.includes('oembed')
        ? `url=${encodeURIComponent(`http://${this.#host}${this.#pick(this.#pick(this.#site.paths))}`)}`
        : '',
    ]
      .filter((part) => part !== '')
      .join('&');
    const path = this.#chance(0.15)
      ? `/?rest_route=${encodeURIComponent(route)}&${query}`
      : `/wp-json${route}?${query}`;
    return {
      method: this.#chance(0.85) ? 'GET' : this.#pick(['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']),
      path,
      headers: {},
      body: undefined,
    };
  }

  #ajax(): FuzzRequest {
    const action = this.#chance(0.95) ? `action=${this.#pick(ajaxNames.actions)}` : '';
    const json = this.#chance(0.1)
      ? `&td_res_context_registered_atts=${encodeURIComponent(this.#chance(0.5) ? JSON.stringify([this.#value(), this.#value()]) : '['.repeat(2000))}`
      : '';
    const body = `${action}${this.#times(5, () => `&${this.#pair(ajaxFields)}`).join('')}${json}`;
    const path = `/wp-admin/admin-ajax.php${this.#chance(0.8) ? '?td_theme_name=x&v=1' : `?${this.#query(ajaxFields, 2)}`}`;
    if (this.#chance(0.05)) return this.#multipart(path, body);
    return {
      method: 'POST',
      path,
      headers: {
        'content-type': this.#chance(0.95)
          ? form
          : this.#pick(['application/json', 'text/plain', `${form}; charset=utf-16`, '']),
      },
      body,
    };
  }

  #multipart(path: string, body: string): FuzzRequest {
    const boundary = '----zyxboundary0123456789012345678901';
    const parts = [...new URLSearchParams(body)].map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return {
      method: 'POST',
      path,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `${parts.join('')}--${boundary}--\r\n`,
    };
  }

  #password(): FuzzRequest {
    if (this.#chance(0.4)) {
      return {
        ...this.#read(this.#pick(['/behind/', '/behind-page/']), declaredNames),
        headers: { cookie: `wp-postpass_broadsheet=${this.#encode(this.#value())}` },
      };
    }
    const query = this.#chance(0.9)
      ? `?action=${this.#pick(loginActions)}`
      : `?${this.#query(loginFields, 3)}`;
    if (this.#chance(0.3))
      return this.#read(
        this.#pick([`/wp-login.php${query}`, '/wp-admin/', '/wp-admin', '/wp-admin/profile.php']),
        loginFields,
      );
    return {
      method: 'POST',
      path: this.#chance(0.9) ? `/wp-login.php${query}` : '/wp-admin/profile.php',
      headers: { 'content-type': form, referer: this.#value().replace(/[^\x20-\x7e]/g, '') },
      body: this.#times(5, () => this.#pair(loginFields)).join('&'),
    };
  }

  /** A comment form: half are valid, the others are wrong in one field or several. */
  #comment(): FuzzRequest {
    const { talks, remarks, ids } = this.#site;
    const wrong = this.#chance(0.5) ? 0 : this.#random();
    const field = (name: string, right: () => string) =>
      this.#chance(wrong)
        ? this.#times(2, () => `${name}=${this.#encode(this.#value())}`)
        : [`${name}=${encodeURIComponent(right())}`];
    const reader = Math.floor(this.#random() * 1000);
    const fields = [
      ...field(
        'comment',
        () =>
          `${this.#pick([
            'I have seen it',
            'No <b>comet</b>',
            '<a href="https://mail.example/">There</a>',
            '> quoted\n\nanswered',
            'crème 🪐',
            '[gallery]',
          ])}, ${reader}: ${this.#value().toWellFormed()}`,
      ),
      ...field('author', () =>
        this.#pick([
          `Reader ${reader}`,
          'Zoë',
          'O’Hara & Sons',
          this.#value().toWellFormed().slice(0, 100) || 'Nobody',
        ]),
      ),
      ...field('email', () => `reader${reader}@mail.example`),
      ...field('url', () =>
        this.#pick([
          '',
          'https://mail.example/me',
          'http://mail.example/?a="b"&c=<d>',
          this.#value().toWellFormed().slice(0, 100),
        ]),
      ),
      ...field('comment_post_ID', () => String(this.#chance(0.9) ? this.#pick(talks) : this.#pick(ids))),
      ...field('comment_parent', () => (this.#chance(0.5) ? '0' : String(this.#pick(remarks)))),
      ...(this.#chance(0.3) ? ['wp-comment-cookies-consent=yes'] : []),
      ...(this.#chance(0.05) ? [`comment_more=${this.#encode(this.#value())}`] : []),
      ...(this.#chance(0.1) ? ['comment_captcha=passed'] : []),
    ];
    const path = `/wp-comments-post.php${this.#chance(0.1) ? `?${this.#query(declaredNames, 2)}` : ''}`;
    if (this.#chance(0.05)) return this.#multipart(path, fields.join('&'));
    const origin: Record<string, string> = this.#chance(0.05) ? { origin: 'https://evil.example' } : {};
    return {
      method: 'POST',
      path,
      headers: {
        'content-type': this.#chance(0.95) ? form : this.#pick(['application/json', 'text/plain', '']),
        ...origin,
      },
      body: fields.join('&'),
    };
  }

  #report(): FuzzRequest {
    const id = this.#chance(0.8) ? String(this.#pick(this.#site.remarks)) : this.#encode(this.#value());
    const path = `/wp-comments-report.php?c=${id}`;
    if (this.#chance(0.5)) return { method: 'GET', path, headers: {}, body: undefined };
    const fields = [
      `reason=${this.#pick(['spam', 'insult', 'other', this.#encode(this.#value())])}`,
      `text=${this.#encode(this.#value())}`,
      `proof=${this.#encode(this.#value())}`,
    ];
    const type = this.#chance(0.95) ? form : this.#pick(['application/json', 'text/plain', '']);
    return {
      method: 'POST',
      path,
      headers: { 'content-type': type, ...(this.#chance(0.2) ? { accept: 'application/json' } : {}) },
      body: fields.join('&'),
    };
  }

  #upload(): FuzzRequest {
    const path = this.#pick(this.#site.uploads);
    const place = () =>
      this.#chance(0.8)
        ? String(Math.floor(this.#random() * this.#pick([10, 800, 110_000])))
        : this.#pick(numbers);
    const part = () =>
      this.#pick([() => `${place()}-${place()}`, () => `${place()}-`, () => `-${place()}`, () => '0-0'])();
    const range = this.#pick([
      () => `bytes=${part()}`,
      () => `bytes=${part()}`,
      () => `bytes=${[part(), ...this.#times(20, part)].join(this.#pick([',', ', ']))}`,
      () => `bytes ${part()}`,
      () => `items=${part()}`,
    ])();
    const headers: Record<string, string> = this.#chance(0.8)
      ? { range: range.replace(/[^\x20-\x7e]/g, '') }
      : {};
    if (this.#chance(0.2))
      headers['if-range'] = this.#pick([
        'W/"x"',
        '"x"',
        'Thu, 01 Jan 1970 00:00:00 GMT',
        'Fri, 01 Jan 2100 00:00:00 GMT',
      ]);
    return {
      method: this.#chance(0.1) ? 'HEAD' : 'GET',
      path: this.#chance(0.1) ? this.#bend(path) : path,
      headers,
      body: undefined,
    };
  }

  /** A browser that registers for push messages, or unsubscribes. */
  #token(): FuzzRequest {
    const text = () => (this.#chance(0.5) ? this.#value() : undefined);
    const endpoint = this.#chance(0.7)
      ? `https://fcm.googleapis.com/fcm/send/${this.#encode(this.#value())}`
      : this.#value();
    const token = this.#chance(0.9)
      ? {
          endpoint,
          keys: {
            p256dh: this.#chance(0.8) ? pushKey : this.#value(),
            auth: this.#chance(0.8) ? 'AAAAAAAAAAAAAAAAAAAAAA' : text(),
          },
        }
      : this.#pick([null, [], 7, this.#value()]);
    const whole = JSON.stringify({
      token,
      domain: this.#chance(0.8) ? this.#host : text(),
      app_id: this.#chance(0.8) ? undefined : text(),
    });
    const body = this.#chance(0.1) ? whole.slice(0, Math.floor(this.#random() * whole.length)) : whole;
    return {
      method: this.#pick(['POST', 'POST', 'POST', 'DELETE', 'GET', 'PUT']),
      path: '/api/token',
      headers: {
        'content-type': this.#chance(0.95) ? 'application/json' : this.#pick([form, 'text/plain', '']),
      },
      body,
    };
  }

  #odd(): FuzzRequest {
    const { path } = this.#read(this.#path(), [...declaredNames, ...restParams]);
    const body = this.#chance(0.5)
      ? this.#pick([
          this.#value(),
          '{"a":',
          '{}',
          '[]',
          'null',
          `{"action":${JSON.stringify(this.#value())}}`,
          this.#query(ajaxFields, 5),
        ])
      : undefined;
    const type = this.#pick([
      form,
      'application/json',
      'multipart/form-data; boundary=x',
      'text/xml',
      'application/octet-stream',
    ]);
    return {
      method: this.#pick([
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'QUERY',
        'PURGE',
        'SEARCH',
      ]),
      path,
      headers: body === undefined ? {} : { 'content-type': type },
      body,
    };
  }

  #headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    if (this.#chance(0.5))
      headers['accept-encoding'] = this.#pick(['gzip', 'br', 'gzip, deflate, br', 'identity']);
    for (const name of this.#chance(0.3) ? this.#times(3, () => this.#pick(headerNames)) : [])
      headers[name] = this.#pick(headerValues);
    return headers;
  }
}

const pushKey = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';

const declaredNames = [
  ...Object.keys(declaredParameters),
  'preview',
  'preview_id',
  'rest_route',
  'unapproved',
  'moderation-hash',
  'utm_source',
  '_',
  'add-to-cart',
  'wc-ajax',
  'relatedposts',
  'relatedposts_exclude',
];
