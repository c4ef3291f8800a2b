import { adOrigins, readAdSlot, slotOfFrame } from '../../../modules/ads/ad-slots.ts';
import { readerText } from '../../../modules/settings/definitions/translations.ts';
import { escapeHtml } from '../../../lib/plain-text.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';

/** The page in the frame of a slot whose code may not touch ours: `/ad-frame/{slot}`. `missing` where the slot has no code in a frame. */
export async function adFrameReply(
  site: Site,
  { path }: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  const slot = slotOfFrame(path);
  if (!slot) return undefined;
  const settings = await site.content.settings.current();
  const content = readAdSlot(settings, slot);
  if (!content?.isFramed) return 'missing';
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    tags: new Map(),
    store: true,
    body:
      `<!doctype html>\n<html lang="${escapeHtml(settings.site_language)}">\n<meta ` +
      `charset="utf-8">\n<title>${escapeHtml(readerText(settings, 'advertisement'))}</title>\n<base ` +
      `target="_blank">\n<style>body{margin:0}</style>\n<body>\n${content.code}\n`,
    headers: {
      'content-security-policy': framePolicy(adOrigins(settings, [content.code])),
      'x-robots-tag': 'noindex',
    },
  };
}

/** Code may do here what it likes, with the origins that the settings name; the sandbox makes it a stranger to our pages, their cookies and what they keep. */
function framePolicy(origins: readonly string[]): string {
  const from = ["'self'", ...origins].join(' ');
  return [
    'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
    `default-src ${from}`,
    `script-src 'unsafe-inline' ${from}`,
    `style-src 'unsafe-inline' ${from}`,
    'img-src https: http: data:',
    'media-src https: http: data:',
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action ${from}`,
    `frame-ancestors 'self'`,
  ].join('; ');
}
