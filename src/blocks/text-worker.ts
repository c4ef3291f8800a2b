import { prepareTask, prepareText } from '../modules/posts/prepare-text.ts';
import { dataTask, textOfData } from '../lib/builder-data/text-with-data.ts';
import { feedHtml, feedTask } from '../lib/markup/feed-html.ts';
import { serveTask, serveTasks } from '../lib/worker-pool.ts';
import { cleanTask, typesetAndClean } from './document/clean-document.ts';
import { renderInWorker, renderTask } from './document/render-long.ts';

/** Entry of the workers of `textWorkers`. */
serveTasks([
  serveTask(prepareTask, prepareText),
  serveTask(cleanTask, typesetAndClean),
  serveTask(renderTask, renderInWorker),
  serveTask(dataTask, textOfData),
  serveTask(feedTask, ({ html, pageUrl }) => feedHtml(html, pageUrl)),
]);
