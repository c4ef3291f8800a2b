export interface WxrSite {
  readonly title: string;
  readonly link: string;
  readonly description: string;
  readonly language: string;
  /** `1.0` to `1.2`, or empty when unknown. */
  readonly version: string;
  /** URL of the exported site (`wp:base_blog_url`), else of the network, else `link`. */
  readonly url: string;
  /** URL of WordPress itself (`wp:base_site_url`); for a site in a network, that of the network. Empty when unknown. */
  readonly installedAt: string;
  readonly exportedAt: number | undefined;
  /** Whether Broadsheet wrote the file (`modules/exports/`). */
  readonly isOurs: boolean;
}

export interface WxrAuthor {
  /** Empty in files before 1.2. */
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly description: string;
  /** Only guest authors have it; empty for accounts. */
  readonly url: string;
  readonly links?: readonly string[];
}

export interface WxrMeta {
  readonly key: string;
  readonly value: string;
}

export interface WxrTerm {
  readonly id: string;
  readonly taxonomy: string;
  /** As in the file, including percent-encoding; so is `parent`, which is a slug. */
  readonly slug: string;
  readonly parent: string;
  readonly name: string;
  readonly description: string;
  readonly meta: readonly WxrMeta[];
}

export interface WxrItemTerm {
  /** Empty for WXR 1.0's extra categories without a domain. */
  readonly domain: string;
  readonly nicename: string;
  readonly name: string;
}

export interface WxrComment {
  readonly id: string;
  readonly author: string;
  readonly email: string;
  readonly url: string;
  readonly ip: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly content: string;
  /** `1`, `0`, `spam`, `trash` or `post-trashed`. */
  readonly approved: string;
  readonly type: string;
  readonly parent: string;
  readonly userId: string;
  readonly meta: readonly WxrMeta[];
}

/** A post of any type. All fields are the file's text, or empty. */
export interface WxrItem {
  readonly line: number;
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly link: string;
  readonly guid: string;
  readonly creator: string;
  readonly pubDate: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly modified: string;
  readonly modifiedGmt: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly status: string;
  readonly parent: string;
  readonly menuOrder: string;
  readonly password: string;
  readonly sticky: string;
  readonly commentStatus: string;
  readonly pingStatus: string;
  readonly attachmentUrl: string;
  readonly terms: readonly WxrItemTerm[];
  readonly meta: readonly WxrMeta[];
  readonly comments: readonly WxrComment[];
}

/** Events in the file's order; `site` comes first and `end` last, once each. */
export type WxrEvent =
  | { readonly kind: 'site'; readonly site: WxrSite }
  | { readonly kind: 'author'; readonly author: WxrAuthor }
  | { readonly kind: 'term'; readonly term: WxrTerm }
  | { readonly kind: 'definitions'; readonly line: number; readonly text: string }
  | { readonly kind: 'item'; readonly item: WxrItem }
  | {
      readonly kind: 'dropped';
      readonly line: number;
      readonly title: string;
      readonly reason: string;
      /** An item without it. */
      readonly of?: 'definitions';
    }
  | { readonly kind: 'end'; readonly end: WxrEnd };

export interface WxrEnd {
  /** Whether the file is complete; otherwise `reason` describes the fault at `line`. */
  readonly complete: boolean;
  readonly line: number;
  readonly reason: string;
  readonly forbiddenCharacters: number;
  /** Bytes invalid in the file's encoding, read as U+FFFD. */
  readonly undecodableCharacters: number;
  /** Ampersands and references invalid in XML, left unchanged. */
  readonly strayAmpersands: number;
  /** The beginning of skipped text before and after the export (server warnings, a second export), or empty. */
  readonly precededBy: string;
  readonly followedBy: string;
}

export interface WxrNode {
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: WxrNode[];
  readonly parts: { readonly text: string; readonly cdata: boolean }[];
}

/** An element's text: its CDATA sections joined, without the indentation between them, or all of its text. */
export function textOf(node: WxrNode | undefined): string {
  if (!node) return '';
  const [only] = node.parts;
  if (node.parts.length === 1 && only) return only.text;
  const literal =
    node.parts.some(({ cdata }) => cdata) &&
    node.parts.every(({ cdata, text }) => cdata || text.trim() === '');
  return node.parts
    .filter(({ cdata }) => cdata || !literal)
    .map(({ text }) => text)
    .join('');
}

