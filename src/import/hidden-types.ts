import { decodeEntities } from '../lib/plain-text.ts';
import { postTypeNamed } from '../modules/types/registry.ts';
import type { WxrItem } from './wxr-events.ts';

/**
 * Types in which plugins keep what is no reader's: messages that were sent by forms, orders, addresses of subscribers, forms, fields, vouchers,
 * redirects, pieces of layouts. WordPress shows them to nobody, though most of them are published.
 */
const hidden: ReadonlySet<string> = new Set([
  // Messages and their forms
  'feedback',
  'flamingo_contact',
  'flamingo_inbound',
  'flamingo_outbound',
  'wpcf7_contact_form',
  'cfdb7',
  'nf_sub',
  'wpforms',
  'wpforms_log',
  'metform-form',
  'metform-entry',
  'forminator_forms',
  'forminator_polls',
  'forminator_quizzes',
  'happyform',
  'happyforms-message',
  'everest_form',
  'frm_form_actions',
  'frm_styles',
  'job_application',
  'job_guest_user',
  // Orders, donations and members
  'shop_order',
  'shop_order_refund',
  'shop_order_placehold',
  'shop_subscription',
  'shop_coupon',
  'shop_webhook',
  'wc_booking',
  'wc_user_membership',
  'wc_membership_plan',
  'edd_payment',
  'edd_discount',
  'edd_log',
  'give_payment',
  'give_log',
  'jp_pay_order',
  'jp_pay_product',
  'jp_mem_plan',
  // Subscribers, mails and what is laid over pages
  'tds_email',
  'tds_locker',
  'mc4wp-form',
  'bp-email',
  'popup',
  'popup_theme',
  // What other plugins are made of
  'acf',
  'acf-field',
  'acf-field-group',
  'acf-post-type',
  'acf-taxonomy',
  'acf-ui-options-page',
  'advanced_ads',
  'amp_validated_url',
  'custom-css-js',
  'elementor_font',
  'elementor_icons',
  'elementor_snippet',
  'polylang_mo',
  'redirect_rule',
  'tablepress_table',
  'vc4_templates',
  'vc_grid_item',
  'vip-legacy-redirect',
  'wp_log',
  'wpcode',
]);

/**
 * Whether the exporter showed an item to nobody, although it may be published there: types that nobody defined here are for everybody. Types without an address
 * are told by their links, too (`?post_type=voucher&p=12`), which no post has that readers could open.
 */
export function wasHidden({ type, link }: Pick<WxrItem, 'type' | 'link'>): boolean {
  if (postTypeNamed(type).isRegistered) return false;
  if (hidden.has(type)) return true;
  const address = decodeEntities(link);
  if (!URL.canParse(address)) return false;
  const { searchParams } = new URL(address);
  return searchParams.get('post_type') === type && searchParams.has('p');
}
