import { z } from 'zod';
import { fileAddressOrEmpty, flag, line, token, webAddress, webOrigin, whole } from '../kinds.ts';
import { isProviderLine, knownProviders } from '../../../lib/oembed-providers.ts';
import { setting, settingGroup } from '../setting.ts';

/** Asking readers before anything of others is loaded. */
export const consent = settingGroup('consent', 'Consent', {
  consent: setting(flag, {
    default: false,
    title: 'Ask for consent',
    help: 'Ads, analytics and videos of other sites wait until the reader has agreed; off: they load as you set them up.',
  }),
  consent_policy_url: setting(fileAddressOrEmpty, {
    default: '',
    title: 'Privacy policy',
    help: 'Address that the question links to, such as /privacy/; empty: no link.',
  }),
  consent_days: setting(whole(1, 400), {
    default: 180,
    title: 'Days until asked again',
    help: 'How long a reader’s answer is remembered.',
  }),
});

/** Counting readers; nothing is loaded while the id is empty. */
export const analytics = settingGroup('analytics', 'Analytics', {
  analytics_container_id: setting(token, {
    default: '',
    title: 'Container id',
    help: 'Id of your tag manager’s container; empty: no analytics at all.',
    isCode: true,
  }),
  analytics_script_url: setting(webAddress, {
    default: 'https://www.googletagmanager.com/gtm.js',
    title: 'Container script',
    help: 'Address of the tag manager’s script; the container id is added as “id”.',
    isCode: true,
  }),
  analytics_hosts: setting(z.array(webOrigin).max(50).readonly(), {
    default: [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://*.googletagmanager.com',
    ],
    title: 'Hosts of the container',
    help: 'Origins that scripts of the container may talk to; they count only while there is a container id.',
  }),
  analytics_region: setting(line(20), {
    default: '',
    title: 'Region',
    help: 'Told to the container as “region”, such as DE; empty: not told.',
  }),
});

/** What other sites are asked while somebody writes. */
export const embeds = settingGroup('embeds', 'Embeds', {
  embed_providers: setting(
    z
      .array(
        line(600).refine(
          isProviderLine,
          `expected one of ${knownProviders.join(', ')}, or a host with the address that is asked of it`,
        ),
      )
      .max(50)
      .refine((list) => new Set(list).size === list.length, 'expected no site twice')
      .readonly(),
    {
      default: [],
      title: 'Sites that say what an embed shows',
      help: 'Hosts such as youtube.com, or a host and its oEmbed address: this server asks them for title and picture while somebody writes. None: nobody.',
    },
  ),
});
