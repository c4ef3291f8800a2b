/** Adds styles to the page that only what a reader asked for needs, once by their name. */
export function addStyles(name: string, css: string): void {
  const id = `${name}-styles`;
  if (document.getElementById(id)) return;
  const style = document.createElement('style');
  style.id = id;
  style.textContent = css;
  document.head.append(style);
}
