/**
 * Inserts the scripts of custom head code, which wait in a template, in their order: put in by hand, they are trusted as our own loader is.
 * Texts of the page may hold such a template too; only the one in the head is the editors’ own.
 */
export function start(template: HTMLElement): void {
  if (!(template instanceof HTMLTemplateElement) || template.parentElement !== document.head) return;
  for (const waiting of template.content.querySelectorAll('script')) {
    const script = document.createElement('script');
    for (const { name, value } of waiting.attributes) script.setAttribute(name, value);
    // Without `async` of their own they keep their order.
    if (!waiting.hasAttribute('async')) script.async = false;
    script.text = waiting.text;
    document.head.append(script);
  }
  template.remove(); // whoever waits for what it brings, knows that it ran
}
