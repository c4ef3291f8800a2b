import { decodeBody } from '../../lib/decode-body.ts';
import { NotFoundError, UnavailableError } from '../../lib/errors.ts';
import { fetchOutside } from '../../lib/fetch-outside.ts';
import type { FetchOutside } from '../../lib/fetch-outside.ts';
import { readPageDetails } from '../../lib/page-details.ts';
import type { PageDetails } from '../../lib/page-details.ts';

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
