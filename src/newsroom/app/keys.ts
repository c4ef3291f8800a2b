import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The key of an event as shortcuts name it. Layouts of other scripts (`ы` where others have `s`), and Option of a Mac (`µ` for `m`), make another sign of it:
 * then it is the letter that is at its place on the keyboard. What a Latin layout has elsewhere stays where that has it.
 */
export function keyOf({
  key,
  code,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'shiftKey'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const isSign = key.length === 1 || (altKey && key === 'Dead');
  const isNamed = /^[ -~]$/.test(key) || (!altKey && /^\p{Script=Latin}$/u.test(key));
  if (!letter || !isSign || isNamed) return key;
  return shiftKey ? letter : letter.toLowerCase();
}

/** Has each key that is pressed anywhere on the page heard as the screen is by then. */
export function useKeys(press: (event: KeyboardEvent) => void): void {
  const pressed = useRef(press);
  useLayoutEffect(() => {
    pressed.current = press;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
