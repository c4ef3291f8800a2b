/** JSON that may stand in a `<script>`: nothing in it ends the element or opens a comment, and it parses to the same value. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
