import { shareIcons } from '../share/share-item.ts';

export interface SocialService {
  /** In its own spelling. */
  readonly name: string;
  /** Our own icon in a 20 × 20 box, as path data to be stroked; a zero-length dash is a dot. */
  readonly path: string;
  /** The brand's colour; undefined: the text's. */
  readonly color?: string;
}

const service = (name: string, path: string, color?: string): SocialService => ({
  name,
  path,
  ...(color === undefined ? {} : { color }),
});

/** Services by WordPress' names. Generic names are translated by the site's strings. */
export const socialServices: Readonly<Record<string, SocialService>> = {
  fivehundredpx: service('500px', 'M6 4h8M6 4v5q2-1.5 4-1.5a4.25 4.25 0 1 1-4.2 5'),
  amazon: service(
    'Amazon',
    'M6.5 6.5q3-3.5 6.5-1.5v6.5l1 1.5M13 8q-6 0-6 3 0 2 2 2 3 0 4-3M3 14.5q6.5 4 13.5.5M14.5 14h2.5v2',
    '#b35a00',
  ),
  bandcamp: service('Bandcamp', 'M7.5 6H18l-5.5 8H2z', '#197088'),
  behance: service(
    'Behance',
    'M3 5h4a2.3 2.3 0 0 1 0 4.7H3h4.5a2.6 2.6 0 0 1 0 5.3H3zM12 12.5h5.5a2.75 2.75 0 1 0-.8 2M12.5 6.5h4',
    '#0b5ce5',
  ),
  bluesky: service(
    'Bluesky',
    'M10 9.5Q7.5 5 4.5 3.8 3 3.3 3 5.5 3 10 6.5 10.5 3.5 11 4.5 13.5 7 17 10 11.5 13 17 15.5 13.5 16.5 11 13.5 10.5 17 10 17 5.5 17 3.3 15.5 3.8 12.5 5 10 9.5',
    '#0a66d8',
  ),
  chain: service('Link', shareIcons.copy),
  codepen: service(
    'CodePen',
    'M10 3l7 4.7v4.6L10 17l-7-4.7V7.7zM10 3v4.7M10 17v-4.7M3 7.7l7 4.6 7-4.6M3 12.3l7-4.6 7 4.6',
  ),
  deviantart: service('DeviantArt', 'M14 3h-3L9.5 6H5.5v3h2.5L5.5 14v3h3L10 14h4.5v-3H12l2.5-5z', '#047f3e'),
  discord: service(
    'Discord',
    'M7 4.5q3-1 6 0l3 1q2 4 2 8-1.5 1.5-4 2l-1-2M13 4.5l3 1M7 4.5l-3 1q-2 4-2 8 1.5 1.5 4 2l1-2M5.5 13q4.5 2 9 0M7.5 9.5v.6' +
      'M12.5 9.5v.6',
    '#5865f2',
  ),
  dribbble: service(
    'Dribbble',
    'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M7.5 3.5q4 4 5.5 13M3.5 8.5q7.5.5 11.5-4M5 15q3.5-6 12-4',
    '#c32361',
  ),
  dropbox: service(
    'Dropbox',
    'M6 3.5l4 2.5-4 2.5L2 6zM14 3.5l4 2.5-4 2.5L10 6zM6 8.5l4 2.5-4 2.5L2 11zM14 8.5l4 2.5-4 2.5L10 11zM6.5 15l3.5 2 3.5-2',
    '#0061ff',
  ),
  etsy: service('Etsy', 'M15 6.5V4H6m2 0v12m-2 0h9.5V13.5M8 10h5M13 8.5v3', '#c34500'),
  facebook: service('Facebook', shareIcons.facebook, '#0866ff'),
  feed: service('RSS Feed', 'M4 4q12 0 12 12M4 9q7 0 7 7M5 15v.1', '#b35400'),
  flickr: service('Flickr', 'M3 10a3 3 0 1 0 6 0 3 3 0 1 0-6 0M11 10a3 3 0 1 0 6 0 3 3 0 1 0-6 0', '#0063dc'),
  foursquare: service('Foursquare', 'M6 17V3h9l-1.5 8H10zM14 7.5h-4', '#d22f5f'),
  goodreads: service('Goodreads', 'M14 3.5v9.5q0 4-4 4-3.5 0-4-2.5M14 8.5a4 4.5 0 1 1-8 0 4 4.5 0 1 1 8 0'),
  google: service('Google', 'M15.5 5.5A7 7 0 1 0 17 10h-6.5', '#1a6fe8'),
  github: service(
    'GitHub',
    'M7.5 17v-2.5q-3 .5-4-2' +
      'M12.5 17v-3q0-1-.7-1.7 4.2-.3 4.2-4.3 0-1.5-1-2.5.5-1.5-.2-2.8-1.5 0-2.8 1.1-2-.5-4 0Q6.5 2.7 5.2 2.7 4.5 4 5 5.5 4 6.5 4 8q0 4 4.2 4.3-.7.7-.7 1.7v3',
  ),
  gravatar: service('Gravatar', 'M10 3.5v6.5M14.5 5a7 7 0 1 1-9 0', '#1d4fc4'),
  instagram: service(
    'Instagram',
    'M6.5 3h7Q17 3 17 6.5v7q0 3.5-3.5 3.5h-7Q3 17 3 13.5v-7Q3 3 6.5 3M6.8 10a3.2 3.2 0 1 0 6.4 0 3.2 3.2 0 1 0-6.4 0M14 6v.1',
    '#c2225d',
  ),
  lastfm: service(
    'Last.fm',
    'M9 13q-1.5 1.5-3.5 1.5A3.5 4 0 0 1 5.5 6.5Q8 6.5 9 9l1.5 3.5q1 2 3.5 2 3.5 0 3.5-2.5 0-2-3-2.5-2.5-.4-2.5-1.8 0-1.7 2.3-1.7 1.7 0 ' +
      '2.2 1',
    '#d51007',
  ),
  linkedin: service('LinkedIn', shareIcons.linkedin, '#0a66c2'),
  mail: service('Mail', shareIcons.mail),
  mastodon: service(
    'Mastodon',
    'M6.5 16q3.5 1.5 7 .5M4 12V7q0-4 4-4h4q4 0 4 4v2q0 4-4 4H7.5M7 10.5V8q0-2 1.5-2T10 8v1.5M10 8q0-2 1.5-2T13 8v2.5' +
      'M4 12q0 3.5 2.5 4',
    '#5b4be1',
  ),
  meetup: service(
    'Meetup',
    'M3.5 15q1.5-7 3-9 1.5-1.5 2.5.5 0 2-1.5 6 2-6 4-7 2-.5 1.5 2-1.5 4-1.5 5 0 2 3.5 1',
    '#d22c49',
  ),
  medium: service(
    'Medium',
    'M3 10a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M12 10a1.3 3.3 0 1 0 2.6 0 1.3 3.3 0 1 0-2.6 0M17.2 7v6',
  ),
  patreon: service('Patreon', 'M4 4v12M8 8.5a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0'),
  pinterest: service('Pinterest', shareIcons.pinterest, '#cc0320'),
  pocket: service('Pocket', 'M3 4.5h14V9a7 7 0 0 1-14 0zM6.5 8.5l3.5 3.5 3.5-3.5', '#c9263f'),
  reddit: service('Reddit', shareIcons.reddit, '#c73a00'),
  share: service(
    'Share',
    'M7 10 13 6.5M7 10l6 3.5M3 10a2 2 0 1 0 4 0 2 2 0 1 0-4 0M13 5.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M13 14.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  ),
  skype: service(
    'Skype',
    'M6 3.5a4 4 0 0 0-2.5 6 6.5 6.5 0 0 0 7 7.5 4 4 0 0 0 6-6 6.5 6.5 0 0 0-7-7.5A4 4 0 0 0 6 3.5' +
      'M13 7.5q-1-1.3-3-1.3-2.5 0-2.5 1.9T10 10q3 .3 3 2t-3 1.8q-2.2 0-3-1.5',
    '#00749f',
  ),
  snapchat: service(
    'Snapchat',
    'M10 3q3.5 0 3.5 3.5V9q1 .5 1.5 0-.3 1.5-1.5 1.5.5 2.5 3.5 3.5-1 1-3 1-.3 1-1 1-1 0-3 .8-2-.8-3-.8-.7 0-1-1-2 0-3-1 3-1 3.5-3.5Q5.3' +
      ' 10.5 5 9q.5.5 1.5 0V6.5Q6.5 3 10 3',
  ),
  soundcloud: service(
    'SoundCloud',
    'M2.5 11v3M5 9v5.5M7.5 8v7M10 6v9h5a2.5 2.5 0 0 0 0-5q-.5-4-5-4',
    '#bf4300',
  ),
  spotify: service(
    'Spotify',
    'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M6 8q4.5-1.5 8.5.5M6.5 10.5q4-1 7 .7M7 13q3-.7 5.5.6',
    '#11813a',
  ),
  telegram: service('Telegram', shareIcons.telegram, '#1b7fb4'),
  threads: service(
    'Threads',
    'M15.5 7.5Q14.5 3 10 3q-6 0-6 7t6 7q5.5 0 5.5-4 0-3.5-5-3.5-3 0-3 2t2.5 2q3 0 3-3.5 0-3.5-2.8-3.5-1.7 0-2.4 1.2',
  ),
  tiktok: service('TikTok', 'M8.5 9.5a3.5 3.5 0 1 0 2.5 3.5V3q.5 4 5 4.5'),
  tumblr: service('Tumblr', 'M10 3q0 3.5-3.5 4v1.5H9v5q0 3.5 3.5 3.5 1 0 2-.5M11 3v4.5h3.5', '#36465d'),
  twitch: service('Twitch', 'M5.5 3 3.5 5.5V15h3.5v2.5L9.5 15h3l4-4V3zM9 6.5v4M12.5 6.5v4', '#6a3fc4'),
  twitter: service(
    'Twitter',
    'M17 5.5q-.5 9-7.5 10.5-4 .5-6.5-1.5 3 0 4.5-1.5Q4 12 4 8.5q1.5.7 1.5.5-2-2-1-5Q7 7 10.5 7q-.5-3.5 2.5-3.8 1.5-.2 2.5 1L17 3.8',
    '#0b7ac0',
  ),
  vimeo: service(
    'Vimeo',
    'M2.5 7q2.5-3 4-3 2 0 2.5 4 .7 4 1.2 4t1.8-2.5q.7-2-.7-2-.8 0-1 .3 1-3.8 4-3.8 2.7 0 2.2 3.3Q16 11 11.5 15q-3 2.5-4.5-1Q5.5 8 5 8q-' +
      '.5 0-1.5.7z',
    '#0b7fae',
  ),
  vk: service('VK', 'M3 5.5q.5 8.5 8 9V5.5M17 5.5q-1.5 3.5-6 4.5 4.5.5 6.5 4.5', '#0669d8'),
  wordpress: service(
    'WordPress',
    'M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M4.5 7l3 8.5L10 8l2.5 7.5L15 8q.4-1.5-.5-2.5',
    '#256d92',
  ),
  whatsapp: service('WhatsApp', shareIcons.whatsapp, '#157a3f'),
  x: service('X', shareIcons.twitter),
  yelp: service(
    'Yelp',
    'M9.5 3v6L5.5 4.5zM3.5 9l5 1.5-5 2.5zM9.5 12l-.5 5-3.5-2.5zM11.5 11.5l4.5 1.5-2.5 3.5zM11.5 9.5l2.5-4 2.5 3z',
    '#c9211e',
  ),
  youtube: service(
    'YouTube',
    'M5 5h10q2.5 0 2.5 2.5v5Q17.5 15 15 15H5q-2.5 0-2.5-2.5v-5Q2.5 5 5 5M8.5 7.8v4.4l4-2.2z',
    '#d0021b',
  ),
};
