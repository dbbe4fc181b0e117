import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import PQueue from 'p-queue'
import type { ExportColumn } from '#/contract/call-fields.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import type { ExportAnswer, ExportRequest } from '#/contract/exports/contact-exports.ts'
import { DAY_MS, HOUR_MS } from '#/contract/day.ts'
import { PageLost } from '#/server/archive/reading/run/list-run.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { startExportThread, type ExportThread } from './export-threads.ts'
import type { OpenedList } from './list-reader.ts'

/** The owner of a file: session, client and masking must match. */
export interface ExportOwner {
  readonly session: string
  readonly client: string | null
  readonly presentation: string | null
}

/** An export's work; `open` is repeated if everything must be read again. */
export interface ExportWork {
  readonly request: ExportRequest
  readonly columns: readonly ExportColumn[]
  readonly annotations: readonly Annotation[]
  /** @param onReading stored contacts of days being read, and the expected number */
  readonly open: (
    signal: AbortSignal,
    onReading: (done: number, total: number) => void,
  ) => Promise<OpenedList>
}

export const EXPORT_LIMITS = {
  bytes: 500 * 1024 * 1024,
  retentionMs: HOUR_MS,
  running: 3,
  perSession: 5,
}

interface Entry {
  readonly owner: ExportOwner
  readonly file: string
  readonly end: AbortController
  work: ExportWork
  list: OpenedList | null
  thread: ExportThread | null
  bytes: number
  overAt: number | null
  startedAt: number
  answer: ExportAnswer
}

const errorOf = (error: unknown): ExportAnswer['error'] => {
  if (error instanceof PageLost) return errorOf(error.cause)
  return error instanceof Failure
    ? { status: error.status, code: error.code }
    : { status: 500, code: 'unknown_error' }
}

export interface ExportsOptions {
  readonly folder: string
  readonly now: () => number
  readonly onDefect: (error: unknown) => void
  readonly limits?: Partial<typeof EXPORT_LIMITS>
}

/** Drops the pages held for a retry. */
const dropThread = (entry: Entry) => {
  entry.thread?.end()
  entry.thread = null
}

const say = (entry: Entry, change: Partial<ExportAnswer>) => {
  entry.answer = { ...entry.answer, ...change }
}

const bytesOf = (entries: Iterable<Entry>): number => [...entries].reduce((sum, one) => sum + one.bytes, 0)

const createMaking = ({
  entries,
  now,
  onDefect,
  limits: { bytes: mostBytes, running },
}: {
  readonly entries: ReadonlyMap<string, Entry>
  readonly limits: typeof EXPORT_LIMITS
} & Pick<ExportsOptions, 'now' | 'onDefect'>) => {
  const queue = new PQueue({ concurrency: running })

  const onProgress = (entry: Entry) => (done: number, total: number) => {
    const seconds = (performance.now() - entry.startedAt) / 1000
    say(entry, { state: 'reading', done, total, speed: seconds > 0 ? done / seconds : 0 })
  }

  const begin = (entry: Entry, list: OpenedList): ExportThread => {
    const { request, columns, annotations } = entry.work
    const { file_name: _name, filters: _filters, total: _total, ...words } = request
    return startExportThread(
      {
        ...words,
        columns,
        annotations,
        file: entry.file,
        isPresented: entry.owner.presentation !== null,
        asOf: list.asOf,
        since: list.since,
        unread: [...list.unread],
        now: now(),
      },
      {
        page: (page) => (entry.list ?? list).page(page),
        progress: onProgress(entry),
        room: (bytes) => {
          say(entry, { state: 'writing' })
          entry.bytes = bytes
          return bytesOf(entries.values()) <= mostBytes
        },
      },
    )
  }

  const make = async (entry: Entry): Promise<void> => {
    entry.end.signal.throwIfAborted()
    entry.startedAt = performance.now()
    say(entry, { state: 'reading' })
    const list = await entry.work.open(entry.end.signal, onProgress(entry))
    entry.end.signal.throwIfAborted()
    // The archive's pages differ from the API's.
    if (list.asOf !== null) dropThread(entry)
    entry.list = list
    say(entry, { unread: [...list.unread] })
    entry.thread ??= begin(entry, list)
    const { count, shortfall, isComplete } = await entry.thread.write()
    const lost = entry.thread.lost()
    // Failed pages can be requested alone; other gaps need the whole list again.
    if (shortfall === null || shortfall.gaps.some((gap) => gap !== 'failed')) {
      entry.thread.leave()
      entry.thread = null
    }
    const idle = [...entries.values()].filter((one) => one.thread !== null && one.overAt !== null)
    for (const one of idle.slice(0, Math.max(idle.length + 1 - running, 0))) dropThread(one)
    const { file_name: name, format } = entry.work.request
    say(entry, {
      state: isComplete ? 'complete' : 'incomplete',
      done: count,
      total: Math.max(count, shortfall?.total ?? 0),
      shortfall,
      file_name: `${name}${isComplete ? '' : '-incomplete'}.${format}`,
      error: lost === null ? null : errorOf(lost),
    })
  }

  const run = (entry: Entry) => {
    entry.overAt = null
    entry.bytes = 0
    say(entry, { state: 'waiting', shortfall: null, error: null, unread: [] })
    void queue
      .add(() => make(entry))
      .catch((error: unknown) => {
        dropThread(entry)
        entry.bytes = 0
        void rm(entry.file, { force: true }).catch(onDefect)
        if (entry.end.signal.aborted) return
        if (!(error instanceof Failure || error instanceof PageLost)) onDefect(error)
        say(entry, { state: 'failed', error: errorOf(error) })
      })
      .finally(() => {
        entry.overAt = now()
        if (!entries.has(entry.answer.id)) void rm(entry.file, { force: true }).catch(onDefect)
      })
  }

  return run
}

