import { useCallback, useEffect, useRef, useState } from 'react';
import { useBar } from '../bar.ts';
import { changedEvent } from '../calls.ts';

/** What the server tells; it is asked anew once something was changed. */
export interface Asked<Value> {
  /** Undefined until it has come. */
  readonly value: Value | undefined;
  readonly isFailed: boolean;
}

/** Asks REST for what is at an address. */
export function useTold<Value>(path: string, read: (reply: unknown) => Value): Asked<Value> {
  const { rest } = useBar();
  return useAsked(
    path,
    useCallback(async () => read(await rest(path)), [rest, path, read]),
  );
}

/** Asks a question. What fails is told to the console by its name, as of all calls of the bar; a page that is left has no use for the reply. */
export function useAsked<Value>(name: string, question: () => Promise<Value>): Asked<Value> {
  const [value, setValue] = useState<Value>();
  const [isFailed, setFailed] = useState(false);
  // Which question is the newest: replies of others say nothing any more, and none does to a page that is left.
  const newest = useRef(0);
  const again = useCallback(async () => {
    const mine = ++newest.current;
    try {
      const told = await question();
      if (mine !== newest.current) return;
      setValue(told);
      setFailed(false);
    } catch (error) {
      if (mine !== newest.current) return;
      console.error(`${name}: error`, error);
      setFailed(true);
    }
  }, [name, question]);
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
  return { value, isFailed };
}
