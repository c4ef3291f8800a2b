type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

export function svg(attributes: Attributes, ...paths: readonly Attributes[]): SVGElement {
  const drawing = element('svg', { 'aria-hidden': 'true', ...attributes });
  drawing.append(...paths.map((path) => element('path', path)));
  return drawing;
}

/** Adds a stylesheet to the page once per name, for styles loaded on demand. */
export function addStyles(name: string, css: string): void {
  const id = `${name}-styles`;
  if (document.getElementById(id)) return;
  const style = document.createElement('style');
  style.id = id;
  style.textContent = css;
  document.head.append(style);
}
