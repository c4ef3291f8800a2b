import { withDataBlocks } from './builder-data/data-blocks.ts';
import { noSources } from './builder-data/parts.ts';
import { contentToText } from './content-text.ts';
import { splitBound } from './markup/bindings.ts';
import { indexedWords } from './search-words.ts';

/** The index words of a post's text, computed before a transaction. They are valid only for this text. */
export interface TextWords {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

/** The index words of a text itself, without content included from others. */
export function textWordsOf(text: string): TextWords {
  return { text, words: wordsOf(splitBound(text).free) };
}

export const wordsOf = (markup: string) => indexedWords(contentToText(withDataBlocks(markup, noSources)));
