const coming = new Map<string, Promise<void>>();

/** Puts a script of another site into the page, once; rejects when it does not come, and the next call tries anew. */
export function loadScript(url: string): Promise<void> {
  const loading = coming.get(url) ?? new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = url;
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => {
      coming.delete(url);
      element.remove();
      reject(new Error(`The script ${url} did not come.`));
    });
    document.head.append(element);
  });
  coming.set(url, loading);
  return loading;
}
