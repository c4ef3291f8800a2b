/** Fields of a multipart form: texts, and files as [name, bytes]. */
export type Parts = readonly (readonly [
  field: string,
  value: string | readonly [name: string, bytes: Buffer],
])[];

/** A multipart form as sent by browsers and programs. */
export function inParts(
  parts: Parts,
  boundary = 'parting',
): { readonly type: string; readonly payload: Buffer } {
  const chunks = parts.map(([field, value]) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"`),
      ...(typeof value === 'string'
        ? [Buffer.from(`\r\n\r\n${value}`)]
        : [
            Buffer.from(`; filename="${value[0]}"\r\nContent-Type: application/octet-stream\r\n\r\n`),
            value[1],
          ]),
      Buffer.from('\r\n'),
    ]),
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
