import { autopContent } from '../../blocks/document/classic-content.ts';
import { decodeEntities, escapeHtml } from '../../lib/plain-text.ts';
import { builtLink, valueOf } from '../../lib/shortcodes/values.ts';
import { titleText, writtenText } from './composer-values.ts';
import type { TextKind } from './counterparts.ts';
import type { ForeignIds } from './composer-values.ts';
import { made, saved, writeBlocks } from './lay-out.ts';
import type { LaidOutBlock } from './lay-out.ts';
import type { Shortcode } from './shortcode-tree.ts';
import { attributesHtml } from './write-out.ts';

type Maker = (shortcode: Shortcode, ids: ForeignIds) => readonly LaidOutBlock[];

/** WordPress blocks equivalent to an element with text, pictures or links; empty when the element has no content. */
export function textBlocks(kind: TextKind, shortcode: Shortcode, ids: ForeignIds): readonly LaidOutBlock[] {
  return makers[kind](shortcode, ids);
}

const makers: Readonly<Record<TextKind, Maker>> = {
  title: ({ attributes: { custom_title: title = '' } }) => sectionTitle(title),
  columnTitle: ({ attributes: { title_text: text, title_tag: tag = '' } }) => heading(writtenText(text), tag),
  // A lone dot or dash separates elements; the blocks have separators of their own.
  inlineText: ({ attributes: { description } }, ids) =>
    /[\p{L}\p{N}]/u.test(writtenText(description)) ? classic(writtenText(description), ids) : [],
  columnText: ({ text }, ids) => classic(text, ids),
  titledText: ({ text, attributes: { custom_title: title = '' } }, ids) => [
    ...sectionTitle(title),
    ...classic(text, ids),
  ],
  rawHtml: ({ text, attributes: { content = '' } }, ids) => {
    const html = withAddresses(writtenText(text.trim() || content).trim(), ids);
    return html === '' ? [] : [saved('html', html)];
  },
  button: ({ attributes: { button_text: text = '', button_url: url = '' } }, ids) => {
    if (text.trim() === '') return [];
    const href = webAddress(ids.address(writtenText(url))) || '/';
    return [
      saved(
        'buttons',
        '<div class="wp-block-buttons"><!-- wp:button -->\n' +
          `<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="${escapeHtml(href)}">${escapeHtml(text)}</a></div>` +
          '\n<!-- /wp:button --></div>',
      ),
    ];
  },
  written: ({ name, attributes }, ids) => classic(attributesHtml(name, attributes) ?? '', ids),
  image: ({ name, attributes }, ids) => {
    const { image = '', image_url: url = '', caption_text: caption = '', source = '' } = attributes;
    if (source === 'external_link') return classic(attributesHtml(name, attributes) ?? '', ids);
    const picture = ids.picture(image.trim());
    if (!picture) return [];
    const img = `<img src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}" class="wp-image-${picture.id}"/>`;
    const chosen = builtLink(valueOf(attributes.link ?? attributes.img_link ?? '')).url ?? '';
    const href = webAddress(ids.address(url === '' ? chosen : writtenText(url)));
    const below =
      caption === ''
        ? ''
        : `<figcaption class="wp-element-caption">${escapeHtml(writtenText(caption))}</figcaption>`;
    const shown = href === '' ? img : `<a href="${escapeHtml(href)}">${img}</a>`;
    return [
      saved('image', `<figure class="wp-block-image size-full">${shown}${below}</figure>`, {
        id: picture.id,
        sizeSlug: 'full',
      }),
    ];
  },
  separator: () => [saved('separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>')],
  socials: ({ attributes }) => {
    const links = Object.entries(attributes).flatMap(([network, url]) => {
      const service = networks[network] ?? network;
      const address = /^[a-z]{2,20}$/.test(network) ? webAddress(writtenText(url)) : '';
      return address === '' ? [] : [made('core/social-link', { url: address, service })];
    });
    if (links.length === 0) return [];
    return [
      saved(
        'social-links',
        `<ul class="wp-block-social-links" style="margin:0;padding:8px 0">${writeBlocks(links)}</ul>`,
        { style: { spacing } },
      ),
    ];
  },
  video: ({ attributes: { link = '', title = '' } }) => {
    const url = webAddress(link);
    return url === ''
      ? []
      : [
          ...heading(valueOf(title), 'h3'),
          saved(
            'embed',
            `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${escapeHtml(url)}\n</div></figure>`,
            { url },
          ),
        ];
  },
  categories: (shortcode) => titled(shortcode, made('core/categories', { showPostCounts: true })),
  tagCloud: (shortcode) => titled(shortcode, made('core/tag-cloud')),
  archives: (shortcode) => titled(shortcode, made('core/archives')),
  calendar: (shortcode) => titled(shortcode, made('core/calendar')),
  recentComments: (shortcode) => titled(shortcode, made('core/latest-comments')),
};

/** A list of links has no room for icons before them. */
const spacing = { margin: '0', padding: '8px 0' };

const networks: Readonly<Record<string, string>> = { twitter: 'x', mail: 'mail', vkontakte: 'vk' };

function webAddress(text: string): string {
  const address = text.trim();
  if (/^\/(?!\/)/.test(address)) return address;
  return /^(?:https?|mailto|tel):/i.test(address) && URL.canParse(address) ? address : '';
}

function heading(words: string, tag = 'h2'): LaidOutBlock[] {
  const text = words.trim();
  if (text === '') return [];
  const level = Number(/^h([1-6])$/i.exec(tag)?.[1] ?? 2);
  const shown = Math.min(Math.max(level, 2), 4);
  return [
    saved(
      'heading',
      `<h${shown} class="wp-block-heading">${escapeHtml(text)}</h${shown}>`,
      shown === 2 ? {} : { level: shown },
    ),
  ];
}

function sectionTitle(words: string): LaidOutBlock[] {
  const text = titleText(words).trim();
  return text === ''
    ? []
    : [
        saved('heading', `<h2 class="wp-block-heading section-title">${escapeHtml(text)}</h2>`, {
          className: 'section-title',
        }),
      ];
}

export function wordBlocks(words: string, ids: ForeignIds): readonly LaidOutBlock[] {
  const html = ids.files(words.replace(/<!-- \/?wp:shortcode -->/g, '')).trim();
  if (html === '') return [];
  return [/<!--\s*\/?wp:/.test(html) ? { ...saved('freeform', html), name: '' } : saved('freeform', html)];
}

/** Text with its markup as paragraphs (`wpautop`). */
function classic(html: string, ids: ForeignIds): LaidOutBlock[] {
  if (html.trim() === '') return [];
  const marked = withAddresses(html, ids);
  return [saved('freeform', /<p[\s>]/i.test(marked) ? marked.trim() : autopContent(marked).trim())];
}

function withAddresses(html: string, ids: ForeignIds): string {
  // Block comments within a text are escaped: only the elements of a template become blocks.
  const text = ids.files(html).replace(/<!--(?=\s*\/?wp:)/g, '&lt;!--');
  return text.replace(
    /(\shref=")([^"<>]{1,2000})(?=")/gi,
    (_whole, before: string, url: string) => before + escapeHtml(ids.address(decodeEntities(url))),
  );
}

function titled(
  { attributes: { custom_title: own = '', title = '' } }: Shortcode,
  block: LaidOutBlock,
): LaidOutBlock[] {
  return [...sectionTitle(own || title), block];
}
