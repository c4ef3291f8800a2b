import { z } from 'zod';
import { idOrNone, line, longText, token, webAddressOrEmpty, webOrigin } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

const verification = (service: string) =>
  setting(token, {
    default: '',
    title: `${service}: verification`,
    help: `Code that ${service} gave you to prove that the site is yours; empty: none.`,
  });

/** What search engines, social networks, feed readers and advertisers are told of the site. */
export const discovery = settingGroup('discovery', 'Search engines and sharing', {
  robots_txt_extra: setting(longText(), {
    default: '',
    title: 'Further lines of robots.txt',
    help: 'Added to /robots.txt as they are.',
  }),
  ads_txt: setting(longText(200_000), {
    default: '',
    title: 'ads.txt',
    help: 'Who may sell this site’s advertising space: the whole file; empty: there is none.',
  }),
  app_ads_txt: setting(longText(200_000), {
    default: '',
    title: 'app-ads.txt',
    help: 'The same for apps; empty: there is none.',
  }),
  news_publication_name: setting(line(), {
    default: '',
    title: 'Name in news sitemaps',
    help: 'As news search engines know the publication; empty: the site title.',
  }),
  social_image: setting(idOrNone, {
    default: 0,
    title: 'Picture for shares',
    help: 'Attachment that stands for pages without a picture of their own; 0: none.',
  }),
  social_profiles: setting(z.array(webAddressOrEmpty).max(50).readonly(), {
    default: [],
    title: 'Social profiles',
    help: 'Addresses of the publication’s own pages at social networks.',
  }),
  twitter_site: setting(
    z
      .string()
      .max(50)
      .regex(/^(?:@\w{1,40})?$/, 'expected a name such as @broadsheet'),
    { default: '', title: 'Name at X', help: 'The publication’s name there, with its @; empty: none.' },
  ),
  verify_google: verification('Google'),
  verify_bing: verification('Bing'),
  verify_yandex: verification('Yandex'),
  verify_pinterest: verification('Pinterest'),
  verify_facebook: verification('Facebook'),
  head_code: setting(longText(50_000), {
    isCode: true,
    default: '',
    title: 'Custom head code',
    help: 'meta, link and style tags and scripts for the head of every page. Scripts run after the page is there; anything else is left out.',
  }),
  head_code_hosts: setting(z.array(webOrigin).max(50).readonly(), {
    default: [],
    title: 'Hosts of the head code',
    help: 'Origins that scripts of the head code may talk to, such as https://stats.example.',
  }),
});
