import { z } from 'zod';
import { fileAddressOrEmpty, flag, longText, webAddressOrEmpty, whole } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

const slot = (title: string, where: string) => setting(longText(50_000), { default: '', title, help: `Ad code shown ${where}; empty: no slot.` });

/** Ad slots, the background ad and the notice for readers with an ad blocker. */
export const ads = settingGroup('ads', 'Advertising', {
  ad_header: slot('Header ad', 'in the header'),
  ad_article_top: slot('Article top ad', 'above the text of an article'),
  ad_article_inline: slot('Article inline ad', 'inside the text of an article'),
  ad_article_inline_after: setting(whole(1, 100), { default: 3, title: 'Inline ad after paragraph', help: 'The inline ad follows this paragraph.' }),
  ad_article_bottom: slot('Article bottom ad', 'below the text of an article'),
  ad_sidebar: slot('Sidebar ad', 'in the sidebar'),
  ad_footer: slot('Footer ad', 'above the footer'),
  background_ad_link: setting(webAddressOrEmpty, { default: '', title: 'Background ad: link', help: 'Where a click beside the content leads; empty: no background ad.' }),
  background_ad_target: setting(z.enum(['', '_blank', '_self']), { default: '', title: 'Background ad: target', help: '_blank: a new window; anything else: the same one.' }),
  background_ad_image: setting(fileAddressOrEmpty, { default: '', title: 'Background ad: picture', help: 'Address of the picture behind the page.' }),
  ad_block_notice: setting(flag, { default: false, title: 'Ad-block notice', help: 'Tells readers when ad blocking interferes with the page.' }),
  ad_block_check_url: setting(webAddressOrEmpty, { default: '', title: 'Ad-block check address', help: 'Asked to find out whether ads are blocked; from your advertising provider.' }),
});
