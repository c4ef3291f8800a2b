const longestWait = 3000;
const baseInterval = 70;
const [shortest, longest] = [17, 40];

/**
 * Lets pictures come into view one after the other, 17 to 40 ms apart, once they are in the window or within 200 px below it and are loaded, or after 3 s at
 * the latest.
 * A revealed picture has the class `is-revealed`; how it comes in is CSS, by `image-effect-…` on `<body>`. Give each picture to what this returns.
 */
export function revealer(): (image: HTMLElement) => void {
  const waiting = new Set<HTMLElement>();
  const queue: HTMLElement[] = [];
  let running = false;

  const next = () => {
    const interval = Math.min(longest, Math.max(shortest, baseInterval / (queue.length + waiting.size)));
    const image = queue.shift();
    image?.classList.add('is-revealed');
    running = image !== undefined;
    if (running) setTimeout(next, interval);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) enter(target as HTMLElement);
    },
    { rootMargin: '0px 0px 200px' },
  );
  const enter = (image: HTMLElement) => {
    observer.unobserve(image);
    waiting.add(image);
    const ready = () => {
      if (!waiting.delete(image)) return;
      queue.push(image);
      if (!running) next();
    };
    if (/loaded|error/.test(image.dataset.llStatus ?? '')) ready();
    else {
      for (const type of ['load', 'error']) image.addEventListener(type, ready);
      setTimeout(ready, longestWait);
    }
  };
  return (image) => observer.observe(image);
}
