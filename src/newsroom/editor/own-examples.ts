/** A picture for examples: a field with the sun above hills. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><path fill="#9db8d9" d="M0 0h12v8H0z"/>' +
    '<circle cx="9" cy="2.4" r="1" fill="#f3c667"/><path fill="#4b6b4f" d="M0 8V6l3-2.4L6 6l2-1.4L12 7v1z"/></svg>',
)}`;

const elsewhere = /^https?:\/\/[^\s"]+\.(\w+)$/;
const pictures = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg']);
const played = new Set(['ogg', 'oga', 'mp3', 'webm', 'mp4', 'ogv', 'pdf']);

interface Shown {
  readonly example?: unknown;
  readonly variations?: readonly object[];
}

/**
 * A block whose examples ask no other server: those of WordPress show pictures and sounds of s.w.org and Wikimedia, which would hear of everybody who looks at
 * what can be inserted. Pictures become one of ours; an example that plays something is left out.
 */
export function ownExamples<Settings extends Shown>(settings: Settings): Settings {
  const { example, variations } = settings;
  return {
    ...settings,
    ...(example === undefined ? {} : { example: ownExample(example) }),
    ...(Array.isArray(variations) ? { variations: variations.map((one: object) => ownExamples(one)) } : {}),
  };
}

function ownExample(example: unknown): unknown {
  let isPlayed = false;
  const text = JSON.stringify(example, (_, value: unknown) => {
    const [, kind = ''] = typeof value === 'string' ? (elsewhere.exec(value) ?? []) : [];
    if (played.has(kind)) isPlayed = true;
    return pictures.has(kind) ? picture : value;
  });
  return isPlayed ? undefined : (JSON.parse(text) as unknown);
}
