import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import type {
  MonthlyItem,
  MonthlyJob,
  MonthlyWay,
  StartMonthlyBody,
} from '#/contract/monthly-reports/monthly-reports.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { RetryableError } from '#/server/schedule/run-failures.ts'
import type { StoredSession } from '#/server/session/store.ts'

/** Parallel clients over all jobs: each reads and counts, or runs Chromium. */
const AT_ONCE = 2
const ITEM_MS = 5 * MINUTE_MS
const RETENTION_MS = DAY_MS
const BYTES_MAX = 200 * 1024 * 1024

export interface Made {
  readonly link?: string
  readonly sent?: number
  readonly file?: MonthlyFile
}
export interface MonthlyFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

interface Entry extends MonthlyItem {
  file: MonthlyFile | null
}
interface Job {
  readonly session: Pick<StoredSession, 'idHash' | 'principal'>
  readonly way: MonthlyWay
  readonly month: string
  readonly folder: string
  readonly started: number
  readonly entries: Entry[]
  readonly make: MakeReport
  end: AbortController
  overAt: number | null
}

/**
 * Makes a client's report.
 * @param folder for its file
 */
export type MakeReport = (client: string, signal: AbortSignal, folder: string) => Promise<Made>

const errorOf = (error: unknown): MonthlyItem['error'] => {
  if (error instanceof Failure) {
    const [code] = typeof error.error === 'string' ? [error.error] : Object.keys(error.error)
    return { status: error.status, code: code ?? 'unknown_error' }
  }
  if (error instanceof RetryableError)
    return error.cause instanceof Failure ? errorOf(error.cause) : { status: 503, code: error.reason }
  return null
}

export interface MonthlyJobsOptions {
  readonly folder: string
  readonly now: () => number
  readonly onDefect: (error: unknown) => void
}

const isOpen = ({ state }: Entry) => state === 'waiting' || state === 'working'

const answerOf = ({ way, month, started, entries }: Job): MonthlyJob => ({
  way,
  month,
  started: new Date(started).toISOString(),
  is_over: !entries.some(isOpen),
  items: entries.map(({ client, state, error, link, sent }) => ({ client, state, error, link, sent })),
})

const createMaking = (
  jobs: ReadonlyMap<string, Job>,
  { now, onDefect }: Omit<MonthlyJobsOptions, 'folder'>,
) => {
  const queue = new PQueue({ concurrency: AT_ONCE })

  const bytesHeld = () =>
    [...jobs.values()]
      .flatMap(({ entries }) => entries)
      .reduce((sum, { file }) => sum + (file?.bytes ?? 0), 0)

  const removeFiles = (job: Job) => rm(job.folder, { recursive: true, force: true }).catch(onDefect)

  const make = async (job: Job, entry: Entry, end: AbortSignal): Promise<void> => {
    if (end.aborted) return
    entry.state = 'working'
    const timeout = AbortSignal.timeout(ITEM_MS)
    try {
      if (job.way === 'pdf' && bytesHeld() >= BYTES_MAX) throw failure('exports_full')
      await mkdir(job.folder, { recursive: true, mode: 0o700 })
      const { link, sent, file } = await job.make(entry.client, AbortSignal.any([end, timeout]), job.folder)
      Object.assign(entry, { state: 'done', link: link ?? null, sent: sent ?? null, file: file ?? null })
    } catch (error) {
      const known = timeout.aborted ? errorOf(failure('upstream_timeout')) : errorOf(error)
      if (end.aborted) entry.state = 'cancelled'
      else {
        if (known === null) onDefect(error)
        Object.assign(entry, { state: 'failed', error: known ?? { status: 500, code: 'unknown_error' } })
      }
    }
  }

  const run = (job: Job, chosen: readonly Entry[]) => {
    const { signal } = job.end
    job.overAt = null
    for (const entry of chosen) {
      Object.assign(entry, { state: 'waiting', error: null })
      void queue
        .add(() => make(job, entry, signal))
        .catch(onDefect)
        .finally(() => {
          if (!job.entries.some(isOpen)) job.overAt = now()
          if (jobs.get(job.session.principal) !== job) void removeFiles(job)
        })
    }
  }

  return { run, removeFiles }
}

