import { comment, home, media, page as pageIcon, post as postIcon } from '@wordpress/icons';
import { listedTypes, may } from './boot.ts';

/** A screen that somebody can go to. */
export interface Screen {
  readonly label: string;
  /** Below `/wp-admin`, with the query that is it. */
  readonly to: string;
  readonly icon: typeof home;
}

/** The address of a type's list; the first type is what `edit.php` alone stands for. */
export const listAddress = (type: string): string => (type === listTypes[0] ? '/edit.php' : `/edit.php?post_type=${encodeURIComponent(type)}`);
/** Where a text is written, and a new one of a type. */
export const editAddress = (id: number): string => `/post.php?post=${id}&action=edit`;
export const newAddress = (type: string): string => (type === listTypes[0] ? '/post-new.php' : `/post-new.php?post_type=${encodeURIComponent(type)}`);
const listTypes = listedTypes.map(({ name }) => name);

/** All that who is here may open, in the order of the menu. */
export const screens: readonly Screen[] = [
  { label: 'Home', to: '/', icon: home },
  ...listedTypes.map(({ name, plural, isHierarchical }) => ({ label: plural, to: listAddress(name), icon: isHierarchical ? pageIcon : postIcon })),
  ...(may('upload_files') ? [{ label: 'Media', to: '/upload.php', icon: media }] : []),
  ...(may('moderate_comments') ? [{ label: 'Comments', to: '/edit-comments.php', icon: comment }] : []),
];
