import { queryOptions } from '@tanstack/react-query'
import type { Session } from '#/contract/session.ts'
import { SIGN_IN_PATH } from '#/contract/sign-in/pages.ts'
import { START_ELEMENT, type DocumentStart } from '#/contract/start/start.ts'
import { parse, send, type RequestOptions } from './client.ts'
import { SESSION_KEY } from './keys.ts'
import { noticeServer } from './transport/server-facts.ts'

const schemas = async () => import('#/contract/session.ts')

const readSession = async (raw: unknown): Promise<Session> => parse((await schemas()).session, raw)

/** Bypasses the cache. */
export const askForSession = async (
  options: Pick<RequestOptions, 'signal' | 'background'> = {},
): Promise<Session> => readSession(await send('GET', '/session', options))

/**
 * Session embedded in the document, used once as it may be outdated later; null: none. Trusted: written by the
 * same build.
 */
const takeStart = (): DocumentStart | null => {
  // Tests may have no document.
  const element = globalThis.document?.getElementById(START_ELEMENT)
  if (!element) return null
  element.remove()
  const preloaded: DocumentStart = JSON.parse(element.textContent)
  return preloaded
}

/** `GET /api/session`, 200 even if signed out. Taken from the document if embedded. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }): Promise<Session> | Session => {
    const preloaded = takeStart()
    if (preloaded === null) return askForSession({ signal })
    noticeServer(preloaded)
    return preloaded.session
  },
  staleTime: Infinity,
})

/** Sign-in by the documented call (API document 4.2): the server keeps the key and opens a session. */
export const signIn = async (email: string, password: string): Promise<Session> => {
  await send('POST', SIGN_IN_PATH, { body: { user: { email, password } } })
  return askForSession()
}

/** Sign-in with a pasted API key (G22). */
export const signInWithKey = async (apiKey: string): Promise<Session> =>
  readSession(await send('POST', '/session', { body: { api_key: apiKey } }))

/** @returns URL to leave the company's sign-in; null: none */
export const signOut = async (): Promise<string | null> => {
  const answer = await send('DELETE', '/session')
  return answer === null ? null : parse((await schemas()).signedOut, answer).to
}