/** Monthly reports for many clients: one job per person, in memory. */
export const createMonthlyJobs = ({ folder, now, onDefect }: MonthlyJobsOptions) => {
  const jobs = new Map<string, Job>()
  const { run, removeFiles } = createMaking(jobs, { now, onDefect })

  const cancel = (job: Job) => {
    job.end.abort(failure('request_pending'))
    for (const entry of job.entries) if (entry.state === 'waiting') entry.state = 'cancelled'
  }

  const remove = (job: Job) => {
    cancel(job)
    jobs.delete(job.session.principal)
    void removeFiles(job)
  }

  const purge = () => {
    for (const job of jobs.values())
      if (job.overAt !== null && now() - job.overAt >= RETENTION_MS) remove(job)
  }

  /** @throws Failure `not_found` */
  const find = (principal: string): Job => {
    purge()
    const job = jobs.get(principal)
    if (!job) throw failure('not_found')
    return job
  }

  return {
    /**
     * Replaces the person's last job.
     * @throws Failure `request_pending` while that is running
     */
    start: (
      session: Job['session'],
      { way, month, clients }: Pick<StartMonthlyBody, 'way' | 'month' | 'clients'>,
      makeReport: MakeReport,
    ): MonthlyJob => {
      purge()
      const before = jobs.get(session.principal)
      if (before?.entries.some(isOpen)) throw failure('request_pending')
      if (before) remove(before)
      const job: Job = {
        session,
        way,
        month,
        folder: join(folder, randomUUID()),
        started: now(),
        make: makeReport,
        end: new AbortController(),
        overAt: null,
        entries: [...new Set(clients)].map((client) => ({
          client,
          state: 'waiting',
          error: null,
          link: null,
          sent: null,
          file: null,
        })),
      }
      jobs.set(session.principal, job)
      run(job, job.entries)
      return answerOf(job)
    },

    jobOf: (principal: string): MonthlyJob | null => {
      purge()
      const job = jobs.get(principal)
      return job ? answerOf(job) : null
    },

    /** @throws Failure `not_found` */
    cancel: (principal: string): MonthlyJob => {
      const job = find(principal)
      cancel(job)
      return answerOf(job)
    },

    /**
     * Repeats failed and cancelled clients.
     * @throws Failure `not_found`
     */
    retry: (principal: string, clients: readonly string[]): MonthlyJob => {
      const job = find(principal)
      if (job.end.signal.aborted) job.end = new AbortController()
      run(
        job,
        job.entries.filter(
          ({ client, state }) => clients.includes(client) && (state === 'failed' || state === 'cancelled'),
        ),
      )
      return answerOf(job)
    },

    /**
     * Finished PDFs with their clients.
     * @throws Failure `not_found` if there are none
     */
    files: (principal: string) => {
      const { month, entries } = find(principal)
      const files = entries.flatMap(({ client, file }) => (file === null ? [] : [{ ...file, client }]))
      if (files.length === 0) throw failure('not_found')
      return { month, files }
    },

    forget: (principal: string): void => {
      const job = jobs.get(principal)
      if (job) remove(job)
    },

    /**
     * Ends a session's jobs, or one client in them.
     * @param client null: the own account, which none is about
     */
    drop: (idHash: string, client?: string | null): void => {
      for (const job of jobs.values()) {
        if (job.session.idHash !== idHash) continue
        if (client === undefined) {
          remove(job)
          continue
        }
        const entry = job.entries.find((one) => one.client === client)
        if (!entry || entry.state === 'working') continue
        if (entry.file) void rm(entry.file.path, { force: true }).catch(onDefect)
        const refused = errorOf(failure('client_forbidden'))
        Object.assign(entry, { state: 'failed', error: refused, link: null, file: null })
      }
    },

    purge,

    stop: (): void => {
      for (const job of jobs.values()) remove(job)
    },
  }
}

export type MonthlyJobs = ReturnType<typeof createMonthlyJobs>
