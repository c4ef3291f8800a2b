/** Fills `%s` and `%d` in order, and `%2$s` by position. Values are not interpreted; placeholders without a value stay. */
export function fillIn(words: string, ...values: readonly (string | number)[]): string {
  let turn = 0;
  return words.replace(/%(?:(\d)\$)?[sd]/g, (place, number: string | undefined) =>
    String(values[number === undefined ? turn++ : Number(number) - 1] ?? place),
  );
}

/** The separator after a sentence: empty after the full stops of Chinese and Japanese, which include space. */
export const spaceBehind = (sentence: string): '' | ' ' => (/[。！？]$/u.test(sentence) ? '' : ' ');
