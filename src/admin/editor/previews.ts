import { awayCode, rest, RestError } from '../app/rest.ts';
import { connection } from '../app/connection.ts';

/** A block as the server renders it: its HTML, or why there is none. */
export interface Preview {
  readonly html?: string;
  readonly problem?: string;
}

interface Waiting {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly postId: number;
  readonly answer: (preview: Preview) => void;
}

/** Most requests of one batch (WordPress' own bound), most previews that are kept, and how long others are waited for, in milliseconds. */
const batchSize = 25;
const mostKept = 500;
const gatherMs = 30;

const kept = new Map<string, Promise<Preview>>();
let waiting: Waiting[] = [];

/** How a block looks on a post (0: on none). All that is asked for at about the same time is asked in one request, and the same thing once. */
export function previewOf(name: string, attributes: Readonly<Record<string, unknown>>, postId: number): Promise<Preview> {
  const key = JSON.stringify([name, attributes, postId]);
  const known = kept.get(key);
  if (known) return known;
  const asked = new Promise<Preview>((answer) => {
    if (waiting.length === 0) window.setTimeout(() => void flush(), gatherMs);
    waiting.push({ name, attributes, postId, answer });
  });
  kept.set(key, asked);
  void asked.then(({ problem }) => problem !== undefined && kept.delete(key));
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  return asked;
}

async function flush(): Promise<void> {
  const all = waiting;
  waiting = [];
  const batches = Array.from({ length: Math.ceil(all.length / batchSize) }, (_, index) => all.slice(index * batchSize, (index + 1) * batchSize));
  await Promise.all(batches.map(ask));
}

interface Part {
  readonly status: number;
  readonly body: { readonly rendered?: string; readonly message?: string };
}

async function ask(batch: readonly Waiting[]): Promise<void> {
  const requests = batch.map(({ name, attributes, postId }) => ({
    method: 'POST', path: `/wp/v2/block-renderer/${name}`, body: { context: 'edit', attributes, ...(postId > 0 ? { post_id: postId } : {}) },
  }));
  try {
    const { body: { responses } } = await rest<{ responses: readonly Part[] }>('/batch/v1', { method: 'POST', body: { requests } });
    responses.forEach(({ status, body }, index) => batch[index]?.answer(
      status < 400 ? { html: body.rendered ?? '' } : { problem: body.message ?? 'It can’t be shown.' },
    ));
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    if (error.code === awayCode) {
      await connection.away(); // it changes nothing, so it may be asked again
      return ask(batch);
    }
    for (const { answer } of batch) answer({ problem: error.message });
  }
}
