import type { BlockPreviews } from '../app/replies.ts';
import { awayCode, rest, RestError } from '../app/rest.ts';
import { connection } from '../app/connection.ts';
import type { PreviewsSent } from '../app/sent.ts';

/** A block as the server renders it: its HTML, or why there is none. */
export interface Preview {
  readonly html?: string;
  readonly problem?: string;
}

/** Most previews that are kept. */
const mostKept = 500;
const kept = new Map<string, Promise<Preview>>();

/** Most blocks of one request, as the server takes them. */
const mostAtOnce = 25;
/** Most characters of one request, unless a single block has more. */
const mostCharacters = 200_000;

interface Asked {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly size: number;
  readonly tell: (preview: Preview) => void;
}

/** What is not asked for yet, by the post that it stands on. */
const waiting = new Map<number, Asked[]>();

/** How a block looks on a post (0: on none). The same thing is asked once; what is asked in one turn of the browser goes in one request. */
export function previewOf(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  postId: number,
): Promise<Preview> {
  const key = JSON.stringify([name, attributes, postId]);
  const known = kept.get(key);
  if (known) return known;
  const asked = new Promise<Preview>((tell) => {
    if (waiting.size === 0) window.setTimeout(askForAll);
    waiting.set(postId, [...(waiting.get(postId) ?? []), { name, attributes, size: key.length, tell }]);
  });
  kept.set(key, asked);
  void asked.then(({ problem }) => problem !== undefined && kept.delete(key));
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  return asked;
}

function askForAll(): void {
  for (const [postId, asked] of waiting) for (const some of inRequests(asked)) void ask(some, postId);
  waiting.clear();
}

function inRequests(asked: readonly Asked[]): Asked[][] {
  const requests: Asked[][] = [];
  let size = 0;
  for (const one of asked) {
    const last = requests.at(-1);
    size += one.size;
    if (last && last.length < mostAtOnce && size <= mostCharacters) last.push(one);
    else {
      requests.push([one]);
      size = one.size;
    }
  }
  return requests;
}

async function ask(blocks: readonly Asked[], postId: number): Promise<void> {
  const sent = {
    blocks: blocks.map(({ name, attributes }) => ({ name, attributes })),
    ...(postId > 0 ? { post_id: postId } : {}),
  };
  for (;;) {
    try {
      const { body } = await rest<BlockPreviews, PreviewsSent>('/broadsheet/v1/block-previews', {
        method: 'POST',
        body: sent,
      });
      blocks.forEach(({ tell }, index) => {
        const { rendered, message = 'The server did not draw it.' } = body.previews[index] ?? {};
        tell(rendered === undefined ? { problem: message } : { html: rendered });
      });
      return;
    } catch (error) {
      if (!(error instanceof RestError && error.code === awayCode)) {
        const problem = error instanceof Error ? error.message : String(error);
        for (const { tell } of blocks) tell({ problem });
        return;
      }
      await connection.away(); // it changes nothing, so it may be asked again
    }
  }
}
