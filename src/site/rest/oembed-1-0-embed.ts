import { z } from 'zod';
import { previewFile } from '../../modules/media/picture.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { element } from '../../lib/xml.ts';
import { findEmbeddable } from '../replies/embed/embeddable.ts';
import type { Embeddable } from '../replies/embed/embeddable.ts';
import { choiceParam, optionalWhole, textParam } from '../../kernel/http/rest/params.ts';
import { InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { AnswerTo, Reply } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

/** Pixels of the frame: WordPress' bounds. */
const widest = 600;
const narrowest = 200;
const lowest = 200;

const params = z.object({
  url: textParam(),
  format: choiceParam(['json', 'xml'], 'json'),
  maxwidth: optionalWhole({ min: 0 }),
});

const frame = z.object({
  version: z.literal('1.0'),
  provider_name: z.string(),
  provider_url: z.string(),
  author_name: z.string(),
  author_url: z.string(),
  title: z.string(),
  type: z.literal('rich'),
  width: z.int(),
  height: z.int(),
  html: z.string(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.int().optional(),
  thumbnail_height: z.int().optional(),
});

/** `/oembed/1.0/embed?url=…`: lets other sites embed a post of this site. */
export const oembedEmbed = restRoute({
  path: '/oembed/1.0/embed',
  methods: { GET: method({ params, reply: valueOf(frame), run: embed }) },
});

async function embed(
  request: RestRequest,
  { url, format, maxwidth }: z.output<typeof params>,
): Promise<AnswerTo<Reply<'plain', typeof frame>>> {
  if (url === undefined)
    throw new InvalidParamsError({
      url: { code: 'rest_missing_callback_param', message: 'url is a required parameter.' },
    });
  const answer = await describeEmbeddable(request, url, maxwidth ?? widest);
  if (!answer) throw new NotFoundError('Not Found', 'oembed_invalid_url');
  if (format === 'json') return { kind: 'plain', body: answer };
  const inside = Object.entries(answer)
    .map(([name, value]) => element(name, String(value)))
    .join('\n');
  return {
    kind: 'text',
    contentType: 'text/xml; charset=UTF-8',
    body: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<oembed>\n${inside}\n</oembed>\n`,
  };
}

/** The oEmbed response for a post of this site, in a frame of at most `maxWidth` pixels; undefined for any other address. */
export async function describeEmbeddable(
  request: RestRequest,
  url: string,
  maxWidth: number,
): Promise<z.output<typeof frame> | undefined> {
  const found = await findEmbeddable(request.site.content, url);
  return found && describe(request, found, maxWidth);
}

function describe(
  { site, settings }: RestRequest,
  { title, url, embedUrl, authors, picture }: Embeddable,
  maxWidth: number,
): z.output<typeof frame> {
  const { siteUrl } = site.content;
  const width = Math.min(widest, Math.max(narrowest, maxWidth));
  const height = Math.max(Math.ceil((width / 16) * 9), lowest);
  const thumbnail = picture && previewFile(picture);
  const name = `“${title}” — ${settings.blogname}`;
  return {
    version: '1.0',
    provider_name: settings.blogname,
    provider_url: `${siteUrl}/`,
    author_name: authors.map((author) => author.name).join(', ') || settings.blogname,
    author_url: siteUrl + (authors[0]?.url ?? '/'),
    title,
    type: 'rich',
    width,
    height,
    html:
      `<blockquote class="wp-embedded-content"><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></blockquote>` +
      `<iframe class="wp-embedded-content" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" src="${escapeHtml(embedUrl)}" ` +
      `width="${width}" height="${height}" ` +
      `title="${escapeHtml(name)}" loading="lazy" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"></iframe>`,
    ...(thumbnail && thumbnail.width > 0
      ? { thumbnail_url: thumbnail.url, thumbnail_width: thumbnail.width, thumbnail_height: thumbnail.height }
      : {}),
  };
}
