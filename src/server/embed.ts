import { Hono } from 'hono'
import { frameSessionBody, embedAuthCodeBody, type Embedding } from '#/contract/embed/embed.ts'
import type { LogBook } from './administration/log-book.ts'
import { readBody, requireSession, sendJson, sendNothing, type AppEnv } from './http/exchange.ts'
import { failure } from './http/failure.ts'
import type { Authentication } from './identity/authentication.ts'
import type { EmbedAuthCodes } from './session/embed-auth-codes.ts'

export interface EmbedOptions {
  readonly embedding: Embedding | null
  readonly embedAuthCodes: EmbedAuthCodes
  readonly authentication: Pick<Authentication, 'enterFrame'>
  readonly logBook: LogBook
}

/** Sessions for frames on other sites: the signed-in pop-up gets a code, the frame exchanges it for a cookie. */
export const embedRoutes = ({
  embedding,
  embedAuthCodes,
  authentication,
  logBook,
}: EmbedOptions): Hono<AppEnv> => {
  const ancestors = () => {
    if (embedding?.cookie !== 'partitioned') throw failure('not_found')
    return embedding.ancestors
  }

  return new Hono<AppEnv>()
    .get('/api/embed', (c) => {
      if (!embedding) throw failure('not_found')
      const { ancestors: listed, cookie } = embedding
      return sendJson(c, { ancestors: listed, cookie } satisfies Embedding)
    })
    .post('/api/embed/codes', async (c) => {
      const listed = ancestors()
      const session = requireSession(c)
      const body = await readBody(c, embedAuthCodeBody)
      // A framed session must not open further frames.
      if (session.frame !== null || !listed.includes(body.portal)) throw failure('access_denied')
      const code = await embedAuthCodes.give(session.idHash, body)
      await logBook.note(c, { event: 'frame_allowed', portal: body.portal })
      return sendJson(c, { code })
    })
    .post('/api/embed/session', async (c) => {
      const listed = ancestors()
      const body = await readBody(c, frameSessionBody)
      const giver = await embedAuthCodes.take(body)
      const entered =
        giver !== null &&
        listed.includes(body.portal) &&
        (await authentication.enterFrame(c, giver, body.portal))
      if (!entered) {
        await logBook.note(c, { event: 'sign_in_refused', reason: 'wrong' })
        throw failure('unauthorized')
      }
      return sendNothing(c)
    })
}
