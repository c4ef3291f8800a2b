import { decodeEntities } from '../../lib/plain-text.ts';

/** One key for all spellings of an address: scheme, `www.`, percent-encoding, entities and a slash at the end make no difference. */
export function addressKey(written: string): string {
  const address = decodeEntities(written)
    .trim()
    .replace(/^(?:https?:)?\/\/(?:www\.)?/i, '')
    .replace(/\/(?=$|[?#])/, '');
  try {
    return decodeURIComponent(address).toLowerCase();
  } catch {
    return address.toLowerCase(); // a literal per cent sign
  }
}

/** Name of the picture in an address, without the size and the ending: the same for all sizes of it. */
export function pictureStem(address: string): string {
  const path = addressKey(address).replace(/[?#].*$/s, '');
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[a-z]{2,5}$/, '')
    .replace(/-\d{1,5}x\d{1,5}$/, '')
    .replace(/-scaled$/, '');
}
