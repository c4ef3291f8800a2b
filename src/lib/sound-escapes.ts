/** Bytes of a character by the first of them; 1 for what begins none. */
const lengthOf = (first: number) => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1);

const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** A path in which each per cent sign that encodes nothing is itself encoded: `/caf%E9/100%/` → `/caf%25E9/100%25/`. */
export function soundEscapes(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+|%/gi, (run) => {
    if (isEncoded(run)) return run;
    let sound = '';
    for (let at = 0; at < run.length; ) {
      const whole = run.slice(at, at + 3 * lengthOf(Number.parseInt(run.slice(at + 1, at + 3), 16)));
      const isWhole = whole.length > 1 && isEncoded(whole);
      sound += isWhole ? whole : `%25${run.slice(at + 1, at + 3)}`;
      at += isWhole ? whole.length : 3;
    }
    return sound;
  });
}

const western = new TextDecoder('windows-1252');

/** A text in which escaped bytes that are no UTF-8 mean what they did in Western encodings: `caf%E9` → `café`. */
export function readWestern(text: string): string {
  return text.replace(/%([89a-f][\da-f])/gi, (_, byte: string) =>
    western.decode(Uint8Array.of(Number.parseInt(byte, 16))),
  );
}
