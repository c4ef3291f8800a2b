import { button, gallery, heading, joined, line, link, media, picture, profiles, text } from './modules.ts';
import type { Module, Modules } from './modules.ts';

const titled: Module = { before: [heading('title')] };
const image: Module = {
  before: [
    picture('image', { alt: 'alt', link: 'link', id: 'image_id', caption: 'caption_text' }),
    heading('caption_title'),
  ],
  content: 'media',
};
const encoded: Module = { content: 'html' };
const player: Module = { before: [media('video|video_webm|video_ogv|src|mp4|webm|mp3|ogg|wav')] };
const inline: Module = { isInline: true };

/** Elements of Avada's Fusion Builder. */
export const avada: Modules = {
  fusion_imageframe: image,
  fusion_image: { ...image, before: [picture('image', { alt: 'alt', link: 'link', id: 'image_id' })] },
  fusion_gallery: { before: [gallery('image_ids')] },
  fusion_gallery_image: {
    before: [
      heading('image_title'),
      picture('image', { alt: 'image_alt', link: 'link', id: 'image_id', caption: 'image_caption' }),
    ],
    content: 'media',
  },
  fusion_image_before_after: {
    before: [
      picture('before_image', { alt: 'before_label' }),
      picture('after_image', { alt: 'after_label' }),
    ],
  },
  fusion_image_hotspots: { before: [picture('image', { alt: 'alt', id: 'image_id' })] },
  fusion_hotspot_point: {
    before: [heading('title'), text('long_text')],
    after: [link('button_text_link|link', 'button_text')],
  },
  fusion_slide: {
    before: [picture('image', { link: 'slide_link', id: 'image_id' }), media('video')],
    content: 'media',
  },
  fusion_video: player,
  fusion_audio: player,
  fusion_button: { content: { link: 'link', isButton: true } },
  fusion_title: {
    before: [text('before_text'), text('rotation_text'), text('highlight_text')],
    after: [text('after_text')],
    content: { heading: 'size|heading_size' },
  },
  fusion_toggle: titled,
  fusion_tab: titled,
  fusion_person: {
    before: [
      picture('picture', { alt: 'name', link: 'pic_link', id: 'picture_id' }),
      heading('name'),
      text('title'),
    ],
    after: [profiles],
  },
  fusion_testimonial: {
    before: [picture('image', { alt: 'name', id: 'image_id' })],
    after: [line('name', ['company'], 'link')],
  },
  fusion_content_box: {
    before: [picture('image', { id: 'image_id' }), heading('title', { link: 'link' })],
    after: [link('link', 'linktext')],
  },
  fusion_code: encoded,
  fusion_table: encoded,
  fusion_syntax_highlighter: { content: 'listing' },
  fusion_flip_box: {
    before: [
      picture('image', { id: 'image_id' }),
      heading('title_front'),
      text('text_front'),
      heading('title_back', { level: 4 }),
    ],
  },
  fusion_checklist: { around: ['<ul>', '</ul>'] },
  fusion_li_item: { around: ['<li>', '</li>'] },
  fusion_counter_box: { before: [joined('value', 'unit')] },
  fusion_progress: { before: [joined('percentage', 'unit')] },
  fusion_pricing_column: titled,
  fusion_pricing_price: { before: [joined('currency', 'price', '= ', 'time')] },
  fusion_pricing_row: { around: ['<p>', '</p>'] },
  fusion_tagline_box: { before: [heading('title'), text('description')], after: [button('link', 'button')] },
  fusion_modal: titled,
  fusion_countdown: {
    before: [heading('heading_text'), text('subheading_text'), text('countdown_end')],
    after: [link('link_url', 'link_text')],
  },
  fusion_social_links: { before: [profiles] },
  fusion_map: { before: [text('address')] },
  fusion_chart: titled,
  fusion_chart_dataset: titled,
  fusion_events_ticker: titled,
  fusion_news_ticker: { before: [line('ticker_title')] },
  fusion_popover: { before: [line('title'), text('content')] },
  fusion_dropcap: inline,
  fusion_highlight: inline,
  fusion_tooltip: inline,
  fusion_modal_text_link: inline,
  fusion_builder_container: {},
  fusion_builder_row: {},
  fusion_builder_row_inner: {},
  fusion_builder_column: {},
  fusion_builder_column_inner: {},
  fusion_text: {},
  fusion_fontawesome: {},
  fusion_separator: {},
  fusion_section_separator: {},
  fusion_menu_anchor: {},
};
