/**
 * A text around one that many others have too: that part is encoded, hashed and compressed once for all of them. A class, which V8 never makes where things
 * stay, as it may literals: 100 KB of a page hang on it.
 */
export class TextAround {
  readonly before: string;
  /** Of one value in all texts that share it. */
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
