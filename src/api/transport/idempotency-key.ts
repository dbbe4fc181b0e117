/**
 * The key of a request that must be made once: the same for a double click, another tab and another try, as long as the
 * person sees the same.
 * @param seen what tells one wish from the next, such as what was last made; it differs once the request has been answered
 */
export const idempotencyKey = async (
  method: string,
  path: string,
  body: unknown,
  seen: unknown,
): Promise<string> => {
  const text = JSON.stringify([method, path, body ?? null, seen ?? null])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
