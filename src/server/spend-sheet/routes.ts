import PQueue from 'p-queue'
import { Hono } from 'hono'
import { SPEND_SHEET_PATH, WORKBOOK_MAX } from '#/contract/spend/spend-sheet.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import { checkedAccount } from '#/server/accounts/requested-account.ts'
import { CLIENT_PATH, readBytes, sendJsonText, type AppContext, type AppEnv } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import { refusePresenting } from '#/server/http/privacy-mode.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { runInThread, type ThreadLimits } from '#/server/threads/run-in-thread.ts'
import type { ReadWorkbook } from '#/server/spend-sheet/workbook.ts'

const LIMITS = { ms: 20_000, megabytes: 512 }

/** Reads a workbook in a thread. Exceeding a limit means "too large", an error "unreadable". */
export const readInThread = async (
  file: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  limits: ThreadLimits = LIMITS,
  module = new URL('./thread.ts', import.meta.url),
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
const RETRY_SECONDS = '5'

/**
 * `POST /api/spend-sheet`, also below a client's prefix: cells of a workbook, for sessions that may read the
 * account. Nothing is stored.
 */
export const spendSheetRoutes = ({ access, calls }: SpendSheetRoutesOptions): Hono<AppEnv> => {
  const queue = new PQueue({ concurrency: AT_ONCE })
  /** Those whose file is still arriving among them. */
  let taken = 0

  const read = async (c: AppContext) => {
    await checkedAccount({ access, calls }, c)
    refusePresenting(c)
    if (taken >= AT_ONCE + WAITING)
      throw failure('rate_limited', { headers: { 'Retry-After': RETRY_SECONDS } })
    taken++
    try {
      const { signal } = c.req.raw
      const file = await readBytes(c.req.raw, WORKBOOK_MAX.bytes)
      const found = await queue.add(() => readInThread(file, signal), { signal })
      if ('problem' in found) throw failure(found.problem)
      return await sendJsonText(c, JSON.stringify(found))
    } finally {
      taken--
    }
  }

  const routes = new Hono<AppEnv>()
  for (const prefix of ['/api', CLIENT_PATH]) routes.post(prefix + SPEND_SHEET_PATH, read)
  return routes
}
