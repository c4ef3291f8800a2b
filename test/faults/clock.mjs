// Loaded before the server (`--import`): its clock is ahead by the number of ms in CLOCK_FILE, which is read every 20
// ms.
import { readFileSync } from 'node:fs';

const RealDate = globalThis.Date;
let ahead = 0;
const read = () => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
};
read();
setInterval(read, 20).unref();

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...given);
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
