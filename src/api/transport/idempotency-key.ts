/**
 * Idempotency key: equal for double clicks, other tabs and retries while the user sees the same.
 * @param seen changes once the request has succeeded, such as the last created id
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
