import { mayStandInDocuments } from '../../modules/posts/policy.ts';
import { findPosts } from '../../modules/posts/reader.ts';
import { isScriptNoted, askedFrame, opensFrame } from '../../modules/posts/script-blocks.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { scriptedBlocks } from '../../lib/block-scripts.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import type { PageAddress } from '../pages/resolution.ts';
import type { Site } from '../pages/site.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import { adOrigins, readAdSlot, slotOfFrame } from '../../modules/ads/ad-slots.ts';

/**
 * The page in the frame of an HTML block: the bytes that somebody with `unfiltered_html` wrote, as they are. Of what not everybody may read it is for the one
 * whose page has its signed address. Where the site runs no scripts of texts, or nobody may run these, nothing is in it: a page of the site would show in an
 * article.
 */
export async function scriptFrameReply(
  site: Site,
  { path }: PageAddress,
): Promise<RenderedReply | undefined> {
  const asked = askedFrame(path);
  if (!asked) return undefined;
  const { settings: stored, database } = site.content;
  const settings = await stored.current();
  const { postId, key, pass } = asked;
  // Anybody may ask for any key: no text is read for one that was never noted.
  if (!settings.html_block_scripts || !(await isScriptNoted(database.read, postId, key))) return nothing;
  const post = (await findPosts(database.read, [postId])).get(postId);
  const isOpen = pass === undefined && post !== undefined && mayStandInDocuments(post);
  if (!post || post.status === 'trash' || !(isOpen || opensFrame(asked, site.signer, Date.now())))
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
      `<style>html{color-scheme:light;background:#fff}body{margin:0}</style>\n<script>${tellHeight}</script>\n<body>\n${html}\n`,
    headers: { 'content-security-policy': policy, 'x-robots-tag': 'noindex' },
  };
}

/** First of all, so that nothing in the block keeps it from running; `src/reader/behaviours/script-frame.ts` hears it and decides. */
const tellHeight =
  `{let told;const root=document.documentElement;new ResizeObserver(()=>{const height=Math.ceil(root.getBoundingClientRect().height);` +
  `if(height!==told)parent.postMessage({frameHeight:told=height},'*')}).observe(root)}`;

/**
 * Scripts may do here what they like with whom they like over https; the sandbox makes them strangers to the site, its cookies and what it keeps, in the frame
 * and in a window of its own, too. They send no forms, open no windows, and our own pages show in no frame of a stranger.
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
