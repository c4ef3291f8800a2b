import { useEffect, useLayoutEffect, useRef } from 'react';

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
