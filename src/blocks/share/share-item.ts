import type { ShareNetwork } from '../../modules/settings/definitions/services.ts';
import type { ReaderText } from '../../languages/en.ts';

/** One thing that the bar offers. */
export interface ShareItem {
  readonly name: ShareNetwork;
  /** What it does, in words. */
  readonly label: string;
  /** Where a network takes what is shared, or the letter to write; undefined: an action of the page, which needs scripts. */
  readonly href: string | undefined;
}

/** What is shared. */
export interface Shared {
  readonly url: string;
  /** Plain text. */
  readonly title: string;
}

interface Network {
  readonly label: string;
  readonly address: string;
  /** What it wants to be told: some read the title from the page. */
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
  // Scripts ask which server it is; without them it is the largest.
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

/** Wordings of what needs no network. */
const ownTexts = { mail: 'share_mail', print: 'share_print', copy: 'share_copy' } as const satisfies Partial<
  Record<ShareNetwork, ReaderText>
>;

/** Not URLSearchParams: mail programs keep its `+` for a space. */
const queryOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** Makes an item of the bar. */
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
