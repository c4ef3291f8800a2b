import type { Database } from '../../src/kernel/db/open-database.ts';
import { rawRequest } from '../harness/served-site.ts';

interface AcknowledgedComment {
  readonly id: number;
  readonly postId: number;
  /** 0 for a reply to the post itself. */
  readonly parentId: number;
  readonly content: string;
  readonly isHeld: boolean;
  /** Root-relative, with the comment's fragment. */
  readonly address: string;
}

/** Visitors who comment over HTTP, each sequentially, until stopped. */
export interface CommentSenders {
  readonly acknowledged: readonly AcknowledgedComment[];
  /** Texts with another response or none: each may be stored once, or not at all. */
  readonly unacknowledged: ReadonlySet<string>;
  /** The other responses by status; 0 for none. */
  readonly refusals: ReadonlyMap<number, number>;
  /** Resolves once current requests have finished. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

let sent = 0;

/**
 * Sends comments to `/wp-comments-post.php` of a server that trusts proxies on loopback (`TRUST_PROXY`), each with
 * another client address, so that no rate limit applies.
 */
export function sendComments(
  base: string,
  postIds: readonly number[],
  { connections = 6, pauseMs = 5 } = {},
): CommentSenders {
  const acknowledged: AcknowledgedComment[] = [];
  const unacknowledged = new Set<string>();
  const refusals = new Map<number, number>();
  const control = { stopped: false };
  const underWay = new Set<Promise<void>>();
  const send = async () => {
    const n = ++sent;
    const postId = postIds[n % postIds.length] ?? 0;
    // Every other comment replies to the newest one of the same post.
    const parentId =
      n % 2 === 0
        ? (acknowledged.findLast((comment) => comment.postId === postId && !comment.isHeld)?.id ?? 0)
        : 0;
    const content = `Remark ${n} on the article.`;
    unacknowledged.add(content);
    const reply = await rawRequest(base, '/wp-comments-post.php', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      },
      body: new URLSearchParams({
        comment: content,
        author: `Reader ${n}`,
        email: `reader${n}@mail.example`,
        url: '',
        comment_post_ID: String(postId),
        comment_parent: String(parentId),
      }).toString(),
    }).catch(() => undefined); // the connection broke: counts as no response
    const address = String(reply?.headers.location);
    const id = Number(/#comment-(\d+)$/.exec(address)?.[1]);
    if (reply?.status === 302 && id > 0) {
      unacknowledged.delete(content);
      acknowledged.push({ id, postId, parentId, content, isHeld: address.includes('?'), address });
    } else refusals.set(reply?.status ?? 0, (refusals.get(reply?.status ?? 0) ?? 0) + 1);
  };
  const sender = async () => {
    while (!control.stopped) {
      const sending = send();
      underWay.add(sending);
      await sending;
      underWay.delete(sending);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const all = Promise.all(Array.from({ length: connections }, sender));
  return {
    acknowledged,
    unacknowledged,
    refusals,
    settled: async () => void (await Promise.all(underWay)),
    stop: async () => {
      control.stopped = true;
      await all;
    },
  };
}

/** Sentences about comments that differ from their acknowledgement, are stored twice, or were never sent. */
export async function wrongComments(
  { read }: Database,
  senders: readonly CommentSenders[],
): Promise<string[]> {
  const rows = await read
    .selectFrom('comment')
    .select(['id', 'post_id', 'parent_id', 'status', 'content'])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const counts = new Map<string, number>();
  for (const { content } of rows) counts.set(content, (counts.get(content) ?? 0) + 1);
  const acknowledged = senders.flatMap((one) => one.acknowledged);
  const known = new Set([
    ...acknowledged.map(({ content }) => content),
    ...senders.flatMap((one) => [...one.unacknowledged]),
  ]);
  return [
    ...acknowledged.flatMap(({ id, postId, parentId, content, isHeld }) => {
      const row = byId.get(id);
      const isRight =
        row?.content === content &&
        row.post_id === postId &&
        row.parent_id === parentId &&
        row.status === (isHeld ? 'hold' : 'approved');
      return isRight
        ? []
        : [
            `comment ${id} was acknowledged as "${content}" and is ${row ? JSON.stringify(row) : 'not there'}`,
          ];
    }),
    ...[...counts]
      .filter(([, count]) => count > 1)
      .map(([content, count]) => `"${content}" is there ${count} times`),
    ...[...counts.keys()]
      .filter((content) => !known.has(content))
      .map((content) => `"${content}" is stored, but was never sent`),
  ];
}
