import { mayStandInDocuments } from '../../modules/posts/policy.ts';
import { findPosts } from '../../modules/posts/reader.ts';
import { isScriptNoted, askedFrame, opensFrame } from '../../modules/posts/script-blocks.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { scriptedBlocks } from '../../lib/block-scripts.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import type { PageAddress } from '../pages/resolution.ts';
import type { Site } from '../pages/site.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import { adOrigins, adSchedule, readAdSlot, slotOfFrame } from '../../modules/ads/ad-slots.ts';

/**
 * The framed page of an HTML block: unchanged bytes by a user with `unfiltered_html`; a post that isn't public needs a
 * signed address. Empty if its scripts are not allowed, since the 404 page would show in the article.
 */
export async function scriptFrameReply(
  site: Site,
  { path }: PageAddress,
): Promise<RenderedReply | undefined> {
  const requested = askedFrame(path);
  if (!requested) return undefined;
  const { settings: stored, database } = site.content;
  const settings = await stored.current();
  const { postId, key, pass } = requested;
  // Anyone can request any key, so an unrecorded key must not load the post.
  if (!settings.html_block_scripts || !(await isScriptNoted(database.read, postId, key))) return nothing;
  const post = (await findPosts(database.read, [postId])).get(postId);
  const isOpen = pass === undefined && post !== undefined && mayStandInDocuments(post);
  if (!post || post.status === 'trash' || !(isOpen || opensFrame(requested, site.signer, Date.now())))
    return nothing;
  const html = scriptedBlocks(post.content).get(key);
  if (html === undefined) return nothing;
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    tags: new Map([[`post:${postId}`, 'primary']]),
    store: isOpen,
    body:
      `<!doctype html>\n<html lang="${escapeHtml(settings.site_language)}">\n<meta charset="utf-8">\n<meta name="viewport" ` +
      `content="width=device-width">\n<title>${escapeHtml(readerText(settings, 'script_frame'))}</title>\n` +
      `<style>html{color-scheme:light;background:#fff}body{margin:0}</style>\n<script>${reportHeight}</script>\n<body>\n${html}\n`,
    headers: { 'content-security-policy': policy, 'x-robots-tag': 'noindex' },
  };
}

/** First in the page, so that nothing in the block stops it; `src/reader/behaviours/script-frame.ts` receives the height. */
const reportHeight =
  `{let told;const root=document.documentElement;new ResizeObserver(()=>{const height=Math.ceil(root.getBoundingClientRect().height);` +
  `if(height!==told)parent.postMessage({frameHeight:told=height},'*')}).observe(root)}`;

/**
 * Scripts may use any https origin, but the sandbox denies them the site's origin, cookies and storage, also in a
 * window of its own. They can't send forms, open windows or frame pages of this site.
 */
const policy = [
  'sandbox allow-scripts',
  `default-src 'none'`,
  `script-src 'unsafe-inline' https:`,
  `style-src 'unsafe-inline' https:`,
  'img-src https: http: data: blob:',
  'media-src https: http: data: blob:',
  'font-src https: data:',
  'connect-src https:',
  'frame-src https:',
  `object-src 'none'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
].join('; ');

const nothing: RenderedReply = {
  status: 404,
  contentType: 'text/plain; charset=utf-8',
  body: '',
  tags: new Map(),
  store: false,
  headers: { 'content-security-policy': policy, 'x-robots-tag': 'noindex' },
};

/** The framed page of an ad slot whose code is isolated: `/ad-frame/{slot}`. `missing` if the slot has no such code, or not now. */
export async function adFrameReply(
  site: Site,
  { path }: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  const slot = slotOfFrame(path);
  if (!slot) return undefined;
  const settings = await site.content.settings.current();
  const content = readAdSlot(settings, slot);
  const { isRunning, changesAt } = adSchedule(settings, slot, Date.now());
  if (!content?.isFramed || !isRunning) return 'missing';
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    tags: new Map(),
    store: true,
    ...(changesAt === undefined ? {} : { expiresAt: changesAt }),
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

/** Code may use the origins named in the settings; the sandbox denies it the site's origin, cookies and storage. */
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
