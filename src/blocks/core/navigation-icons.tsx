const box = { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': true, focusable: false } as const;

/** Two bars, or three. */
export function OpenIcon({ bars }: { readonly bars: 2 | 3 }) {
  return (
    <svg {...box}>
      <path
        d={bars === 2 ? 'M4 9h16M4 15h16' : 'M4 6h16M4 12h16M4 18h16'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
      />
    </svg>
  );
}

export function CloseIcon() {
  return (
    <svg {...box}>
      <path d="m5 5 14 14m0-14L5 19" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  );
}
