export const fileKinds = ['audio', 'video', 'image', 'document'] as const;
export type FileKind = (typeof fileKinds)[number];

/** The kind of a file by its MIME type; everything that is neither heard nor seen is a document. */
export function fileKindOf(mimeType: string): FileKind {
  const [kind] = mimeType.toLowerCase().split('/');
  return fileKinds.find((one) => one === kind) ?? 'document';
}
