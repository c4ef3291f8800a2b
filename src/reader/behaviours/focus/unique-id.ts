let made = 0;

/** An id that no other element has. */
export function uniqueId(what: string): string {
  for (;;) {
    const id = `broadsheet-${what}-${++made}`;
    if (!document.getElementById(id)) return id;
  }
}
