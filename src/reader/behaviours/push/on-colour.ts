/** Black or white, whichever can be read on a colour given as `#rgb` or `#rrggbb`. */
export function onColour(colour: string): '#000' | '#fff' {
  const pairs = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3').match(/[^#]{2}/g) ?? [];
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  // Where both have the same contrast (WCAG): (1 + .05) / (x + .05) = (x + .05) / .05
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}
