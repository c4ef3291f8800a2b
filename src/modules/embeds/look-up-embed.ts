import { z } from 'zod';
import { BroadsheetError, NotFoundError, UnavailableError } from '../../lib/errors.ts';
import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { FetchOutside } from '../../lib/fetch-outside.ts';
import { endpointFor } from '../../lib/oembed-providers.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { startOf } from '../../lib/cut-text.ts';
import { measurePicture, pictureEnding } from '../media/index.ts';
import { decodeBody } from '../../lib/encodings.ts';
import { readPageDetails } from '../../lib/page-details.ts';
import type { PageDetails } from '../../lib/page-details.ts';
import type { Settings } from '../settings/index.ts';

/** Bytes of a reply; typical ones have a few thousand. */
const maxBytes = 200_000;
const maxPictureBytes = 300_000;
const maxPixels = 4_000_000;
const answerMs = 5_000;
const pictureMs = 3_000;
const maxTextLength = 300;
const maxSide = 10_000;

/** A site's oEmbed reply as plain text; its HTML is discarded. */
export interface EmbedAnswer {
  readonly type: 'photo' | 'video' | 'link' | 'rich';
  readonly title: string;
  readonly author: string;
  readonly provider: string;
  /** Pixels; undefined if missing or invalid. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly picture: EmbedPicture | undefined;
}

/** Thumbnail as a `data:` URL, so that showing it sends no request. */
export interface EmbedPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

const text = z
  .union([z.string(), z.number()])
  .transform((value) => startOf(htmlToText(String(value).slice(0, 10_000)), maxTextLength))
  .catch('');
const pixels = z.coerce.number().int().min(1).max(maxSide).optional().catch(undefined);
const answer = z.object({
  type: z.enum(['photo', 'video', 'link', 'rich']),
  title: text,
  author_name: text,
  provider_name: text,
  width: pixels,
  height: pixels,
  thumbnail_url: z.string().max(2000).optional().catch(undefined),
  url: z.string().max(2000).optional().catch(undefined),
});

const none = (message: string) => new NotFoundError(message, 'oembed_invalid_url');

export interface EmbedQuestion {
  readonly url: string;
  readonly providers: readonly string[];
  /** Pixels. */
  readonly maxWidth: number;
  readonly maxHeight?: number | undefined;
  readonly ask?: FetchOutside | undefined;
}

/**
 * Queries an allowed site about one of its URLs. Throws `NotFoundError` if no site is allowed (`oembed_off`), this one
 * is not (`oembed_not_allowed`), or it has no answer.
 */
export async function lookUpEmbed({
  url,
  providers,
  maxWidth,
  maxHeight,
  ask = fetchOutside,
}: EmbedQuestion): Promise<EmbedAnswer> {
  if (providers.length === 0) {
    throw new NotFoundError(
      'This site asks no other site what an embed shows. An administrator can allow it: the setting embed_providers.',
      'oembed_off',
    );
  }
  const target = URL.parse(url);
  const endpoint = target && endpointFor(target, providers);
  if (!target || !endpoint) {
    throw new NotFoundError(
      `${target ? target.host : 'This'} is not among the sites that may be asked what an embed shows.`,
      'oembed_not_allowed',
    );
  }
  const address = new URL(endpoint);
  const query = {
    url: target.href,
    format: 'json',
    maxwidth: String(maxWidth),
    ...(maxHeight ? { maxheight: String(maxHeight) } : {}),
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const reply = await ask(address.href, {
    maxBytes,
    timeoutMs: answerMs,
    headers: { accept: 'application/json' },
  }).catch((error: unknown) => {
    if (error instanceof BroadsheetError) throw none(error.message);
    throw error;
  });
  if (reply.status !== 200)
    throw none(`${target.host} does not describe this address (status ${reply.status}).`);
  const read = answer.safeParse(parsed(reply.body));
  if (!read.success) throw none(`${target.host} did not send a valid oEmbed response.`);
  const {
    type,
    title,
    author_name: author,
    provider_name: provider,
    width,
    height,
    thumbnail_url: thumbnail,
    url: photo,
  } = read.data;
  const picture = thumbnail ?? (type === 'photo' ? photo : undefined);
  return {
    type,
    title,
    author,
    provider,
    width,
    height,
    picture: picture === undefined ? undefined : await fetchPicture(picture, address, ask),
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Loads a small thumbnail, whose type is detected from its bytes. Undefined on any failure: an embed works without it. */
async function fetchPicture(url: string, base: URL, ask: FetchOutside): Promise<EmbedPicture | undefined> {
  try {
    const { status, body } = await ask(new URL(url, base).href, {
      maxBytes: maxPictureBytes,
      timeoutMs: pictureMs,
      headers: { accept: 'image/*' },
    });
    const ending = status === 200 ? pictureEnding(body) : undefined;
    if (!ending) return undefined;
    const { width, height } = await measurePicture(body);
    if (width * height > maxPixels) return undefined;
    return {
      url: `data:image/${ending === 'jpg' ? 'jpeg' : ending};base64,${body.toString('base64')}`,
      width,
      height,
    };
  } catch (error) {
    if (error instanceof BroadsheetError || error instanceof TypeError) return undefined;
    throw error;
  }
}

const timeoutMs = 5_000;

const noResponse = () =>
  new NotFoundError('URL not found. The other server did not answer with a page.', 'no_response');

/**
 * Reads the details of a page on another site. Throws `InvalidInputError` for an address that is never called, such as
 * one in the local network, and `NotFoundError` if there is no page.
 */
export async function lookUpPage(url: string, ask: FetchOutside = fetchOutside): Promise<PageDetails> {
  const reply = await ask(url, { timeoutMs, headers: { accept: 'text/html' } }).catch((error: unknown) => {
    if (error instanceof UnavailableError) throw noResponse();
    throw error;
  });
  if (reply.status !== 200) throw noResponse();
  if (reply.body.length === 0) throw new NotFoundError('The page at this URL is empty.', 'no_content');
  return readPageDetails(
    decodeBody(reply.body, reply.headers['content-type'] ?? '', /charset=["']?([\w.:-]+)/i),
    reply.url,
  );
}

export function embedProviders({
  embed_providers: providers,
}: Pick<Settings, 'embed_providers'>): readonly string[] {
  return providers;
}
