/**
 * A wording with its values: `%s` and `%d` take them in turn, `%2$s` the second one. A value stands as it is, whatever it holds; places without a value stay.
 */
export function fillIn(words: string, ...values: readonly (string | number)[]): string {
  let turn = 0;
  return words.replace(/%(?:(\d)\$)?[sd]/g, (place, number: string | undefined) =>
    String(values[number === undefined ? turn++ : Number(number) - 1] ?? place),
  );
}

/** What stands between a sentence and what follows it: nothing behind the full stops of Chinese and Japanese, which have their space in them. */
export const spaceBehind = (sentence: string): '' | ' ' => (/[。！？]$/u.test(sentence) ? '' : ' ');
