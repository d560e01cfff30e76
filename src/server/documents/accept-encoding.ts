// The header `Accept-Encoding`.

/** Whether a client accepts gzip. */
export function takesGzip(accepted: string): boolean {
  for (const part of accepted.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    if (name !== 'gzip' && name !== 'x-gzip') continue;
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
    return Number(weight) > 0;
  }
  return false;
}
