import { vi } from 'vitest'

export interface FakeRequest {
  readonly method: string
  /** As the code under test gave it, relative to the page. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A JSON answer, 200 unless told. */
export const fakeJson = (
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

/**
 * Stands in for the global `fetch` until the test ends. `answer` gets each request; an aborted one rejects, as the real
 * one does, unless `abortable` is false (the answer had already begun).
 * @returns the requests that were made, in order
 */
export const fakeFetch = (
  answer: (request: FakeRequest) => Response | Promise<Response>,
  abortable = true,
): { readonly requests: readonly FakeRequest[] } => {
  const requests: FakeRequest[] = []
  vi.stubGlobal('fetch', (url: string, { method = 'GET', headers, body, signal }: RequestInit = {}) => {
    const request = {
      method,
      url,
      headers: headers as Record<string, string>,
      body: typeof body === 'string' ? body : null,
    }
    requests.push(request)
    const answered = Promise.resolve(answer(request))
    return signal && abortable ? Promise.race([aborted(signal), answered]) : answered
  })
  return { requests }
}
