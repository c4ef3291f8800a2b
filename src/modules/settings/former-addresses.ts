import { FormerSites } from '../../lib/former-sites.ts';
import type { Settings } from './settings.ts';

/** What says where content came from. */
export type FormerSettings = Pick<Settings, 'imported_from'>;

/** Addresses of the sites that the content came from, each with the folder that it was in: `https://old.example/blog`. */
export function formerAddresses({ imported_from: addresses }: FormerSettings): readonly string[] {
  return addresses;
}

/** Those sites. */
export function formerSites(settings: FormerSettings): FormerSites {
  return new FormerSites(formerAddresses(settings));
}

/** What is saved once content of one more site comes; undefined where it is known. */
export function withFormerAddress(settings: FormerSettings, address: string): Partial<Settings> | undefined {
  const known = formerAddresses(settings);
  return known.includes(address) ? undefined : { imported_from: [...known, address] };
}
