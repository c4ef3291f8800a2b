import {
  backup,
  category,
  comment,
  download,
  home,
  layout,
  link,
  media,
  navigation,
  page as pageIcon,
  people,
  post as postIcon,
  settings,
  shield,
  sidebar,
  styles,
  symbol,
  tag,
  time,
  upload,
} from '@wordpress/icons';
import { listedTypes, managedTaxonomies, may } from './boot.ts';
import type { ManagedTaxonomy } from './boot.ts';
import { say } from '../words.ts';

export interface Screen {
  readonly label: string;
  /** Path below `/wp-admin` with the query that identifies it. */
  readonly to: string;
  readonly icon: typeof home;
  readonly within?: readonly string[];
}

/** URL of a type's list; `edit.php` alone lists the first type. */
export const listAddress = (type: string): string =>
  type === listTypes[0] ? '/edit.php' : `/edit.php?post_type=${encodeURIComponent(type)}`;
export const editAddress = (id: number): string => `/post.php?post=${id}&action=edit`;
export const newAddress = (type: string): string =>
  type === listTypes[0] ? '/post-new.php' : `/post-new.php?post_type=${encodeURIComponent(type)}`;
export const termsAddress = (taxonomy: string): string =>
  `/edit-tags.php?taxonomy=${encodeURIComponent(taxonomy)}`;
export const termAddress = (taxonomy: string, id: number): string =>
  `/term.php?taxonomy=${encodeURIComponent(taxonomy)}&tag_ID=${id}`;
export const usersAddress = '/users.php';
export const userAddress = (id: number): string => `/user-edit.php?user_id=${id}`;
export const profileAddress = '/profile.php';
export const inviteAddress = '/user-new.php';
export const redirectsAddress = '/tools.php?page=redirects';
export const backupAddress = '/tools.php?page=backup';
export const activityAddress = '/tools.php?page=activity';
export const healthAddress = '/site-health.php';
export const typesAddress = '/admin.php?page=types';
export const frontAddress = '/front.php';
export const menusAddress = '/nav-menus.php';
export const widgetsAddress = '/widgets.php';
export const appearanceAddress = '/themes.php';
export const appearancePaths = [appearanceAddress, '/customize.php'];
export const settingsAddress = '/options-general.php';
/** WordPress' addresses of settings; ours are `options-general.php?page=…`. */
export const settingsPaths = [
  settingsAddress,
  '/options-writing.php',
  '/options-reading.php',
  '/options-discussion.php',
  '/options-media.php',
  '/options-permalink.php',
  '/options-privacy.php',
];
export const customFieldsAddress = '/options-fields.php';
const listTypes = listedTypes.map(({ name }) => name);

/** In the order of `typeIcons` of the server. */
const typeIcons = [postIcon, pageIcon, media, comment, people, link, layout, tag, time, shield];

/** Screens that the user can open, in the groups and order of the menu. */
export const screenGroups: readonly (readonly Screen[])[] = [
  [
    { label: say('Home'), to: '/', icon: home },
    ...(may('edit_others_posts') ? [{ label: say('Front page'), to: frontAddress, icon: layout }] : []),
  ],
  [
    ...listedTypes.flatMap(({ name, plural, icon, hasPages }) => [
      {
        label: plural,
        to: listAddress(name),
        icon: (hasPages && typeIcons[icon]) || symbol,
      },
      ...managedTaxonomies.filter(({ type }) => type.name === name).map(termsScreen),
    ]),
    // Taxonomies of types that the user can't edit.
    ...managedTaxonomies.filter(({ type }) => !listTypes.includes(type.name)).map(termsScreen),
    ...(may('upload_files') ? [{ label: say('Media'), to: '/upload.php', icon: media }] : []),
    ...(may('moderate_comments')
      ? [{ label: say('Comments'), to: '/edit-comments.php', icon: comment }]
      : []),
  ],
  [
    ...(may('manage_options')
      ? [{ label: say('Appearance'), to: appearanceAddress, icon: styles, within: appearancePaths }]
      : []),
    ...(may('edit_theme_options')
      ? [
          { label: say('Menus'), to: menusAddress, icon: navigation },
          { label: say('Widgets'), to: widgetsAddress, icon: sidebar },
        ]
      : []),
  ],
  [
    ...(may('list_users')
      ? [{ label: say('Users'), to: usersAddress, icon: people, within: ['/user-edit.php', inviteAddress] }]
      : []),
    ...(may('manage_options')
      ? [
          {
            label: say('Settings'),
            to: settingsAddress,
            icon: settings,
            within: [...settingsPaths, customFieldsAddress],
          },
          { label: say('Content types'), to: typesAddress, icon: symbol },
          { label: say('Redirects'), to: redirectsAddress, icon: link, within: ['/tools.php'] },
        ]
      : []),
    ...(may('import') ? [{ label: say('Import'), to: '/import.php', icon: upload }] : []),
    ...(may('export') ? [{ label: say('Export'), to: '/export.php', icon: download }] : []),
    ...(may('manage_options')
      ? [
          { label: say('Backup'), to: backupAddress, icon: backup },
          { label: say('Activity'), to: activityAddress, icon: time },
          { label: say('Site health'), to: healthAddress, icon: shield },
        ]
      : []),
  ],
];
export const screens: readonly Screen[] = screenGroups.flat();

function termsScreen({ name, plural, isHierarchical }: ManagedTaxonomy): Screen {
  return {
    label: plural,
    to: termsAddress(name),
    icon: isHierarchical ? category : tag,
    within: ['/term.php'],
  };
}

const ownSettings = (name: string) => `${settingsAddress}?page=${name}`;

/** Pages of settings, which the menu does not list. */
export const settingsScreens: readonly Pick<Screen, 'label' | 'to'>[] = may('manage_options')
  ? [
      { label: say('Writing'), to: '/options-writing.php' },
      { label: say('Reading'), to: '/options-reading.php' },
      { label: say('Discussion'), to: '/options-discussion.php' },
      { label: say('Permalinks'), to: '/options-permalink.php' },
      { label: say('Privacy'), to: '/options-privacy.php' },
      { label: say('Related posts'), to: ownSettings('related') },
      { label: say('Sharing'), to: ownSettings('sharing') },
      { label: say('Push notifications'), to: ownSettings('push') },
      { label: say('Ads'), to: ownSettings('ads') },
      { label: say('Analytics'), to: ownSettings('analytics') },
      { label: say('Mail'), to: ownSettings('mail') },
      { label: say('Integrations'), to: ownSettings('integrations') },
      { label: say('Translations'), to: ownSettings('translations') },
      { label: say('Fields'), to: customFieldsAddress },
    ]
  : [];
