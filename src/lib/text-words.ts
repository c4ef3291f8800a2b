import { withDataBlocks } from './builder-data/data-blocks.ts';
import { noSources } from './builder-data/parts.ts';
import { contentToText } from './content-text.ts';
import { splitBound } from './markup/bindings.ts';
import { indexedWords } from './search-words.ts';

/** The words of the text of a post, for callers who make them before their transaction begins. They count for this text only. */
export interface TextWords {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

/** What the search index takes of a text itself, without what it shows of others. */
export function textWordsOf(text: string): TextWords {
  return { text, words: wordsOf(splitBound(text).free) };
}

/** Words of a markup for the search index. */
export const wordsOf = (markup: string) => indexedWords(contentToText(withDataBlocks(markup, noSources)));
