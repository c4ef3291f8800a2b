import { crc32, deflateSync } from 'node:zlib';
import { workerPath, iconSize } from '../../../modules/push/push.ts';
import { fileAtLeast, findPictureFiles } from '../../../modules/media/picture.ts';
import { iconOf, isDrawing } from '../../../modules/media/reader.ts';
import { nameOfSite } from '../../../modules/settings/site-facts.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { customStyles, isCustomStyles } from '../../pages/page-css.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { redirectReply } from '../moved-reply.ts';
import { lookOf } from '../../../theme/look/look-css.server.ts';
import { scriptJson } from '../../../lib/json.ts';
import { pushHosts, pushService } from '../../pages/push-config.ts';
import type { PushWorkerConfig } from '../../../reader/islands/page-config.ts';
import { clientAssets } from '../../../theme/client-assets.server.ts';

type FileReply = (site: Site, settings: Settings) => RenderedReply | 'missing' | Promise<RenderedReply>;

/** Pixels of icons that browsers and phones request by name: from the site's icon, else drawn. */
const favicon = 32;
const touchIcon = 180;
const manifestIcons = [192, 512] as const;

const files: Readonly<Record<string, FileReply>> = {
  '/robots.txt': ({ content }, settings) => text(robotsTxt(content.siteUrl, settings)),
  '/ads.txt': (_site, { ads_txt: lines }) => (lines.trim() === '' ? 'missing' : text(ended(lines))),
  '/app-ads.txt': (_site, { app_ads_txt: lines }) => (lines.trim() === '' ? 'missing' : text(ended(lines))),
  '/favicon.ico': (site, settings) =>
    icon(site, settings, favicon, (png) => ({ contentType: 'image/x-icon', body: icoFile(png, favicon) })),
  '/apple-touch-icon.png': (site, settings) => icon(site, settings, touchIcon),
  '/apple-touch-icon-precomposed.png': (site, settings) => icon(site, settings, touchIcon),
  ...Object.fromEntries(
    manifestIcons.map((size) => [
      `/icon-${size}.png`,
      (site: Site, settings: Settings) => icon(site, settings, size),
    ]),
  ),
  '/site.webmanifest': ({ content }, settings) => ({
    ...text(JSON.stringify(manifest(settings, content.siteUrl))),
    contentType: 'application/manifest+json; charset=utf-8',
  }),
};

/** Files in the root that programs request; `missing` if not available, undefined for other addresses. */
export async function siteFile(
  site: Site,
  { path }: PageAddress,
): Promise<RenderedReply | 'missing' | undefined> {
  const settings = await site.content.settings.current();
  if (isCustomStyles(path)) return styleSheet(site, settings, path);
  const reply = Object.hasOwn(files, path)
    ? files[path]
    : path === workerPath(settings)
      ? workerFile
      : undefined;
  return reply?.(site, settings);
}

/** An outdated page requests an outdated version: it gets the current styles, uncached. */
function styleSheet({ content }: Site, settings: Settings, path: string): RenderedReply | 'missing' {
  const styles = customStyles(settings, content.siteUrl);
  if (!styles) return 'missing';
  const isNow = styles.path === path;
  return {
    ...text(styles.css),
    contentType: 'text/css; charset=utf-8',
    store: isNow,
    headers: isNow ? { 'cache-control': 'public, max-age=31536000, immutable' } : {},
  };
}

function text(body: string): RenderedReply {
  return { status: 200, contentType: 'text/plain; charset=utf-8', body, tags: new Map(), store: true };
}

const ended = (lines: string) => `${lines.replace(/\r\n?/g, '\n').trimEnd()}\n`;

function robotsTxt(siteUrl: string, { blog_public: isPublic, robots_txt_extra: extra }: Settings): string {
  const rules = isPublic
    ? 'User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n'
    : 'User-agent: *\nDisallow: /\n';
  const maps = isPublic ? `\nSitemap: ${siteUrl}/wp-sitemap.xml\nSitemap: ${siteUrl}/news-sitemap.xml\n` : '';
  return rules + (extra.trim() === '' ? '' : `\n${ended(extra)}`) + maps;
}

async function icon(
  { content }: Site,
  settings: Settings,
  size: number,
  wrap: (png: Buffer) => Pick<RenderedReply, 'contentType' | 'body'> = (body) => ({
    contentType: 'image/png',
    body,
  }),
): Promise<RenderedReply> {
  const chosen = iconOf(
    await findPictureFiles(content, [settings.site_icon, settings.site_logo], true),
    settings,
  );
  // A request for a size in pixels needs a raster image, not an SVG.
  if (chosen && !isDrawing(chosen)) return redirectReply(302, fileAtLeast(chosen, size).url);
  return {
    status: 200,
    ...wrap(drawIcon(size, lookOf(settings).accent)),
    headers: { 'cache-control': 'public, max-age=86400' },
    tags: new Map(),
    store: true,
  };
}

function manifest(settings: Settings, siteUrl: string): unknown {
  const { site_language: language } = settings;
  const name = nameOfSite(settings, siteUrl);
  const color = lookOf(settings).accent;
  return {
    name,
    short_name: name,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: color,
    background_color: '#ffffff',
    icons: manifestIcons.map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any',
    })),
  };
}

/** Lines of the icon on a grid of 16, the last one shorter, as [top, bottom, right). */
const printed = [
  [4, 6, 13],
  [7.5, 9.5, 13],
  [11, 13, 9],
] as const;
const left = 3;

/** PNG of `size` by `size` pixels: three lines on a square in `color` (`#rgb` or `#rrggbb`). Matches the icon in page heads. */
export function drawIcon(size: number, color: string): Buffer {
  const paper = colorBytes(color);
  const rows: Buffer[] = [];
  for (let y = 0; y < size; y++) {
    const row = Buffer.alloc(1 + size * 3); // filter byte 0, then three bytes per pixel
    for (let x = 0; x < size; x++) {
      const [gridX, gridY] = [((x + 0.5) * 16) / size, ((y + 0.5) * 16) / size];
      const ink = printed.some(
        ([top, bottom, right]) => gridY >= top && gridY < bottom && gridX >= left && gridX < right,
      );
      (ink ? Buffer.from([255, 255, 255]) : paper).copy(row, 1 + x * 3);
    }
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8); // eight bits per channel, RGB
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function colorBytes(color: string): Buffer {
  const digits = color.slice(1);
  return Buffer.from(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 'hex');
}

export function icoFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // type: icon
  head.writeUInt16LE(1, 4); // one image
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(24, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/**
 * The push service worker with the configuration it needs while no page is open. Also served when push is off: browsers
 * that registered it check for updates.
 */
function workerFile(site: Site, settings: Settings): RenderedReply {
  const config: PushWorkerConfig = {
    title: settings.blogname,
    icon: `/icon-${iconSize}.png`,
    service: pushService(site, settings),
  };
  return {
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body: `self.pushConfig=${scriptJson(config)};\n${clientAssets().pushWorker}\n`,
    headers: {
      'content-security-policy': [
        "default-src 'none'",
        ["connect-src 'self'", ...pushHosts(settings)].join(' '),
        "img-src 'self' https: http:",
      ].join('; '),
    },
    tags: new Map(),
    store: true,
  };
}
