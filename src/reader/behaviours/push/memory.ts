/** `refused`: when the reader said no, in milliseconds; `visit`: that it was in this visit; `viewed`: a page in this visit; `token`: what the service knows. */
type Fact = 'refused' | 'visit' | 'viewed' | 'token';

const storageOf = (fact: Fact): Storage =>
  fact === 'visit' || fact === 'viewed' ? sessionStorage : localStorage;

/** What this browser was to remember, or null; also where it may remember nothing. */
export function recall(fact: Fact): string | null {
  try {
    return storageOf(fact).getItem(`push-${fact}`);
  } catch {
    return null; // storage is turned off
  }
}

export function remember(fact: Fact, value: string): void {
  try {
    storageOf(fact).setItem(`push-${fact}`, value);
  } catch {
    // storage is turned off or full: the reader is asked again
  }
}
