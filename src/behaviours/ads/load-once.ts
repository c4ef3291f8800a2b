const loading = new Map<string, Promise<boolean>>();

/** Loads a script of somebody else's once, however many ask for it; resolves when it has run, with false when it was kept from loading. */
export function loadOnce(url: string): Promise<boolean> {
  const known = loading.get(url);
  if (known) return known;
  const loaded = new Promise<boolean>((resolve) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
    document.head.append(script);
  });
  loading.set(url, loaded);
  return loaded;
}

/** Resolves once the page and its pictures are there: what others want of it comes after. */
export async function pageLoaded(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}
