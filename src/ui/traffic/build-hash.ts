// Which build this page is: the hash of its first script, which names all others by their content.

/** SHA-256 in hexadecimal digits; `null` where the browser offers none, as in a page without https. */
export async function buildHash(): Promise<string | null> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (script === null || subtle === undefined) return null;
  const bytes = await (await fetch(script.src)).arrayBuffer();
  const hash = await subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
