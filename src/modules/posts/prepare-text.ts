import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { cleanMarkup } from '../../lib/markup/clean-markup.ts';
import { nestingFault } from '../../lib/markup/nesting.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import { TooMuchWorkError } from '../../lib/worker-pool.ts';
import type { WorkerTask } from '../../lib/worker-pool.ts';
import { mediaNames } from '../media/media-names.ts';
import { textWordsOf } from '../search/post-words.ts';
import type { PreparedAhead, PreparedText } from './prepared-text.ts';
import { longText, textWorkers } from './text-workers.ts';

export interface PrepareRequest {
  readonly sent: string;
  /** The text that it replaces, '' for none. */
  readonly stored: string;
  /** Whether its writer lacks `unfiltered_html`. */
  readonly filters: boolean;
  /** Whether search will find it. */
  readonly listed: boolean;
}

export const prepareTask: WorkerTask<PrepareRequest, PreparedAhead> = { name: 'prepare' };

export function prepareText({ sent, stored, filters, listed }: PrepareRequest): PreparedAhead {
  const base = { sent, stored, filters };
  const fault = nestingFault(sent);
  if (fault !== undefined) return { cleaned: { ...base, fault } };
  const written = filters ? cleanMarkup(sent, stored, cleanWhereNeeded) : sent;
  const text: PreparedText = {
    text: written,
    opening: openingOfMarkup(written),
    mediaNames: mediaNames([written]),
    ...(listed ? { words: textWordsOf(written).words } : {}),
  };
  return { cleaned: { ...base, ...(written === sent ? {} : { cleaned: written }) }, text };
}

/** The same, in a worker where the text is long. A text that takes too much time or memory is at fault, too. */
export async function prepareAhead(request: PrepareRequest): Promise<PreparedAhead> {
  if (request.sent.length < longText && request.stored.length < longText) return prepareText(request);
  try {
    return await textWorkers.run(prepareTask, request);
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error;
    const { sent, stored, filters } = request;
    return { cleaned: { sent, stored, filters, fault: error.message } };
  }
}
