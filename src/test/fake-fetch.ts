import { vi } from 'vitest'

export interface FakeRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly redirect: RequestRedirect
}

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
 * With `ours` false it is not our server that answers.
 * @returns the requests that were made, in order
 */
export const fakeFetch = (
  answer: (request: FakeRequest) => Response | Promise<Response>,
  { abortable = true, ours = true }: { abortable?: boolean; ours?: boolean } = {},
): { readonly requests: readonly FakeRequest[] } => {
  const requests: FakeRequest[] = []
  vi.stubGlobal(
    'fetch',
    (url: string, { method = 'GET', headers, body, signal, redirect = 'follow' }: RequestInit = {}) => {
      const request = {
        method,
        url,
        headers: headers as Record<string, string>,
        body: typeof body === 'string' ? body : null,
        redirect,
      }
      requests.push(request)
      const answered = Promise.resolve(answer(request)).then((response) => {
        if (ours) response.headers.set('x-callboard', '1')
        return response
      })
      return signal && abortable ? Promise.race([aborted(signal), answered]) : answered
    },
  )
  return { requests }
}
