/** Facts about a text that are extracted before the transaction that stores it. They hold for this text only. */
export interface PreparedText {
  readonly text: string;
  readonly opening?: string;
  /** Names of library files in the text. */
  readonly mediaNames?: ReadonlySet<string>;
  /** Words for search; absent where search does not find the text. */
  readonly words?: ReadonlySet<string>;
}

/** A text after the cleaning that needs no database. It holds as long as the stored text is still `stored`. */
export interface CleanedAhead {
  readonly sent: string;
  readonly stored: string;
  readonly filters: boolean;
  /** Undefined: nothing had to be cleaned. */
  readonly cleaned?: string;
  /** Why the text is refused. */
  readonly fault?: string;
}

export interface PreparedAhead {
  readonly cleaned: CleanedAhead;
  readonly text?: PreparedText;
}
