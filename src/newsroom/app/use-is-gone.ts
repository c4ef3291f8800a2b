import { useEffect, useRef } from 'react';

/** Tells what ends later whether the part that began it was left meanwhile: a form that was closed is not sent. */
export function useIsGone(): () => boolean {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return () => gone.current;
}
