import { z } from 'zod';
import {
  flag,
  lines,
  token,
  webAddress,
  whole,
  fileAddressOrEmpty,
  line,
  webOrigin,
  choice,
  choices,
  hexColor,
  webAddressOrEmpty,
  setting,
  settingGroup,
} from '../kinds.ts';
import { isProviderLine, knownProviders } from '../../../lib/oembed-providers.ts';

export const prefetch = settingGroup('prefetch', 'Prefetch', {
  prefetch: setting(flag, {
    default: true,
    title: 'Prefetch',
    help: 'Fetches pages of this site when a reader is about to open them.',
  }),
  prefetch_ignore_list: setting(lines(), {
    default: ['wp-admin', 'wp-login.php'],
    title: 'Never prefetch',
    help: 'URLs that contain one of these are never prefetched.',
  }),
  ignore_remote_prefetch: setting(flag, {
    default: true,
    title: 'Ignore other sites',
    help: 'Links to other sites are never prefetched.',
  }),
});

const roleName = z.string().regex(/^[a-z0-9_-]{1,50}$/, 'expected the name of a role');

export const login = settingGroup('login', 'Login and registration', {
  login_link: setting(flag, {
    default: true,
    title: 'Login link in the header',
    help: 'Shows visitors a link to the login form.',
  }),
  users_can_register: setting(flag, {
    default: false,
    title: 'Anyone can register',
    help: 'Visitors can create an account.',
  }),
  confirm_registration: setting(flag, {
    default: true,
    title: 'Confirm registrations',
    help: 'An account is created once its owner opens the link in a confirmation email. Requires a mail server.',
  }),
  default_role: setting(
    roleName.refine((role) => role !== 'administrator', 'expected a role other than administrator'),
    {
      control: 'role',
      default: 'subscriber',
      title: 'New user default role',
      help: 'Role of users who register.',
    },
  ),
  second_factor_roles: setting(
    z
      .array(roleName)
      .max(50)
      .refine((list) => new Set(list).size === list.length, 'expected no role twice')
      .readonly(),
    {
      default: [],
      control: 'roles',
      title: 'Roles that require two-factor authentication',
      help: 'Users with one of these roles must set up two-factor authentication right after they log in.',
    },
  ),
  password_min_length: setting(whole(8, 128), {
    default: 8,
    title: 'Minimum password length',
    help: 'Minimum number of characters in a new password.',
  }),
  password_letter_and_digit: setting(flag, {
    default: true,
    title: 'Require a letter and a digit',
    help: 'New passwords need at least one letter and one digit.',
  }),
  social_login: setting(flag, {
    default: false,
    title: 'Social login',
    help: 'Users can log in with their social network account.',
  }),
  social_login_app_id: setting(token, {
    default: '',
    title: 'Social login: app ID',
    help: 'From the social network.',
  }),
  social_login_app_secret: setting(token, {
    default: '',
    title: 'Social login: app secret',
    help: 'From the social network.',
    secret: true,
  }),
  social_login_sdk_url: setting(webAddress, {
    default: 'https://connect.facebook.net/en_US/sdk.js',
    title: 'Social login: script',
    help: 'URL of the social network’s script.',
    isCode: true,
  }),
  social_login_graph_url: setting(webAddress, {
    default: 'https://graph.facebook.com',
    title: 'Social login: service',
    help: 'URL where the server looks up a user’s identity.',
  }),
});

export const shareNetworks = [
  'copy',
  'mail',
  'print',
  'facebook',
  'twitter',
  'whatsapp',
  'linkedin',
  'reddit',
  'telegram',
  'pinterest',
] as const;
export const knownNetworks = [...shareNetworks, 'bluesky', 'mastodon', 'threads'] as const;
export type ShareNetwork = (typeof knownNetworks)[number];

