import type { Server as HttpServer } from 'node:http';

/** Longest time for letting in who waits at the door, in milliseconds. */
const letInMs = 3000;

/** Accepts the connections that wait to be: closing the server would cut them off. The system lets one in a turn. */
export async function letIn(server: HttpServer): Promise<void> {
  let came = true;
  server.on('connection', () => (came = true));
  for (const until = performance.now() + letInMs; came && performance.now() < until; ) {
    came = false;
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}
