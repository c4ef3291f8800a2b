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

/** Bytes of an answer; those of sites have some thousand. */
const mostBytes = 200_000;
/** Bytes of a picture that stands for it, in the reply. */
const mostPictureBytes = 300_000;
/** Pixels of one, which the writer's browser is to unpack. */
const mostPixels = 4_000_000;
/** Milliseconds that each of the two may take. */
const answerMs = 5_000;
const pictureMs = 3_000;
/** Characters of what is shown of an answer. */
const longest = 300;
/** Pixels of what is shown. */
const largest = 10_000;

/** What another site says of an address of its own. All of it is plain text; nothing of its HTML is taken. */
export interface EmbedAnswer {
  readonly type: 'photo' | 'video' | 'link' | 'rich';
  readonly title: string;
  readonly author: string;
  readonly provider: string;
  /** Pixels; undefined where it does not say, or says nonsense. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly picture: EmbedPicture | undefined;
}

/** A picture that stands for it, as a `data:` address: who shows it asks nobody. */
export interface EmbedPicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

const text = z
  .union([z.string(), z.number()])
  .transform((value) => startOf(htmlToText(String(value).slice(0, 10_000)), longest))
  .catch('');
const pixels = z.coerce.number().int().min(1).max(largest).optional().catch(undefined);
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

/** What is answered where nothing is shown: WordPress' code, with a sentence for who writes. */
const none = (message: string) => new NotFoundError(message, 'oembed_invalid_url');

export interface EmbedQuestion {
  readonly url: string;
  /** Lines of the setting `embed_providers`. */
  readonly providers: readonly string[];
  /** Pixels. */
  readonly maxWidth: number;
  readonly maxHeight?: number | undefined;
  readonly ask?: FetchOutside | undefined;
}

/**
 * Asks a site that an administrator allowed what stands at an address of its own. Throws `NotFoundError` where none is allowed (`oembed_off`), where this one
 * is not (`oembed_not_allowed`), and where it has no answer.
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
  const asked = URL.parse(url);
  const endpoint = asked && endpointFor(asked, providers);
  if (!asked || !endpoint) {
    throw new NotFoundError(
      `${asked ? asked.host : 'This'} is not among the sites that may be asked what an embed shows.`,
      'oembed_not_allowed',
    );
  }
  const address = new URL(endpoint);
  const query = {
    url: asked.href,
    format: 'json',
    maxwidth: String(maxWidth),
    ...(maxHeight ? { maxheight: String(maxHeight) } : {}),
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const reply = await ask(address.href, {
    maxBytes: mostBytes,
    timeoutMs: answerMs,
    headers: { accept: 'application/json' },
  }).catch((error: unknown) => {
    if (error instanceof BroadsheetError) throw none(error.message);
    throw error;
  });
  if (reply.status !== 200)
    throw none(`${asked.host} does not say what stands there (status ${reply.status}).`);
  const read = answer.safeParse(parsed(reply.body));
  if (!read.success) throw none(`${asked.host} does not say what stands there in words of oEmbed.`);
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
    return undefined; // no JSON is no answer
  }
}

/** A small picture of another site, which is what its bytes say. Undefined where there is none: an embed can do without. */
async function fetchPicture(given: string, base: URL, ask: FetchOutside): Promise<EmbedPicture | undefined> {
  try {
    const { status, body } = await ask(new URL(given, base).href, {
      maxBytes: mostPictureBytes,
      timeoutMs: pictureMs,
      headers: { accept: 'image/*' },
    });
    const ending = status === 200 ? pictureEnding(body) : undefined;
    if (!ending) return undefined;
    const { width, height } = await measurePicture(body);
    if (width * height > mostPixels) return undefined;
    return {
      url: `data:image/${ending === 'jpg' ? 'jpeg' : ending};base64,${body.toString('base64')}`,
      width,
      height,
    };
  } catch (error) {
    if (error instanceof BroadsheetError || error instanceof TypeError) return undefined; // nobody answers there, or it is no address
    throw error;
  }
}

/** Milliseconds that the other server may take. */
const timeoutMs = 5_000;

const noResponse = () =>
  new NotFoundError('URL not found. The other server did not answer with a page.', 'no_response');

/**
 * Reads the details of a page on another site. Throws `InvalidInputError` for an address that is never called, such as one in the own network, and
 * `NotFoundError` if no page is there.
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

/** Sites that may be asked what an embed shows, as the settings name them; none: nobody is asked. */
export function embedProviders({
  embed_providers: providers,
}: Pick<Settings, 'embed_providers'>): readonly string[] {
  return providers;
}
