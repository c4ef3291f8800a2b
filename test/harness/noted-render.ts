import { renderPageRequest } from '../../src/site/replies/render-page-request.ts';
import type { RenderedReply } from '../../src/site/cache/rendered-reply.ts';
import type { KeyedRequest } from '../../src/site/cache/request-key.ts';
import { renderCall } from '../../src/site/ajax/admin-ajax-route.ts';
import { noteReads } from '../../src/lib/noted-reads.ts';
import type { Noted } from '../../src/lib/noted-reads.ts';
import { wholeText } from '../../src/lib/text-around.ts';
import { testSigner } from './load-context.ts';
import type { PageSite } from './page-site.ts';

/** Renders a page or call like the page cache, with its recorded reads. */
export function renderNoted(site: PageSite, request: KeyedRequest): Promise<Noted<RenderedReply>> {
  return noteReads(async () => {
    const answer =
      request.action === undefined
        ? await renderPageRequest(site, testSigner, request)
        : await renderCall(site, testSigner, request);
    return 'shareKey' in answer ? answer.render() : answer;
  });
}

export function textOf({ value: { status, headers, body } }: Noted<RenderedReply>): string {
  return `${status} ${JSON.stringify(headers)} ${typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : wholeText(body)}`;
}
