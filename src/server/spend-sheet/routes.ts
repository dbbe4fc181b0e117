import { join } from 'node:path'
import PQueue from 'p-queue'
import { Hono } from 'hono'
import { SPEND_SHEET_PATH, WORKBOOK_MAX } from '#/contract/spend/spend-sheet.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import { checkedAccount } from '#/server/accounts/requested-account.ts'
import { CLIENT_PATH, readBytes, sendJsonText, type AppContext, type AppEnv } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { runInThread, type ThreadLimits } from '#/server/threads/run-in-thread.ts'
import type { ReadWorkbook } from '#/server/spend-sheet/workbook.ts'

const LIMITS = { ms: 20_000, megabytes: 512 }

/** Reads a workbook in a thread. Exceeding a limit means "too large", an error "unreadable". */
export const readInThread = async (
  file: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  limits: ThreadLimits = LIMITS,
  module: string | URL = join(import.meta.dirname, 'thread.ts'),
): Promise<ReadWorkbook> => {
  const found = await runInThread<ReadWorkbook>(module, file, signal, limits, [file.buffer]).catch(() => {
    signal.throwIfAborted()
    return { problem: 'sheet_unreadable' } as const
  })
  return found ?? { problem: 'sheet_too_large' }
}

export interface SpendSheetRoutesOptions {
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
}

const [AT_ONCE, WAITING] = [2, 8]
const OF_ONE_SESSION = 2
const RETRY_SECONDS = '5'

/**
 * `POST /api/spend-sheet`, also below a client's prefix: cells of a workbook, for sessions that may read the
 * account. Nothing is stored.
 */
export const spendSheetRoutes = ({ access, calls }: SpendSheetRoutesOptions): Hono<AppEnv> => {
  const queue = new PQueue({ concurrency: AT_ONCE })
  /** Sessions of the requests under way, those whose file is still arriving among them. */
  const underWay: string[] = []

  const read = async (c: AppContext) => {
    const { session } = await checkedAccount({ access, calls }, c)
    refuseInPrivacyMode(c)
    const own = underWay.filter((one) => one === session.idHash).length
    if (underWay.length >= AT_ONCE + WAITING || own >= OF_ONE_SESSION)
      throw failure('rate_limited', { headers: { 'Retry-After': RETRY_SECONDS } })
    underWay.push(session.idHash)
    try {
      const { signal } = c.req.raw
      const file = await readBytes(c.req.raw, WORKBOOK_MAX.bytes)
      const found = await queue.add(() => readInThread(file, signal), { signal })
      if ('problem' in found) throw failure(found.problem)
      return await sendJsonText(c, JSON.stringify(found))
    } finally {
      underWay.splice(underWay.indexOf(session.idHash), 1)
    }
  }

  const routes = new Hono<AppEnv>()
  for (const prefix of ['/api', CLIENT_PATH]) routes.post(prefix + SPEND_SHEET_PATH, read)
  return routes
}
