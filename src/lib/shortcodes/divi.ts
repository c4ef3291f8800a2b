import { button, gallery, heading, joined, line, link, media, picture, profiles, text } from './modules.ts';
import type { Module, Modules } from './modules.ts';

const titled: Module = { before: [heading('title')] };
const image: Module = { before: [picture('src', { alt: 'alt|title_text', link: 'url' })] };
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

/** Modules of Divi and Extra; attributes as Divi 3 and 4 write them. */
export const divi: Modules = {
  et_pb_section: {},
  et_pb_row: {},
  et_pb_row_inner: {},
  et_pb_column: {},
  et_pb_column_inner: {},
  et_pb_text: {},
  et_pb_image: image,
  et_pb_fullwidth_image: image,
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
  et_pb_toggle: titled,
  et_pb_accordion_item: titled,
  et_pb_tab: titled,
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
  et_pb_contact_form: titled,
  et_pb_contact_field: { before: [line('field_title')] },
  et_pb_map_pin: { before: [heading('title'), text('pin_address')] },
  et_pb_social_media_follow_network: { content: { link: 'url' } },
  et_pb_image_slide: image,
  et_pb_fullwidth_image_slide: image,
  et_pb_link: { before: [link('url', 'title')] },
};
