import { Hono } from 'hono'
import PQueue from 'p-queue'
import { SPEND_SHEET_PATH, WORKBOOK_MAX } from '#/contract/spend/spend-sheet.ts'
import type { ArchiveAccess } from '#/server/archive/access.ts'
import { checkedAccount } from '#/server/archive/requested-account.ts'
import {
  CLIENT_PATH,
  onlyMethods,
  readBytes,
  sendJsonText,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import { refusePresenting } from '#/server/privacy-mode/privacy-mode.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { readInThread } from './read-in-thread.ts'

export interface SpendSheetRoutesOptions {
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
}

const [AT_ONCE, WAITING] = [2, 8]
const RETRY_SECONDS = '5'

/**
 * `POST /api/spend-sheet`, also below a client's prefix: cells of a workbook, for sessions that may read the
 * account. Nothing is stored.
 */
export const spendSheetRoutes = ({ access, calls }: SpendSheetRoutesOptions): Hono<AppEnv> => {
  const queue = new PQueue({ concurrency: AT_ONCE })

  const read = async (c: AppContext) => {
    await checkedAccount({ access, calls }, c, SPEND_SHEET_PATH)
    refusePresenting(c)
    if (queue.size >= WAITING) throw failure('rate_limited', { headers: { 'Retry-After': RETRY_SECONDS } })
    const { signal } = c.req.raw
    const file = await readBytes(c.req.raw, WORKBOOK_MAX.bytes)
    const found = await queue.add(() => readInThread(file, signal), { signal })
    if ('problem' in found) throw failure(found.problem)
    return sendJsonText(c, JSON.stringify(found))
  }

  const routes = new Hono<AppEnv>()
  for (const prefix of ['/api', CLIENT_PATH])
    routes.post(prefix + SPEND_SHEET_PATH, read).all(prefix + SPEND_SHEET_PATH, onlyMethods('POST'))
  return routes
}
