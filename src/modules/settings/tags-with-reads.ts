/** Tags of something that was made, with one for each setting that was read for it. */
export function* tagsWithReads(
  tags: ReadonlyMap<string, unknown>,
  reads: Iterable<string> = [],
): Generator<string> {
  yield* tags.keys();
  for (const name of reads) yield `setting:${name}`;
}
