import { decodeEntities } from '../../lib/plain-text.ts';
import { adSlots } from '../settings/index.ts';
import type { AdSlot, Settings } from '../settings/index.ts';

/** Pixels. */
export interface AdSize {
  readonly width: number;
  readonly height: number;
}

/** A picture of the site's own with a link. */
export interface HouseAd {
  readonly image: string;
  /** In place of it on screens below 768 px; empty: the same. */
  readonly imagePhone: string;
  /** Empty: it leads nowhere. */
  readonly link: string;
  readonly alt: string;
}

/** What the settings say of a slot that shows something. */
export interface AdContent {
  /** Ad code; empty: only a house ad. */
  readonly code: string;
  /** The code runs in a frame of its own. */
  readonly isFramed: boolean;
  readonly house?: HouseAd;
  /** What is kept free on screens from 768 px on, and below; undefined: not shown there. */
  readonly desktop?: AdSize;
  readonly phone?: AdSize;
}

/** The content of a slot; undefined where nothing was set, or no screen shows it. */
export function readAdSlot(settings: Settings, slot: AdSlot): AdContent | undefined {
  // As the parser of the page reads it: hashes of scripts are made from this.
  const code = settings[`ad_${slot}`].replace(/\r\n?/g, '\n').trim();
  const image = settings[`ad_${slot}_image`];
  const desktop = readSize(settings[`ad_${slot}_size`]);
  const phone = readSize(settings[`ad_${slot}_size_phone`]);
  if ((code === '' && image === '') || (!desktop && !phone)) return undefined;
  return {
    code,
    isFramed: code !== '' && (settings[`ad_${slot}_framed`] || writesDocument.test(code)),
    ...(image === ''
      ? {}
      : {
          house: {
            image,
            imagePhone: settings[`ad_${slot}_image_phone`],
            link: settings[`ad_${slot}_link`],
            alt: settings[`ad_${slot}_alt`],
          },
        }),
    ...(desktop ? { desktop } : {}),
    ...(phone ? { phone } : {}),
  };
}

/** Code that would replace the whole page, once that is there. */
const writesDocument = /\bdocument\s*(?:\.\s*(?:write|open)|\[)/;

function readSize(text: string): AdSize | undefined {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** Where the frame of a slot's code is; `slotOfFrame` reads it. */
export function adFramePath(slot: AdSlot): string {
  return `/ad-frame/${slot}`;
}

/** The slot whose frame is at this path. */
export function slotOfFrame(path: string): AdSlot | undefined {
  return adSlots.find((slot) => adFramePath(slot) === path);
}

/** The slots that show something. */
export function filledSlots(settings: Settings): AdContent[] {
  return adSlots.map((slot) => readAdSlot(settings, slot)).filter((content) => content !== undefined);
}

/** Sources for a policy: the origins that ad code names, in its tags as in its scripts. */
export function codeOrigins(code: string): string[] {
  const addresses = decodeEntities(code).match(/(?:https?:|[=("'`]\s*)\/\/[\w.:-]+/gi) ?? [];
  return [...new Set(addresses.flatMap((address) => originOf(address.replace(/^[=("'`]/, ''))))];
}

/** Sources for a policy of pages or frames that these codes stand in: what they name, and what the settings add. */
export function adOrigins(
  { ad_hosts: further }: Pick<Settings, 'ad_hosts'>,
  codes: readonly string[],
): string[] {
  return [...codes.flatMap(codeOrigins), ...further];
}

/** The origin of an address, as a source for a policy; none for those of this site. An address without a scheme gives a host without one. */
export function originOf(address: string): string[] {
  const hasScheme = /^\s*https?:/i.test(address);
  const url = URL.parse(hasScheme ? address : `https:${address.trim()}`);
  if (!url || (!hasScheme && !address.trim().startsWith('//'))) return [];
  return [hasScheme ? url.origin : url.host];
}

/** Whether pages run code of others, which may read what is typed there: ads, analytics, what stands in the head. Framed ads read nothing. */
export function runsForeignCode(settings: Settings): boolean {
  return (
    settings.ad_script_url !== '' ||
    settings.analytics_container_id !== '' ||
    settings.head_code !== '' ||
    filledSlots(settings).some(({ code, isFramed }) => code !== '' && !isFramed)
  );
}
