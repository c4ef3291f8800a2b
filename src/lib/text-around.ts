/** A text around one that many others have too: that part is encoded, hashed and compressed once for all of them. */
export interface TextAround {
  readonly before: string;
  /** Of one value in all texts that share it. */
  readonly shared: string;
  readonly after: string;
}

export function wholeText({ before, shared, after }: TextAround): string {
  return before + shared + after;
}
