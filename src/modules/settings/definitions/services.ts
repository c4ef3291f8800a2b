import { z } from 'zod';
import { flag, lines, token, webAddress, whole } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

/** Fetching pages before they are asked for. */
export const prefetch = settingGroup('prefetch', 'Prefetch', {
  prefetch: setting(flag, {
    default: true,
    title: 'Prefetch',
    help: 'Pages of this site are fetched when a reader is about to open them.',
  }),
  prefetch_ignore_list: setting(lines(), {
    default: ['wp-admin', 'wp-login.php'],
    title: 'Never prefetch',
    help: 'Addresses that contain one of these are never fetched ahead.',
  }),
  ignore_remote_prefetch: setting(flag, {
    default: true,
    title: 'Ignore other sites',
    help: 'Links to other sites are never fetched ahead.',
  }),
});

/** Discouraging copies. */
export const protection = settingGroup('protection', 'Protection', {
  content_protection: setting(flag, {
    default: true,
    title: 'Suppress context menu and shortcuts',
    help: 'Right click, F12, Ctrl+Shift+I, Ctrl+Shift+J and Ctrl+U do nothing on public pages.',
  }),
});

const roleName = z.string().regex(/^[a-z0-9_-]{1,50}$/, 'expected the name of a role');

/** Accounts of readers. */
export const login = settingGroup('login', 'Log-in and registration', {
  login_link: setting(flag, {
    default: true,
    title: 'Log-in in the header',
    help: 'The header leads people to where they sign in.',
  }),
  xmlrpc_enabled: setting(flag, {
    default: true,
    title: 'XML-RPC',
    help: 'Blog editors and older apps write over XML-RPC, with application passwords. Off: every call is refused.',
  }),
  users_can_register: setting(flag, {
    default: false,
    title: 'Anyone can register',
    help: 'Visitors may make an account.',
  }),
  confirm_registration: setting(flag, {
    default: true,
    title: 'Confirm registrations',
    help: 'An account is made once the link that is mailed to its address was opened; this takes a mail server.',
  }),
  default_role: setting(
    roleName.refine((role) => role !== 'administrator', 'expected a role other than administrator'),
    {
      default: 'subscriber',
      title: 'Role of new members',
      help: 'Role of people who register.',
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
      title: 'Roles with a second step',
      help: 'Who has one of these roles needs a second step beside the password, and sets it up after signing in before anything else.',
    },
  ),
  password_min_length: setting(whole(8, 128), {
    default: 8,
    title: 'Shortest password',
    help: 'Characters that a password needs.',
  }),
  password_letter_and_digit: setting(flag, {
    default: true,
    title: 'Letter and digit',
    help: 'A password needs at least one letter and one digit.',
  }),
  social_login: setting(flag, {
    default: false,
    title: 'Social log-in',
    help: 'Members may sign in with their account at a social network.',
  }),
  social_login_app_id: setting(token, {
    default: '',
    title: 'Social app id',
    help: 'Id that the network gave your site.',
  }),
  social_login_app_secret: setting(token, {
    default: '',
    title: 'Social app secret',
    help: 'Secret that the network gave your site.',
    secret: true,
  }),
  social_login_sdk_url: setting(webAddress, {
    default: 'https://connect.facebook.net/en_US/sdk.js',
    title: 'Social script',
    help: 'Address of the network’s script.',
    isCode: true,
  }),
  social_login_graph_url: setting(webAddress, {
    default: 'https://graph.facebook.com',
    title: 'Social service',
    help: 'Address where the server asks the network who somebody is.',
  }),
});

/** What the sharing bar of a new site offers. */
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
/** All that it can offer. */
export const knownNetworks = [...shareNetworks, 'bluesky', 'mastodon', 'threads'] as const;
export type ShareNetwork = (typeof knownNetworks)[number];

/** The sharing bar of articles. */
export const share = settingGroup('share', 'Sharing', {
  share_networks: setting(
    z
      .array(z.enum(knownNetworks))
      .refine((list) => new Set(list).size === list.length, 'expected no network twice')
      .readonly(),
    {
      default: [...shareNetworks],
      title: 'Sharing bar',
      help: 'Networks and actions, in the order of the bar; none: no bar.',
    },
  ),
});
