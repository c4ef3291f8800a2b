import { parentPort, workerData } from 'node:worker_threads';
import type { CleanRequest } from './clean-document.ts';
import { cleanNodes, typesetNodes } from './clean-nodes.ts';
import { typographyOf } from '../../lib/typography/typography.ts';

/** Cleans one large text beside the thread that serves; started by `clean-document.ts`. */
const { nodes, ownMark, language } = workerData as CleanRequest;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(cleanNodes(typesetNodes(nodes, typographyOf(language)), ownMark));
