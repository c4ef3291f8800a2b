import { fromLocal } from '../../lib/dates.ts';
import { decodeEntities } from '../../lib/plain-text.ts';
import { adSlots } from '../settings/index.ts';
import type { AdSlot, Settings } from '../settings/index.ts';

/** Pixels. */
export interface AdSize {
  readonly width: number;
  readonly height: number;
}

export interface HouseAd {
  readonly image: string;
  /** Image below 768 px; empty: the same. */
  readonly imagePhone: string;
  readonly link: string;
  readonly alt: string;
}

export interface AdContent {
  /** Ad code; empty: only a house ad. */
  readonly code: string;
  /** The code runs in its own frame. */
  readonly isFramed: boolean;
  readonly house?: HouseAd;
  /** Reserved space from 768 px on, and below; undefined: not shown there. */
  readonly desktop?: AdSize;
  readonly phone?: AdSize;
}

export function readAdSlot(settings: Settings, slot: AdSlot): AdContent | undefined {
  // Normalized like the HTML parser does it: the hashes of scripts depend on it.
  const code = settings[`ad_${slot}`].replace(/\r\n?/g, '\n').trim();
  const image = settings[`ad_${slot}_image`];
  const device = settings[`ad_${slot}_device`];
  const desktop = device !== '' && device !== 'desktop' ? undefined : readSize(settings[`ad_${slot}_size`]);
  const phone = device !== '' && device !== 'phone' ? undefined : readSize(settings[`ad_${slot}_size_phone`]);
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

interface AdSchedule {
  readonly isRunning: boolean;
  /** Time (ms since epoch) when that changes next; undefined: never. */
  readonly changesAt?: number;
}

/** Whether a slot's ad is within its dates. */
export function adSchedule(settings: Settings, slot: AdSlot, now: number): AdSchedule {
  const zone = settings.timezone_string;
  const at = (local: string) => (local === '' ? undefined : fromLocal(Date.parse(`${local}Z`), zone));
  const from = at(settings[`ad_${slot}_from`]);
  const until = at(settings[`ad_${slot}_until`]);
  if (until !== undefined && now >= until) return { isRunning: false };
  if (from !== undefined && now < from)
    return until !== undefined && until <= from
      ? { isRunning: false }
      : { isRunning: false, changesAt: from };
  return until === undefined ? { isRunning: true } : { isRunning: true, changesAt: until };
}

/** Code that would replace the whole page when it runs after loading. */
const writesDocument = /\bdocument\s*(?:\.\s*(?:write|open)|\[)/;

function readSize(text: string): AdSize | undefined {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

export function adFramePath(slot: AdSlot): string {
  return `/ad-frame/${slot}`;
}

export function slotOfFrame(path: string): AdSlot | undefined {
  return adSlots.find((slot) => adFramePath(slot) === path);
}

export function filledSlots(settings: Settings): AdContent[] {
  return adSlots.map((slot) => readAdSlot(settings, slot)).filter((content) => content !== undefined);
}

/** CSP sources: origins in an ad code's tags and scripts. */
export function codeOrigins(code: string): string[] {
  const addresses = decodeEntities(code).match(/(?:https?:|[=("'`]\s*)\/\/[\w.:-]+/gi) ?? [];
  return [...new Set(addresses.flatMap((address) => originOf(address.replace(/^[=("'`]/, ''))))];
}

export function adOrigins(
  { ad_hosts: further }: Pick<Settings, 'ad_hosts'>,
  codes: readonly string[],
): string[] {
  return [...codes.flatMap(codeOrigins), ...further];
}

/** CSP source of a URL; none for this site's own. A URL without a scheme yields a host. */
export function originOf(address: string): string[] {
  const hasScheme = /^\s*https?:/i.test(address);
  const url = URL.parse(hasScheme ? address : `https:${address.trim()}`);
  if (!url || (!hasScheme && !address.trim().startsWith('//'))) return [];
  return [hasScheme ? url.origin : url.host];
}

/** Whether pages run third-party code that can read input: ads, analytics, code in the head. Framed ads can't. */
export function runsForeignCode(settings: Settings): boolean {
  return (
    settings.ad_script_url !== '' ||
    settings.analytics_container_id !== '' ||
    settings.head_code !== '' ||
    filledSlots(settings).some(({ code, isFramed }) => code !== '' && !isFramed)
  );
}
