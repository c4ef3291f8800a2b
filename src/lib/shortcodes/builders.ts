import type { Module, Modules } from './modules.ts';
import {
  button,
  gallery,
  heading,
  joined,
  line,
  link,
  media,
  picture,
  profiles,
  text,
  links,
  listed,
  pictures,
} from './modules.ts';

const titledModule: Module = { before: [heading('title')] };
const imageModule: Module = { before: [picture('src', { alt: 'alt|title_text', link: 'url' })] };
const code: Module = { content: 'html' };
const header: Module = {
  before: [
    picture('background_image'),
    picture('logo_image_url', { alt: 'logo_alt_text|logo_title' }),
    heading('title', { level: 2, levelFrom: 'title_level' }),
    text('subhead'),
    picture('header_image_url', { alt: 'image_alt_text|image_title' }),
  ],
  after: [button('button_one_url', 'button_one_text'), button('button_two_url', 'button_two_text')],
};
const video: Module = { before: [media('src|src_webm')] };
const counter: Module = { before: [joined('number', '= ', 'title')] };
const signUp: Module = {
  before: [heading('title'), text('description|content')],
  after: [text('footer_content')],
};

/** Modules of Divi and Extra, with the attributes of Divi 3 and 4. */
const divi: Modules = {
  et_pb_section: {},
  et_pb_row: {},
  et_pb_row_inner: {},
  et_pb_column: {},
  et_pb_column_inner: {},
  et_pb_text: {},
  et_pb_image: imageModule,
  et_pb_fullwidth_image: imageModule,
  et_pb_video: video,
  et_pb_video_slider_item: video,
  et_pb_audio: {
    before: [picture('image_url'), heading('title'), line('artist_name', ['album_name']), media('audio')],
  },
  et_pb_button: { before: [button('button_url', 'button_text')] },
  et_pb_blurb: {
    before: [
      picture('image', { alt: 'alt', link: 'url' }),
      heading('title', { levelFrom: 'header_level', link: 'url' }),
      text('content'),
    ],
  },
  et_pb_heading: { before: [heading('title', { level: 2, levelFrom: 'title_level' })] },
  et_pb_toggle: titledModule,
  et_pb_accordion_item: titledModule,
  et_pb_tab: titledModule,
  et_pb_team_member: {
    before: [picture('image_url', { alt: 'name' }), heading('name'), text('position')],
    after: [profiles],
  },
  et_pb_testimonial: {
    before: [picture('portrait_url', { alt: 'author' })],
    after: [line('author', ['job_title', 'company_name|company'], 'url')],
  },
  et_pb_cta: { before: [heading('title')], after: [button('button_url', 'button_text')] },
  et_pb_slide: {
    before: [
      picture('background_image'),
      heading('heading|title'),
      picture('image', { alt: 'image_alt' }),
      media('video_url'),
    ],
    after: [button('button_link', 'button_text')],
  },
  et_pb_fullwidth_header: header,
  et_pb_gallery: { before: [gallery('gallery_ids')] },
  et_pb_code: code,
  et_pb_fullwidth_code: code,
  et_pb_number_counter: counter,
  et_pb_circle_counter: counter,
  et_pb_counter: { before: [joined('percent', '= ', 'title')] },
  et_pb_pricing_table: {
    before: [heading('title'), text('subtitle'), joined('currency', 'sum', '= ', 'per')],
    after: [button('button_url', 'button_text')],
  },
  et_pb_countdown_timer: { before: [heading('title'), text('date_time')] },
  et_pb_signup: signUp,
  et_pb_login: signUp,
  et_pb_contact_form: titledModule,
  et_pb_contact_field: { before: [line('field_title')] },
  et_pb_map_pin: { before: [heading('title'), text('pin_address')] },
  et_pb_social_media_follow_network: { content: { link: 'url' } },
  et_pb_image_slide: imageModule,
  et_pb_fullwidth_image_slide: imageModule,
  et_pb_link: { before: [link('url', 'title')] },
};

const titledByHeading: Module = { before: [heading('title|heading')] };
const callToAction: Module = {
  before: [heading('h2|call_text|title', { level: 2 }), text('h4')],
  after: [button('btn_link|link|href', 'btn_title|title')],
};

/** Elements of WPBakery Page Builder, by current and former names. */
const composer: Modules = {
  vc_custom_heading: { before: [heading('text', { level: 2, levelFrom: 'font_container', link: 'link' })] },
  vc_single_image: {
    before: [
      heading('title'),
      picture('custom_src', { link: 'link|img_link|img_link_large', id: 'image', caption: 'caption' }),
    ],
  },
  vc_gallery: {
    before: [heading('title'), gallery('images'), pictures('custom_srcs'), links('custom_links')],
  },
  vc_images_carousel: {
    before: [heading('title'), gallery('images'), pictures('custom_srcs'), links('custom_links')],
  },
  vc_video: { before: [heading('title'), media('link')] },
  vc_btn: { before: [button('link', 'title')] },
  vc_button: { before: [button('href', 'title')] },
  vc_button2: { before: [button('link', 'title')] },
  vc_toggle: titledByHeading,
  vc_tta_section: titledByHeading,
  vc_tta_tabs: titledByHeading,
  vc_tta_tour: titledByHeading,
  vc_tta_accordion: titledByHeading,
  vc_tabs: titledByHeading,
  vc_tour: titledByHeading,
  vc_accordion: titledByHeading,
  vc_tab: titledByHeading,
  vc_accordion_tab: titledByHeading,
  vc_text_separator: titledByHeading,
  vc_cta: { ...callToAction, after: [button('btn_link|link', 'btn_title')] },
  vc_cta_button: { before: [heading('call_text', { level: 2 })], after: [button('href', 'title')] },
  vc_cta_button2: { before: [heading('h2', { level: 2 }), text('h4')], after: [button('link', 'title')] },
  vc_raw_html: { content: 'html' },
  vc_raw_js: { content: 'none' },
  vc_hoverbox: {
    before: [
      picture('custom_src', { id: 'image' }),
      heading('primary_title'),
      heading('hover_title', { level: 4 }),
    ],
    after: [button('hover_btn_link', 'hover_btn_title')],
  },
  vc_pie: { before: [heading('title'), joined('value', 'units', '= ', 'label_value')] },
  vc_progress_bar: { before: [heading('title'), listed('values', 'label', 'value')] },
  vc_round_chart: { before: [heading('title'), listed('values', 'title', 'value')] },
  vc_line_chart: { before: [heading('title'), listed('values', 'title', 'y_values')] },
  vc_pricing_table: {
    before: [heading('heading'), text('subheading'), joined('currency', 'price', '= ', 'period')],
    after: [button('link|btn_link', 'btn_title')],
  },
  vc_gmaps: { before: [heading('title'), text('link')] },
  vc_wp_text: titledByHeading,
  vc_copyright: { before: [line('prefix'), text('postfix')] },
  vc_section: {},
  vc_row: {},
  vc_row_inner: {},
  vc_column: {},
  vc_column_inner: {},
  vc_column_text: {},
  vc_zigzag: {},
  vc_icon: { before: [link('link')] },
};

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

const avada: Modules = {
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

/** Shortcodes of page builders, rendered from their attributes and content. */
export const builderModules: ReadonlyMap<string, Module> = new Map(
  Object.entries({ ...divi, ...avada, ...composer }),
);

/** Whether a page builder's shortcode shows something itself; rows, columns and ornaments show only their content. */
export const isShownModule = (name: string): boolean =>
  Object.keys(builderModules.get(name) ?? {}).length > 0;
