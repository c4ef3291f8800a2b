import type { MenuItemInput } from '../modules/menus/writer.ts';
import type { FormerSites } from '../lib/former-sites.ts';
import { profileService } from '../lib/profile-links.ts';
import { placeOfMenu } from './menu-names.ts';

/** A menu that was made, as far as it matters for the choice of the main one. */
export interface MadeMenu {
  readonly slug: string;
  readonly name: string;
  readonly items: readonly (Pick<MenuItemInput, 'type' | 'url'> & { readonly parent?: number })[];
}

/** Most items beside each other of a menu made for the top; one with more is rather a list of everything, and taken where there is no other. */
const widestBar = 12;

/** Services where sites have pages of their own, beside those that `profileService` knows. */
const otherServices = new Set([
  '500px.com',
  'aparat.com',
  'dailymotion.com',
  'discord.com',
  'eitaa.com',
  'line.me',
  'meetup.com',
  'ok.ru',
  'rumble.com',
  'substack.com',
  'truthsocial.com',
  'weibo.com',
  'whatsapp.com',
  'xing.com',
]);

/**
 * The menu that belongs at the top: one that fits there, by its name, else one that is a tree, the larger the better; else one that is too wide, the rest of
 * which stands under "More". A footer's, and one whose links lead to social services, are none, whatever they are called: undefined where there is no other.
 */
export function mainMenu<Menu extends MadeMenu>(
  made: readonly Menu[],
  exporter: FormerSites,
): Menu | undefined {
  const width = ({ items }: Menu) => items.filter(({ parent }) => parent === undefined).length;
  const fitting = made
    .map((menu) => ({ menu, place: placeOfMenu(menu.name, menu.slug) }))
    .filter(({ menu, place }) => place !== 'end' && menu.items.length > 0 && !leadsToServices(menu, exporter))
    .toSorted((a, b) => b.menu.items.length - a.menu.items.length);
  const ofWidth = (isWide: boolean) => {
    const those = fitting.filter(({ menu }) => width(menu) > widestBar === isWide);
    const likely = those.filter(({ place }) => place !== 'beside');
    return (
      likely.find(({ place }) => place === 'main') ??
      likely.find(({ place }) => place === 'top') ??
      likely.find(({ menu }) => width(menu) < menu.items.length) ??
      likely[0] ??
      those[0]
    );
  };
  return (ofWidth(false) ?? ofWidth(true))?.menu;
}

/** Whether at least half of a menu's links, those to mail and feeds apart, lead to pages at social services. */
function leadsToServices({ items }: MadeMenu, exporter: FormerSites): boolean {
  const links = items.filter(
    ({ type, url = '' }) => (type ?? 'custom') !== 'custom' || !/^(?:mailto|tel|sms):|\/feed\/?$/i.test(url),
  );
  const toServices = links.filter(
    ({ type, url = '' }) =>
      (type ?? 'custom') === 'custom' && exporter.restOf(url) === undefined && isOfService(url),
  );
  return toServices.length > 0 && toServices.length * 2 >= links.length;
}

function isOfService(url: string): boolean {
  const address = url.startsWith('//') ? `https:${url}` : url;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  return (
    otherServices.has(new URL(address).hostname.replace(/^(?:www|m)\./, '')) ||
    profileService(address) !== 'chain'
  );
}
