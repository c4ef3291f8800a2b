/** Text that can do nothing to a terminal: what people wrote may hold escape sequences. */
export function harmless(text: string): string {
  // oxlint-disable-next-line no-control-regex -- taking them out is the point
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '');
}
