import { useState } from 'react';
import { RestError } from './rest.ts';

/** What a form sends: whether it is under way, and what was refused of it. Other errors are the screen's. */
export function useSending() {
  const [fault, setFault] = useState<RestError>();
  const [isBusy, setBusy] = useState(false);
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFault(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  /** What was refused is settled otherwise. */
  const settle = () => setFault(undefined);
  return { fault, isBusy, send, settle };
}
