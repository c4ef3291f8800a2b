/** `url(…)` of an address that ends nowhere but there. */
export function cssUrl(address: string): string {
  const escaped = (letter: string) =>
    encodeURIComponent(letter).replace(/['()]/, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `url(${address.toWellFormed().replace(/[^\w\-.~:/?#@!$&*+,=%]/gu, escaped)})`;
}

const written = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi;

/** The addresses that CSS names by `url(…)`, in their order. */
export function cssUrls(css: string): string[] {
  return [...css.matchAll(written)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

/** CSS with other addresses; those for which `change` says undefined stay as they are written. */
export function withCssUrls(css: string, change: (address: string) => string | undefined): string {
  return css.replace(written, (whole, double?: string, single?: string, bare?: string) => {
    const address = change(double ?? single ?? bare ?? '');
    return address === undefined ? whole : cssUrl(address);
  });
}
