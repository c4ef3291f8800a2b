import type { Signer } from '../../lib/keys.ts';

const purpose = 'script-frame';

/** Milliseconds that the address of a frame on a page for one person is good for. */
const goodFor = 3_600_000;

/** A frame by its address. */
export interface AskedFrame {
  readonly postId: number;
  readonly key: string;
  /** What opens it where not everybody may read the post. */
  readonly pass?: string;
}

/**
 * The address of a block's frame: `/script-frame/{post}/{key of the block}`. The key is of its bytes, so that the frame of a text that changed elsewhere stays
 * where it is, and of other bytes nothing is shown. On a page that not everybody may read it says until when it may be opened, signed: cookies open nothing.
 */
export function scriptFrameAddress(
  frame: string,
  closed?: { readonly signer: Signer; readonly now: number },
): string {
  if (!closed) return `/script-frame/${frame}`;
  const until = closed.now + goodFor;
  return `/script-frame/${frame}/${until}.${closed.signer.sign(purpose, `${frame} ${until}`)}`;
}

/** The frame at a path; undefined where the path is none of a frame. */
export function askedFrame(path: string): AskedFrame | undefined {
  const [, id = '', key = '', pass] =
    /^\/script-frame\/(\d{1,15})\/([\w-]{43})(?:\/([\w.-]{1,80}))?$/.exec(path) ?? [];
  return key === '' ? undefined : { postId: Number(id), key, ...(pass === undefined ? {} : { pass }) };
}

/** Whether what an address says opens the frame of a post that not everybody may read. */
export function opensFrame({ postId, key, pass = '' }: AskedFrame, signer: Signer, now: number): boolean {
  const [until = '', signature = ''] = pass.split('.');
  return Number(until) > now && signer.verify(purpose, `${postId}/${key} ${until}`, signature);
}
