/**
 * A text with a part shared by many others, which is encoded, hashed and compressed once. A class: V8 may allocate
 * object literals in the old space, which would retain 100 KB per page.
 */
export class TextAround {
  readonly before: string;
  /** Identical in all texts that share it. */
  readonly shared: string;
  readonly after: string;

  constructor(before: string, shared: string, after: string) {
    this.before = before;
    this.shared = shared;
    this.after = after;
  }
}

export function wholeText({ before, shared, after }: TextAround): string {
  return before + shared + after;
}
