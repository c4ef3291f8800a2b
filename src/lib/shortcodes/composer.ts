import {
  button,
  gallery,
  heading,
  joined,
  line,
  link,
  links,
  listed,
  media,
  picture,
  pictures,
  text,
} from './modules.ts';
import type { Module, Modules } from './modules.ts';

const titled: Module = { before: [heading('title|heading')] };
const callToAction: Module = {
  before: [heading('h2|call_text|title', { level: 2 }), text('h4')],
  after: [button('btn_link|link|href', 'btn_title|title')],
};

/** Elements of WPBakery Page Builder, under their names of today and those before. */
export const composer: Modules = {
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
  vc_toggle: titled,
  vc_tta_section: titled,
  vc_tta_tabs: titled,
  vc_tta_tour: titled,
  vc_tta_accordion: titled,
  vc_tabs: titled,
  vc_tour: titled,
  vc_accordion: titled,
  vc_tab: titled,
  vc_accordion_tab: titled,
  vc_text_separator: titled,
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
  vc_wp_text: titled,
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