export function childText(node: WxrNode, name: string): string {
  return textOf(node.children.find((child) => child.name === name));
}

function metaOf(node: WxrNode, element: string): WxrMeta[] {
  return node.children
    .filter(({ name }) => name === element)
    .map((meta) => ({ key: childText(meta, 'wp:meta_key').trim(), value: childText(meta, 'wp:meta_value') }));
}

export function toAuthor(node: WxrNode): WxrAuthor {
  return {
    id: childText(node, 'wp:author_id').trim(),
    login: childText(node, 'wp:author_login').trim(),
    email: childText(node, 'wp:author_email').trim(),
    displayName: childText(node, 'wp:author_display_name'),
    firstName: childText(node, 'wp:author_first_name'),
    lastName: childText(node, 'wp:author_last_name'),
    description: childText(node, 'wp:author_description'),
    url: '',
  };
}

/** Reads `wp:category`, `wp:tag` and `wp:term`, whose child elements have different names. */
export function toTerm(node: WxrNode): WxrTerm {
  const id = childText(node, 'wp:term_id').trim();
  const meta = metaOf(node, 'wp:termmeta');
  if (node.name === 'wp:category') {
    return {
      id,
      meta,
      taxonomy: 'category',
      slug: childText(node, 'wp:category_nicename').trim(),
      parent: childText(node, 'wp:category_parent').trim(),
      name: childText(node, 'wp:cat_name'),
      description: childText(node, 'wp:category_description'),
    };
  }
  if (node.name === 'wp:tag') {
    return {
      id,
      meta,
      taxonomy: 'post_tag',
      slug: childText(node, 'wp:tag_slug').trim(),
      parent: '',
      name: childText(node, 'wp:tag_name'),
      description: childText(node, 'wp:tag_description'),
    };
  }
  return {
    id,
    meta,
    taxonomy: childText(node, 'wp:term_taxonomy').trim(),
    slug: childText(node, 'wp:term_slug').trim(),
    parent: childText(node, 'wp:term_parent').trim(),
    name: childText(node, 'wp:term_name'),
    description: childText(node, 'wp:term_description'),
  };
}

function toComment(node: WxrNode): WxrComment {
  const field = (name: string) => childText(node, `wp:comment_${name}`);
  return {
    id: field('id').trim(),
    author: field('author'),
    email: field('author_email').trim(),
    url: field('author_url').trim(),
    ip: field('author_IP').trim(),
    date: field('date').trim(),
    dateGmt: field('date_gmt').trim(),
    content: field('content'),
    approved: field('approved').trim(),
    type: field('type').trim(),
    parent: field('parent').trim(),
    userId: field('user_id').trim(),
    meta: metaOf(node, 'wp:commentmeta'),
  };
}

export function toItem(node: WxrNode): WxrItem {
  const texts = new Map<string, string>();
  for (const child of node.children) if (!texts.has(child.name)) texts.set(child.name, textOf(child));
  const text = (name: string) => texts.get(name) ?? '';
  const plain = (name: string) => text(`wp:${name}`).trim();
  return {
    line: node.line,
    id: plain('post_id'),
    type: plain('post_type'),
    title: text('title'),
    link: text('link').trim(),
    guid: text('guid').trim(),
    creator: text('dc:creator').trim(),
    pubDate: text('pubDate').trim(),
    date: plain('post_date'),
    dateGmt: plain('post_date_gmt'),
    modified: plain('post_modified'),
    modifiedGmt: plain('post_modified_gmt'),
    content: text('content:encoded'),
    excerpt: text('excerpt:encoded'),
    slug: plain('post_name'),
    status: plain('status'),
    parent: plain('post_parent'),
    menuOrder: plain('menu_order'),
    password: text('wp:post_password'),
    sticky: plain('is_sticky'),
    commentStatus: plain('comment_status'),
    pingStatus: plain('ping_status'),
    attachmentUrl: plain('attachment_url'),
    terms: node.children
      .filter(({ name }) => name === 'category')
      .map((term) => ({
        domain: term.attributes.domain ?? '',
        nicename: term.attributes.nicename ?? '',
        name: textOf(term),
      })),
    meta: metaOf(node, 'wp:postmeta'),
    comments: node.children.filter(({ name }) => name === 'wp:comment').map(toComment),
  };
}
