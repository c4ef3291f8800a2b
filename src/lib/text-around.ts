import { hash } from 'node:crypto';
import { constants, deflateRawSync } from 'node:zlib';
import { once } from './once.ts';

/** A text that many bodies contain; encoded, hashed and compressed once. */
export class SharedText {
  readonly text: string;
  readonly bytes: () => Buffer;
  readonly sha1: () => string;
  /** Ends on a byte boundary and is self-contained. */
  readonly deflated: () => Buffer;

  constructor(text: string) {
    this.text = text;
    this.bytes = once(() => Buffer.from(text));
    this.sha1 = once(() => hash('sha1', this.bytes()));
    this.deflated = once(() =>
      deflateRawSync(this.bytes(), { level: 9, finishFlush: constants.Z_FULL_FLUSH }),
    );
  }
}

/** A text with a part shared by many others. */
export interface TextAround {
  readonly before: string;
  readonly shared: SharedText;
  readonly after: string;
}

export function wholeText({ before, shared, after }: TextAround): string {
  return before + shared.text + after;
}
