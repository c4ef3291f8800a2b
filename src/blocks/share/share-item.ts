import type { ShareNetwork } from '../../modules/settings/definitions/services.ts';
import type { ReaderText } from '../../languages/en.ts';

export interface ShareItem {
  readonly name: ShareNetwork;
  readonly label: string;
  /** Share or mail URL; undefined: an action of the page, which needs scripts. */
  readonly href: string | undefined;
}

export interface Shared {
  readonly url: string;
  /** Plain text. */
  readonly title: string;
}

interface Network {
  readonly label: string;
  readonly address: string;
  /** The network's parameters; some networks read the title from the page. */
  readonly query: (shared: Shared) => Readonly<Record<string, string>>;
}

const networks: Readonly<Record<Exclude<ShareNetwork, keyof typeof ownTexts>, Network>> = {
  facebook: {
    label: 'Facebook',
    address: 'https://www.facebook.com/sharer/sharer.php',
    query: ({ url }) => ({ u: url }),
  },
  twitter: {
    label: 'X',
    address: 'https://x.com/intent/post',
    query: ({ url, title }) => ({ url, text: title }),
  },
  whatsapp: {
    label: 'WhatsApp',
    address: 'https://api.whatsapp.com/send',
    query: ({ url, title }) => ({ text: `${title} ${url}` }),
  },
  linkedin: {
    label: 'LinkedIn',
    address: 'https://www.linkedin.com/sharing/share-offsite/',
    query: ({ url }) => ({ url }),
  },
  reddit: {
    label: 'Reddit',
    address: 'https://www.reddit.com/submit',
    query: ({ url, title }) => ({ url, title }),
  },
  telegram: {
    label: 'Telegram',
    address: 'https://t.me/share/url',
    query: ({ url, title }) => ({ url, text: title }),
  },
  pinterest: {
    label: 'Pinterest',
    address: 'https://www.pinterest.com/pin/create/button/',
    query: ({ url, title }) => ({ url, description: title }),
  },
  bluesky: {
    label: 'Bluesky',
    address: 'https://bsky.app/intent/compose',
    query: ({ url, title }) => ({ text: `${title} ${url}` }),
  },
  // Scripts ask for the server; without them it is the largest one.
  mastodon: {
    label: 'Mastodon',
    address: 'https://mastodon.social/share',
    query: ({ url, title }) => ({ text: `${title} ${url}` }),
  },
  threads: {
    label: 'Threads',
    address: 'https://www.threads.net/intent/post',
    query: ({ url, title }) => ({ url, text: title }),
  },
};

const ownTexts = { mail: 'share_mail', print: 'share_print', copy: 'share_copy' } as const satisfies Partial<
  Record<ShareNetwork, ReaderText>
>;

/** Not URLSearchParams: mail programs don't decode its `+`. */
const queryOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

export function shareItem(name: ShareNetwork, shared: Shared, text: (name: ReaderText) => string): ShareItem {
  if (name === 'print' || name === 'copy') return { name, label: text(ownTexts[name]), href: undefined };
  if (name === 'mail')
    return {
      name,
      label: text(ownTexts.mail),
      href: `mailto:?${queryOf({ subject: shared.title, body: shared.url })}`,
    };
  const { label, address, query } = networks[name];
  return { name, label: text('share_on').replace('%s', label), href: `${address}?${queryOf(query(shared))}` };
}

/** Our own icons in a 20 × 20 box, as path data to be stroked; a zero-length dash is a dot. */
export const shareIcons: Readonly<Record<ShareNetwork, string>> = {
  copy: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.8-2.8a3 3 0 0 0-4.3-4.3L10 5.7m1.5 2.8a3 3 0 0 0-4.3 0l-2.8 2.8a3 3 0 0 0 4.3 4.3L10 14.3',
  mail: 'M3 5h14v10H3zl7 6 7-6',
  print: 'M6 8V3h8v5M6 14H3V8h14v6h-3M6 12h8v5H6z',
  facebook: 'M13.5 3H12q-3 0-3 3v11M6 9.5h6.5',
  twitter: 'M4 4l12 12.5M16 4 4 16.5',
  whatsapp: 'M3 17l1-3.6a7 7 0 1 1 2.6 2.6zM8 7q0 4 5 5',
  linkedin: 'M4.5 9v7M4.5 5v.1M9 16V9m0 3q0-3 3-3t3 3v4',
  reddit:
    'M3.5 12a6.5 4.5 0 1 0 13 0 6.5 4.5 0 1 0-13 0M10 7.5l1-4 3.5.8M7.5 11v.1M12.5 11v.1M7.5 13.7q2.5 1.5 5 0',
  telegram: 'M17 4 3 9.5l4.5 2L15 6l-6 6.5 5 4z',
  pinterest: 'M8 17l2.5-9M7 10.5q-2-5 3-5.5 4.5 0 4 4.5-.6 3.5-3 3.5-1.5 0-2-1.5',
  bluesky: 'M10 9Q7 3.5 3 3.5 3 10 7 11q-3 1-1.5 3.5T10 13.5q3 3.5 4.5 1T13 11q4-1 4-7.5-4 0-7 5.5z',
  mastodon:
    'M16 11.5q-.5 2.5-6 2.5v1.5q2 .8 4.5.2M10 17.5Q4 17 4 11V8q0-5 6-5t6 5v3.5M7 11V8.3q0-1.8 1.5-1.8T10 8.3V10m0-1.7q0-1.8 1.5-1.8T13 8.3V11',
  threads:
    'M14.7 7Q13.8 3 10 3 4.5 3 4.5 10t5.5 7q5 0 5-4 0-3.5-5-3.5-3 0-3 2 0 1.9 2.5 1.9 3.2 0 3-4.4-.3-2.5-2.7-2.5-1.6 0-2.2 1.2',
};

export const deviceIcon = 'M10 12.5V3M6.5 6 10 2.5 13.5 6M6 9H4v8h12V9h-2';
