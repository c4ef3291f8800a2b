/** A round picture, or the name's initials. */
export function Portrait({
  name,
  src,
  size = 28,
}: {
  readonly name: string;
  readonly src: string | undefined;
  /** Pixels. */
  readonly size?: number;
}) {
  const style = { width: size, height: size };
  if (src !== undefined) return <img className="portrait" src={src} alt="" style={style} />;
  const initials = name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
  return (
    <span className="portrait" aria-hidden="true" style={{ ...style, fontSize: size * 0.4 }}>
      {initials}
    </span>
  );
}
