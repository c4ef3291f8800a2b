type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

/** A drawing for the eye alone, of paths. */
export function svg(attributes: Attributes, ...paths: readonly Attributes[]): SVGElement {
  const drawing = element('svg', { 'aria-hidden': 'true', ...attributes });
  drawing.append(...paths.map((path) => element('path', path)));
  return drawing;
}

/** Adds styles to the page that only what a reader asked for needs, once by their name. */
export function addStyles(name: string, css: string): void {
  const id = `${name}-styles`;
  if (document.getElementById(id)) return;
  const style = document.createElement('style');
  style.id = id;
  style.textContent = css;
  document.head.append(style);
}
