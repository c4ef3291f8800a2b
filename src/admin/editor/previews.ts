import { awayCode, rest, RestError } from '../app/rest.ts';
import { connection } from '../app/connection.ts';

/** A block as the server renders it: its HTML, or why there is none. */
export interface Preview {
  readonly html?: string;
  readonly problem?: string;
}

/** Most previews that are kept. */
const mostKept = 500;
const kept = new Map<string, Promise<Preview>>();

/** How a block looks on a post (0: on none). The same thing is asked once. */
export function previewOf(name: string, attributes: Readonly<Record<string, unknown>>, postId: number): Promise<Preview> {
  const key = JSON.stringify([name, attributes, postId]);
  const known = kept.get(key);
  if (known) return known;
  const asked = ask(name, attributes, postId);
  kept.set(key, asked);
  void asked.then(({ problem }) => problem !== undefined && kept.delete(key));
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  return asked;
}

async function ask(name: string, attributes: Readonly<Record<string, unknown>>, postId: number): Promise<Preview> {
  try {
    const { body } = await rest<{ readonly rendered: string }>(`/wp/v2/block-renderer/${name}`, {
      method: 'POST', body: { context: 'edit', attributes, ...(postId > 0 ? { post_id: postId } : {}) },
    });
    return { html: body.rendered };
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    if (error.code !== awayCode) return { problem: error.message };
    await connection.away(); // it changes nothing, so it may be asked again
    return ask(name, attributes, postId);
  }
}
