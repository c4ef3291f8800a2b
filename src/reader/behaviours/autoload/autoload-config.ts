/** What the browser must know to go on behind an article. */
export interface AutoloadConfig {
  /** The post that follows. */
  readonly id: number;
  /** Root-relative address of the article that it follows. */
  readonly after: string;
  /** Articles that a page adds at most. */
  readonly limit: number;
}
