/** Puts HTML with scripts into a place as a parser would: one script after the other, each when those before it have run. */
export async function runCode(code: DocumentFragment, place: Element): Promise<void> {
  const waiting = [...code.querySelectorAll('script')].map((script) => {
    const mark = document.createComment('');
    script.replaceWith(mark);
    return { script, mark };
  });
  place.replaceChildren(code);
  for (const { script, mark } of waiting) {
    // Made by hand, it is trusted as the script that makes it; what stands in it, by the hash that the policy has of it.
    const live = document.createElement('script');
    for (const { name, value } of script.attributes) live.setAttribute(name, value);
    live.async = script.hasAttribute('async');
    live.text = script.text;
    const ran = live.src === '' || live.async ? undefined : new Promise((resolve) => {
      live.addEventListener('load', resolve);
      live.addEventListener('error', resolve);
    });
    mark.replaceWith(live);
    await ran;
  }
}
