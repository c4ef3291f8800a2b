import { blockNames } from '../../src/blocks/registry.server.ts';

type Inner = readonly (string | readonly [name: string, inner: Inner])[];

/** Nested blocks that give their containers content. */
const containers: Inner = [
  [
    'core/query',
    [
      [
        'core/post-template',
        [
          'core/post-title',
          'core/post-date',
          'core/post-excerpt',
          'core/post-featured-image',
          'core/post-terms',
          'core/post-author',
          'core/post-author-name',
          'core/post-author-biography',
          'core/avatar',
          'core/read-more',
          'core/post-time-to-read',
          'core/post-comments-count',
          'core/post-comments-link',
        ],
      ],
      [
        'core/query-pagination',
        ['core/query-pagination-previous', 'core/query-pagination-numbers', 'core/query-pagination-next'],
      ],
      'core/query-total',
      'core/query-title',
    ],
  ],
  [
    'core/comments',
    [
      'core/comments-title',
      [
        'core/comment-template',
        [
          'core/comment-author-avatar',
          'core/comment-author-name',
          'core/comment-content',
          'core/comment-date',
          'core/comment-edit-link',
          'core/comment-reply-link',
        ],
      ],
      [
        'core/comments-pagination',
        [
          'core/comments-pagination-previous',
          'core/comments-pagination-numbers',
          'core/comments-pagination-next',
        ],
      ],
      'core/post-comments-form',
    ],
  ],
  [
    'core/terms-query',
    [['core/term-template', ['core/term-name', 'core/term-count', 'core/term-description']]],
  ],
  [
    'core/navigation',
    ['core/navigation-link', ['core/navigation-submenu', ['core/navigation-link']], 'core/home-link'],
  ],
  ['core/social-links', ['core/social-link']],
  ['broadsheet/row', [['broadsheet/column', ['broadsheet/post-list']]]],
];

/** Attributes that some blocks need to show something. */
const attributes: Readonly<Record<string, object>> = {
  'core/post-terms': { term: 'category' },
  'core/navigation-link': { label: 'Elsewhere', url: 'https://else.example/' },
  'core/navigation-submenu': { label: 'More', url: 'https://else.example/' },
  'core/social-link': { service: 'github', url: 'https://github.com/a' },
  'core/search': { label: 'Search', buttonText: 'Search' },
};

type Own = Readonly<Record<string, object>>;

function markup(block: Inner[number], own: Own): string {
  const [name, inner] = typeof block === 'string' ? ([block, []] as const) : block;
  const short = name.replace(/^core\//, '');
  const head = `wp:${short} ${JSON.stringify({ ...attributes[name], ...own[name] })}`;
  return inner.length === 0
    ? `<!-- ${head} /-->`
    : `<!-- ${head} -->${inner.map((one) => markup(one, own)).join('')}<!-- /wp:${short} -->`;
}

/** A document with every block, alone and in its proper container. */
export function everyBlock(own: Own = {}): string {
  return [...containers, ...blockNames].map((block) => markup(block, own)).join('\n');
}

export function eachBlock(own: Own = {}): Map<string, string> {
  return new Map([
    ...blockNames.map((name) => [name, markup(name, own)] as const),
    ...containers.map((block) => [`${String(block[0])} with others`, markup(block, own)] as const),
  ]);
}
