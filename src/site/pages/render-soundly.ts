import type { PageRender } from './page-render.ts';
import type { Site } from './site.ts';

/** Templates that can be skipped for one page: its own and its kind's, with what phones get, header and footer. */
const mostRounds = 8;

/** Renders, and anew as long as a template turns out to be broken (`TemplateFaults`): without that one. `work` hands over each render that has ended. */
export async function renderSoundly<Result>(
  site: Site,
  work: (ended: (render: PageRender) => void) => Promise<Result>,
): Promise<Result> {
  for (let round = 1; ; round++) {
    const { epoch } = site.templateFaults;
    let isSound = true;
    const result = await work(({ brokenTemplates, tags }) => {
      isSound &&= brokenTemplates.size === 0;
      for (const [id, reason] of brokenTemplates)
        site.templateFaults.note(id, { reason, tags: [...tags.keys()] }, epoch);
    });
    if (isSound || round === mostRounds) return result;
  }
}
