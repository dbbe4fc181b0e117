import { queryOptions } from '@tanstack/react-query'
import type { Session } from '#/contract/session.ts'
import { SIGN_IN_PATH } from '#/contract/sign-in/pages.ts'
import { START_ELEMENT, type DocumentStart } from '#/contract/start/start.ts'
import { parse, send, type RequestOptions } from './client.ts'
import { SESSION_KEY } from './keys.ts'
import { noticeServer } from './transport/server-facts.ts'

/** The page that signs in begins without schemas: they are of what it fetches while its person types. */
const schemas = async () => import('#/contract/session.ts')

const readSession = async (raw: unknown): Promise<Session> => parse((await schemas()).session, raw)

/** Who is signed in by now, whatever the cache says. */
export const askForSession = async (
  options: Pick<RequestOptions, 'signal' | 'background'> = {},
): Promise<Session> => readSession(await send('GET', '/session', options))

/**
 * The session that the document has brought; used once, since it may be outdated later. Null: none. It is no answer to be
 * read by a schema: the build whose scripts the document names has written it.
 */
const takeStart = (): DocumentStart | null => {
  // Tests of the API's client have no document.
  const element = globalThis.document?.getElementById(START_ELEMENT)
  if (!element) return null
  element.remove()
  const brought: DocumentStart = JSON.parse(element.textContent)
  return brought
}

/** `GET /api/session`: who is signed in. Answers 200 also when no user is. Not asked where the document has said it. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }): Promise<Session> | Session => {
    const brought = takeStart()
    if (brought === null) return askForSession({ signal })
    noticeServer(brought)
    return brought.session
  },
  staleTime: Infinity,
})

/** The documented sign-in (API document 4.2): our server keeps the key and opens a session, which is then asked for. */
export const signIn = async (email: string, password: string): Promise<Session> => {
  await send('POST', SIGN_IN_PATH, { body: { user: { email, password } } })
  return askForSession()
}

/** Sign-in with a pasted API key (G22). */
export const signInWithKey = async (apiKey: string): Promise<Session> =>
  readSession(await send('POST', '/session', { body: { api_key: apiKey } }))

/** @returns where the browser goes now to leave the company's sign-in too; null: nowhere */
export const signOut = async (): Promise<string | null> => {
  const answer = await send('DELETE', '/session')
  return answer === null ? null : parse((await schemas()).signedOut, answer).to
}
