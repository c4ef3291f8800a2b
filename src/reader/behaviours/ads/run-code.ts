import { makeScript } from '../scripts/make-script.ts';
import { letOthersIn } from '../scripts/load-script.ts';

/** Puts HTML with scripts into a place as a parser would: one script after the other, each when those before it have run. */
export async function runCode(code: DocumentFragment, place: Element): Promise<void> {
  const waiting = [...code.querySelectorAll('script')].map((script) => {
    const mark = document.createComment('');
    script.replaceWith(mark);
    return { script, mark };
  });
  letOthersIn();
  place.replaceChildren(code);
  for (const { script, mark } of waiting) {
    const live = makeScript(script);
    const ran =
      live.src === '' || live.async
        ? undefined
        : new Promise((resolve) => {
            live.addEventListener('load', resolve);
            live.addEventListener('error', resolve);
          });
    mark.replaceWith(live);
    await ran;
  }
}
