import type { InstallContent } from './install-contents.ts';

/** A drawing of the front page that a start leads to. Its style sheet sets the colors of both schemes. */
export function StartPicture({ content }: { readonly content: InstallContent }) {
  return (
    <svg className="install-picture" viewBox="0 0 160 104" aria-hidden="true">
      <rect className="sheet" x=".5" y=".5" width="159" height="103" />
      {pictures[content]}
    </svg>
  );
}

const lines = (x: number, y: number, widths: readonly number[]) =>
  widths.map((width, row) => (
    <rect key={row} className="line" x={x} y={y + row * 7} width={width} height="3" />
  ));

const pictures = {
  demo: (
    <>
      <rect className="ink" x="56" y="9" width="48" height="7" />
      <rect className="line" x="12" y="22" width="136" height="1" />
      <rect className="accent" x="12" y="30" width="80" height="46" />
      <rect className="ink" x="12" y="82" width="66" height="5" />
      {lines(12, 91, [72])}
      <rect className="shade" x="102" y="30" width="46" height="22" />
      {lines(102, 57, [42, 34])}
      <rect className="shade" x="102" y="72" width="46" height="15" />
      {lines(102, 91, [38])}
    </>
  ),
  import: (
    <>
      <rect className="shade" x="16" y="24" width="44" height="56" />
      {lines(23, 34, [30, 24, 30, 18, 26])}
      <path className="arrow" d="M68 52h22m-8-8 8 8-8 8" />
      <rect className="frame" x="98.5" y="20.5" width="46" height="63" />
      <rect className="accent" x="104" y="27" width="35" height="18" />
      <rect className="ink" x="104" y="50" width="28" height="4" />
      {lines(104, 59, [35, 30, 35])}
    </>
  ),
  empty: (
    <>
      <rect className="ink" x="56" y="9" width="48" height="7" />
      <rect className="line" x="12" y="22" width="136" height="1" />
      <path className="arrow" d="M80 46v28M66 60h28" />
    </>
  ),
} as const satisfies Record<InstallContent, React.ReactNode>;
