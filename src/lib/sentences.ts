/** What stands between a sentence and what follows it: nothing behind the full stops of Chinese and Japanese, which have their space in them. */
export const spaceBehind = (sentence: string): '' | ' ' => (/[。！？]$/u.test(sentence) ? '' : ' ');