/** Files of a server that ended without removing them, and is not coming back: monthly reports are kept for a day. */
const LEFT_MS = DAY_MS + 6 * HOUR_MS

const EXPORTS = 'exports'

/** The folder of this server's files: others may use the same data folder. */
export const exportsFolder = (dataDir: string, port: number): string =>
  join(dataDir, EXPORTS, `${hostname()}-${port}`)

/**
 * Removes what servers that are gone have left.
 * @param now epoch milliseconds of the machine's clock, as files have
 */
export const removeLeftExports = async (dataDir: string, now: number): Promise<void> => {
  const all = join(dataDir, EXPORTS)
  if (!existsSync(all)) return
  for (const entry of await readdir(all, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const found = entry.isFile() ? await stat(file).catch(() => null) : null
    if (found && now - found.mtimeMs > LEFT_MS) await rm(file, { force: true })
  }
}

/** Files in progress or waiting for download. Removes those of the server before it. */
export const createExports = ({ folder, now, onDefect, limits: some }: ExportsOptions) => {
  const limits = { ...EXPORT_LIMITS, ...some }
  const { bytes: mostBytes, retentionMs, perSession } = limits
  const entries = new Map<string, Entry>()
  const run = createMaking({ entries, now, onDefect, limits })
  rmSync(folder, { recursive: true, force: true })

  const remove = (entry: Entry) => {
    entries.delete(entry.answer.id)
    entry.end.abort(failure('not_found'))
    dropThread(entry)
    // A thread that is still writing may recreate it.
    void rm(entry.file, { force: true }).catch(onDefect)
  }

  const purge = () => {
    for (const entry of entries.values())
      if (entry.overAt !== null && now() - entry.overAt >= retentionMs) remove(entry)
  }

  const isOwn = ({ owner }: Entry, { session, client, presentation }: ExportOwner) =>
    owner.session === session && owner.client === client && owner.presentation === presentation

  /** @throws Failure `not_found` for a missing or foreign one */
  const find = (id: string, owner: ExportOwner): Entry => {
    purge()
    const entry = entries.get(id)
    if (!entry || !isOwn(entry, owner)) throw failure('not_found')
    return entry
  }

  return {
    /** @throws Failure `exports_full` */
    start: (owner: ExportOwner, work: ExportWork): ExportAnswer => {
      purge()
      const others = [...entries.values()]
      const own = others.filter((one) => one.owner.session === owner.session)
      if (bytesOf(others) >= mostBytes) throw failure('exports_full')
      const oldest = own.find(({ overAt }) => overAt !== null)
      if (own.length >= perSession) {
        if (oldest === undefined) throw failure('rate_limited')
        remove(oldest)
      }
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const id = randomUUID()
      const entry: Entry = {
        owner,
        work,
        file: join(folder, id),
        end: new AbortController(),
        list: null,
        thread: null,
        bytes: 0,
        overAt: null,
        startedAt: 0,
        answer: {
          id,
          state: 'waiting',
          done: 0,
          total: work.request.total,
          speed: 0,
          file_name: `${work.request.file_name}.${work.request.format}`,
          shortfall: null,
          unread: [],
          error: null,
        },
      }
      entries.set(id, entry)
      run(entry)
      return entry.answer
    },

    /** @throws Failure `not_found` */
    answerOf: (id: string, owner: ExportOwner): ExportAnswer => find(id, owner).answer,

    /**
     * The filters of an export.
     * @throws Failure `not_found`
     */
    list: (id: string, owner: ExportOwner): Pick<ExportRequest, 'filters'> & { oid: string | null } => {
      const { object, filters } = find(id, owner).work.request
      return { oid: object, filters }
    },

    /**
     * Requests missing pages.
     * @throws Failure `not_found`
     */
    retry: (id: string, owner: ExportOwner, work: Pick<ExportWork, 'open'>): ExportAnswer => {
      const entry = find(id, owner)
      if (entry.answer.state !== 'incomplete' && entry.answer.state !== 'failed') return entry.answer
      entry.work = { ...entry.work, ...work }
      run(entry)
      return entry.answer
    },

    /**
     * Cancels and removes the file.
     * @throws Failure `not_found`
     */
    cancel: (id: string, owner: ExportOwner): void => remove(find(id, owner)),

    /**
     * A finished file.
     * @throws Failure `not_found`
     */
    file: (id: string, owner: ExportOwner): { path: string; name: string; bytes: number } => {
      const { file, answer, bytes } = find(id, owner)
      if (answer.state !== 'complete' && answer.state !== 'incomplete') throw failure('not_found')
      return { path: file, name: answer.file_name, bytes }
    },

    /**
     * Ends a session's exports.
     * @param client of this one alone; null: of the own account
     */
    drop: (session: string, client?: string | null): void => {
      for (const entry of entries.values())
        if (entry.owner.session === session && (client === undefined || entry.owner.client === client))
          remove(entry)
    },

    purge,

    stop: (): void => {
      for (const entry of entries.values()) remove(entry)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Exports = ReturnType<typeof createExports>
