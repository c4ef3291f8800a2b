import { useCallback, useEffect, useRef, useState } from 'react';
import { useBar } from '../bar.ts';
import { changedEvent } from '../calls.ts';

/** What REST tells at an address, read by `read`; asked anew once something was changed. */
export interface Asked<Value> {
  /** Undefined until it has come. */
  readonly value: Value | undefined;
  readonly isFailed: boolean;
  again(): Promise<void>;
}

/** Asks REST. What fails is told to the console, as of all calls of the bar; a page that is left has no use for the reply. */
export function useTold<Value>(path: string, read: (reply: unknown) => Value): Asked<Value> {
  const { rest } = useBar();
  const [value, setValue] = useState<Value>();
  const [isFailed, setFailed] = useState(false);
  // Which question is the newest: replies of others say nothing any more, and none does to a page that is left.
  const newest = useRef(0);
  const again = useCallback(async () => {
    const mine = ++newest.current;
    try {
      const told = read(await rest(path));
      if (mine !== newest.current) return;
      setValue(told);
      setFailed(false);
    } catch (error) {
      if (mine !== newest.current) return;
      console.error(`${path}: error`, error);
      setFailed(true);
    }
  }, [rest, path, read]);
  useEffect(() => {
    const ask = () => void again();
    const leave = () => void newest.current++;
    ask();
    window.addEventListener('pagehide', leave);
    window.addEventListener(changedEvent, ask);
    return () => {
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener(changedEvent, ask);
    };
  }, [again]);
  return { value, isFailed, again };
}
