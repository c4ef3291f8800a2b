import { z } from 'zod';
import { embedLink } from '../../blocks/document/players.ts';
import { lookUpEmbed, embedProviders } from '../../modules/embeds/look-up-embed.ts';
import { embedOthers } from '../../modules/embeds/policy.ts';
import {
  choiceParam,
  flagParam,
  optionalWhole,
  textParam,
  wholeParam,
} from '../../kernel/http/rest/params.ts';
import { describeEmbeddable } from './oembed-1-0-embed.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { AnswerTo, Reply } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

/** Pixels; the largest size to request from others. */
const widest = 4000;

const params = z.object({
  url: textParam('uri'),
  format: choiceParam(['json', 'xml'], 'json'),
  maxwidth: wholeParam(600),
  maxheight: optionalWhole(),
  discover: flagParam()
    .transform((value): boolean => value ?? true)
    .meta({ type: 'boolean', default: true }),
});

/**
 * oEmbed fields; `html` is our own: the link that readers get. Pictures are `data:` addresses, so that editors'
 * browsers request nothing from the other site.
 */
const answer = z.object({
  version: z.literal('1.0'),
  type: z.enum(['photo', 'video', 'link', 'rich']),
  title: z.string(),
  author_name: z.string(),
  provider_name: z.string(),
  html: z.string(),
  width: z.int().optional(),
  height: z.int().optional(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.int().optional(),
  thumbnail_height: z.int().optional(),
});

/**
 * `/oembed/1.0/proxy?url=…`: oEmbed data of allowed sites (`embed_providers`) and of this one, for authors. `format`
 * and `discover` are ignored: answers are JSON, and pages are not searched for providers.
 */
export const oembedProxy = restRoute({
  path: '/oembed/1.0/proxy',
  methods: {
    GET: method({ params, required: ['url'], reply: valueOf(answer), may: embedOthers, run: proxy }),
  },
});

async function proxy(
  request: RestRequest,
  { url = '', maxwidth, maxheight }: z.output<typeof params>,
): Promise<AnswerTo<Reply<'plain', typeof answer>>> {
  const { site, actor } = request;
  const providers = embedProviders(request.settings);
  const own = await describeEmbeddable(request, url, maxwidth);
  if (own) return { kind: 'plain', body: { ...own, html: embedLink(url) } };
  if (actor && providers.length > 0) site.limitEmbeds(String(actor.id));
  const bound = (pixels: number) => Math.min(widest, Math.max(1, pixels));
  const found = await lookUpEmbed({
    url,
    providers,
    maxWidth: bound(maxwidth),
    maxHeight: maxheight === undefined ? undefined : bound(maxheight),
    ask: site.fetchEmbeds,
  });
  const { type, title, author, provider, width, height, picture } = found;
  return {
    kind: 'plain',
    body: {
      version: '1.0',
      type,
      title,
      author_name: author,
      provider_name: provider,
      html: embedLink(url),
      ...(width && { width }),
      ...(height && { height }),
      ...(picture && {
        thumbnail_url: picture.url,
        thumbnail_width: picture.width,
        thumbnail_height: picture.height,
      }),
    },
  };
}
