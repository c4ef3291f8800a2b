import { workerPath } from '../../../modules/push/push.ts';
import { fileAtLeast, findPictureFiles } from '../../../modules/media/picture-files.ts';
import { iconOf, isDrawing } from '../../../modules/media/site-icon.ts';
import { nameOfSite } from '../../../modules/settings/site-name.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { customStyles, isCustomStyles } from '../../pages/custom-styles.ts';
import type { PageAddress } from '../../pages/resolution.ts';
import type { Site } from '../../pages/site.ts';
import type { RenderedReply } from '../../cache/rendered-reply.ts';
import { redirectReply } from '../moved-reply.ts';
import { workerFile } from '../push/worker-file.ts';
import { lookOf } from '../../../theme/look/look-css.server.ts';
import { drawIcon, icoFile } from './draw-icon.ts';

type FileReply = (site: Site, settings: Settings) => RenderedReply | 'missing' | Promise<RenderedReply>;

/** Icons that browsers and phones ask for by name, in pixels: of the site's icon, else drawn. */
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

/** The files in the root that programs ask for; `missing` where there is none, undefined for other addresses. */
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

/** Who asks for styles of before has a page of before: it gets those of now, which are not kept under that name. */
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
  // Who asks for pixels shows no drawing.
  if (chosen && !isDrawing(chosen)) return redirectReply(302, fileAtLeast(chosen, size).url);
  return {
    status: 200,
    ...wrap(drawIcon(size, lookOf(settings).accent)),
    headers: { 'cache-control': 'public, max-age=86400' },
    tags: new Map(),
    store: true,
  };
}

/** What phones need to put the site on the home screen. */
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