export const share = settingGroup('share', 'Sharing', {
  share_networks: setting(
    choices({
      copy: 'Copy link',
      mail: 'Email',
      print: 'Print',
      facebook: 'Facebook',
      twitter: 'X',
      whatsapp: 'WhatsApp',
      linkedin: 'LinkedIn',
      reddit: 'Reddit',
      telegram: 'Telegram',
      pinterest: 'Pinterest',
      bluesky: 'Bluesky',
      mastodon: 'Mastodon',
      threads: 'Threads',
    } satisfies Record<ShareNetwork, string>),
    {
      default: [...shareNetworks],
      title: 'Sharing bar',
      help: 'Networks and actions, in the order shown. Leave empty for no bar.',
    },
  ),
});

export const consent = settingGroup('consent', 'Consent', {
  consent: setting(flag, {
    default: false,
    title: 'Ask for consent',
    help: 'Ads, analytics and videos from other sites load only after the reader agrees. When off, they load without asking.',
  }),
  consent_categories: setting(flag, {
    default: false,
    title: 'Ask by category',
    help: 'Readers can accept or reject marketing, statistics and media separately. Only categories in use are offered.',
  }),
  consent_policy_url: setting(fileAddressOrEmpty, {
    default: '',
    title: 'Privacy policy',
    help: 'URL linked from the consent request, such as /privacy/. Leave empty for no link.',
  }),
  consent_days: setting(whole(1, 400), {
    default: 180,
    title: 'Days until asked again',
    help: 'How long a reader’s choice is remembered.',
  }),
});

/** Nothing is loaded while the id is empty. */
export const analytics = settingGroup('analytics', 'Analytics', {
  analytics_container_id: setting(token, {
    default: '',
    title: 'Container ID',
    help: 'ID of your tag manager’s container. Leave empty for no analytics.',
    isCode: true,
  }),
  analytics_script_url: setting(webAddress, {
    default: 'https://www.googletagmanager.com/gtm.js',
    title: 'Container script',
    help: 'URL of the tag manager’s script; the container ID is added as “id”.',
    isCode: true,
  }),
  analytics_hosts: setting(z.array(webOrigin).max(50).readonly(), {
    default: [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://*.googletagmanager.com',
    ],
    title: 'Container hosts',
    help: 'Origins that the container’s scripts may connect to. They apply only if there is a container ID.',
  }),
  analytics_region: setting(line(20), {
    default: '',
    title: 'Region',
    help: 'Sent to the container as “region”, such as DE. Leave empty to send none.',
  }),
});

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
      title: 'Embed providers',
      help: 'Hosts such as youtube.com, or a host and its oEmbed URL. The server requests titles and thumbnails from them while users write. Leave empty for no requests.',
    },
  ),
});

