import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The shortcut name of a pressed key. Non-Latin layouts (`ы` for `s`) and Option on a Mac (`µ` for `m`) produce other
 * characters; then the physical key counts. Latin layouts keep their own positions.
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