export const pushPrompt = settingGroup('push', 'Push prompt', {
  push_desktop: setting(flag, {
    default: false,
    title: 'On desktop',
    help: 'Shows the prompt on desktop screens.',
  }),
  push_mobile: setting(flag, { default: false, title: 'On mobile', help: 'Shows the prompt on phones.' }),
  push_mobile_location: setting(choice({ bottom: 'At the bottom' }), {
    default: 'bottom',
    title: 'Position on mobile',
    help: 'Where phones show the prompt.',
  }),
  push_delay: setting(whole(0, 3600), {
    default: 0,
    title: 'Delay',
    help: 'Seconds between loading the page and showing the prompt.',
  }),
  push_reappear: setting(whole(0, 31_536_000), {
    default: 0,
    title: 'Show again after',
    help: 'Seconds before a dismissed prompt is shown again. 0 means on the next visit.',
  }),
  push_second_view: setting(flag, {
    default: false,
    title: 'Wait for the second page',
    help: 'Shows the prompt on the second page of a visit instead of the first. On by default for new sites.',
  }),
  push_logo: setting(fileAddressOrEmpty, {
    control: 'image-url',
    default: '',
    title: 'Logo',
    help: 'URL of the image in the prompt. Leave empty for the site icon.',
  }),
  push_heading: setting(line(), {
    default: 'Get the news first',
    title: 'Heading',
    help: 'First line of the prompt.',
  }),
  push_subheading: setting(line(500), {
    default: 'We’ll let you know when something important happens.',
    title: 'Subheading',
    help: 'Second line of the prompt.',
  }),
  push_theme_color: setting(z.union([z.literal(''), hexColor]), {
    default: '',
    title: 'Color',
    help: 'Color of the prompt. Leave empty for the theme color.',
  }),
  push_allow_text: setting(line(50).min(1), {
    default: 'Allow',
    title: 'Allow button',
    help: 'Label of the button that subscribes.',
  }),
  push_deny_text: setting(line(50).min(1), {
    default: 'Not now',
    title: 'Deny button',
    help: 'Label of the button that declines.',
  }),
  push_bottom_button: setting(flag, {
    default: false,
    title: 'Bell button',
    help: 'Shows a bell at the bottom that opens the prompt again.',
  }),
  push_button_to_unsubscribe: setting(flag, {
    default: false,
    title: 'Unsubscribe button',
    help: 'Shows subscribers a button that ends the subscription.',
  }),
  push_lock_page_content: setting(flag, {
    default: false,
    title: 'Lock the page',
    help: 'The page does not scroll while the prompt is shown.',
  }),
  push_backdrop: setting(flag, {
    default: true,
    title: 'Backdrop',
    help: 'The page is covered while the prompt is shown.',
  }),
  push_popup_type: setting(choice({ 'default-prompt': 'Default prompt' }), {
    default: 'default-prompt',
    title: 'Prompt type',
    help: 'Which of the service’s prompts is shown.',
  }),
});

const registration = webAddressOrEmpty.refine(
  (url) => url === '' || (URL.canParse(url) && new URL(url).pathname.endsWith('/api/token')),
  'expected an address that ends in /api/token',
);
const workerFile = z
  .string()
  .max(100)
  .regex(/^(?:\/[\w-][\w.-]*\.js)?$/, 'expected a file name in the root such as /example-push.js');

export const backup = settingGroup('backup', 'Daily backups', {
  backup_daily: setting(flag, {
    isSensitive: true,
    default: false,
    title: 'Daily backups',
    help: 'On: the server backs up the whole site every night and stores the file next to the database.',
  }),
  backup_keep: setting(whole(1, 60), {
    isSensitive: true,
    default: 7,
    title: 'Daily backups to keep',
    help: 'Older daily backups are deleted after each new one.',
  }),
});

/** The push service; its domain and site address are always those of this site. */
export const pushService = settingGroup('push_service', 'Push service', {
  push_provider: setting(z.string().regex(/^[\w-]{1,50}$/, 'expected letters, digits, _ and - only'), {
    default: 'broadsheet',
    title: 'Provider',
    help: 'Name of the push service; the service worker is named after it.',
  }),
  push_project_id: setting(token, { default: '', title: 'Project ID', help: 'From the push service.' }),
  push_sender_id: setting(token, { default: '', title: 'Sender ID', help: 'From the push service.' }),
  push_app_id: setting(token, { default: '', title: 'App ID', help: 'From the push service.' }),
  push_api_url: setting(registration, {
    default: '',
    title: 'Registration URL',
    help: 'URL where the push service registers browsers, ending in /api/token. Leave empty to register browsers and send notifications from this site.',
  }),
  push_service_worker: setting(workerFile, {
    default: '',
    title: 'Service worker',
    help: 'File in the root that browsers already use, such as /example-sw.js. Leave empty to name it after the provider.',
  }),
  push_vapid_public_key: setting(token, {
    default: '',
    title: 'VAPID public key',
    help: 'From the push service. If it or the registration URL is empty, this site’s key is used.',
  }),
  push_referral_code: setting(token, {
    default: '',
    title: 'Referral code',
    help: 'From the push service. Optional.',
  }),
});
