import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { RIGHTS } from '#/contract/session.ts'
import { DAY_MS, MINUTE_MS, momentAt } from '#/contract/day.ts'
import type { Live } from '#/contract/live/live.ts'
import type { ObjRead } from '#/contract/object.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import type { Annotations } from '#/server/annotations/store.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { handledContacts } from '#/server/archive/evaluation/inputs.ts'
import { archiveAccount } from '#/server/session/names.ts'
import { failure } from '#/server/http/failure.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import { countable, dayFigures, todaysOf, type CountableDays, type LiveNorm } from './day-figures.ts'
import { readClientName, readClock, readNorm, readObjects, readToday, type LiveReader } from './reading.ts'

/** Kiosks poll once a minute; several of an account share figures. */
const FRESH_MS = 30_000
const NAMES_MS = 10 * MINUTE_MS
const NORM_AGAIN_MS = 10 * MINUTE_MS
const NORM_WAIT_MS = 2_000
const READ_MS = 25_000
const NORM_READ_MS = 5 * MINUTE_MS
const MOST_CACHED = 200
/** The days of a wall's contacts, which are marked after they come. */
const MARKED_MS = 3 * DAY_MS

interface Cached {
  figures: { readonly at: number; readonly live: Promise<Live> } | null
  names: { readonly at: number; readonly objects: readonly ObjRead[]; readonly client: string | null } | null
  clock: { readonly at: number; readonly offset: number | null } | null
  norm: {
    readonly at: number
    days: readonly string[]
    loaded: readonly LiveNorm[]
    ready: Promise<readonly LiveNorm[]>
    hasFailed: boolean
  } | null
}

/** All fields are parsed, so that nothing unfit for a public screen passes. */
const ALL_RIGHTS = new Set(RIGHTS)

export interface LiveOptions {
  readonly calls: SessionCalls
  readonly access: ArchiveAccess
  readonly archive: Archive | null
  readonly annotations: Pick<Annotations, 'since'>
  readonly now: () => number
}

/** Figures of kiosks, of an account or an agency's client. */
export const createLiveFigures = ({ calls, access, archive, annotations, now }: LiveOptions) => {
  const cache = new LRUCache<string, Cached>({ max: MOST_CACHED })
  const cachedOf = (key: string): Cached => {
    const known = cache.get(key) ?? { figures: null, names: null, clock: null, norm: null }
    cache.set(key, known)
    return known
  }

  const namesOf = async (known: Cached, reader: LiveReader) => {
    if (known.names && now() - known.names.at < NAMES_MS) return known.names
    const names = await Promise.all([readObjects(reader), readClientName(reader)]).then(
      ([objects, client]) => (known.names = { at: now(), objects, client }),
      // Names are optional: contacts name their objects.
      () => known.names,
    )
    return names
  }

  const clockOf = async (known: Cached, reader: LiveReader): Promise<number | null> => {
    if (known.clock && now() - known.clock.at < NAMES_MS) return known.clock.offset
    const offset = await readClock(reader).catch(() => undefined)
    if (offset !== undefined) known.clock = { at: now(), offset }
    return known.clock?.offset ?? null
  }

  const normsOf = async (
    archive: Archive,
    known: Cached,
    reader: LiveReader,
    read: CountableDays,
  ): Promise<readonly LiveNorm[]> => {
    const { norm } = known
    const days = todaysOf(read, norm?.loaded ?? [])
    const isDue =
      !norm ||
      days.some((day) => !norm.days.includes(day)) ||
      (norm.hasFailed && now() - norm.at >= NORM_AGAIN_MS)
    if (isDue) {
      const signal = AbortSignal.timeout(NORM_READ_MS)
      const patient = { ...reader, context: { ...reader.context, signal } }
      const next: NonNullable<Cached['norm']> = {
        at: now(),
        days,
        loaded: [],
        hasFailed: false,
        ready: Promise.resolve([]),
      }
      const ready = (async () => {
        const account = archiveAccount(reader.session.account, reader.client)
        const stored = await archive.count('object_minutes', { account, now: now() })
        const norms: LiveNorm[] = []
        const wanted = new Set([...days, ...stored.map(({ day }) => day)])
        // The norms also give the clocks of objects without recent contacts.
        for (const day of wanted) {
          const one = stored.find((norm) => norm.day === day)
          // Weeks missing in the archive are read.
          norms.push(one?.weeks.every((week) => week !== null) ? one : await readNorm(patient, day))
          for (const today of todaysOf(read, norms)) wanted.add(today)
        }
        next.days = todaysOf(read, norms)
        next.loaded = norms
        return norms
      })()
      next.ready = ready.catch(() => {
        next.hasFailed = true
        return []
      })
      known.norm = next
    }
    const coming = known.norm?.ready ?? Promise.resolve([])
    return Promise.race([coming, pause(NORM_WAIT_MS, [], { ref: false })])
  }

  const read = async (archive: Archive, known: Cached, reader: LiveReader): Promise<Live> => {
    const [today, names] = await Promise.all([readToday(archive, reader), namesOf(known, reader)])
    const isTimed = !reader.hidden.has('date')
    const account = archiveAccount(reader.session.account, reader.client)
    const clocks = isTimed ? await archive.count('clocks', { account, now: now() }) : null
    const ofThese = countable(today, clocks?.main ?? null)
    const read = isTimed && ofThese.offset === null ? countable(today, await clockOf(known, reader)) : ofThese
    // Read just before midnight, it belongs to the day before.
    const isOver = momentAt(now(), read.offset).day !== read.day
    const days = isOver ? countable({ ...today, at: now() }, read.offset) : read
    const norms = isTimed ? await normsOf(archive, known, reader, days) : []
    const { objects = null, client = null } = names ?? {}
    // The wall stands without them.
    const marked = await handledContacts(annotations, account, now() - MARKED_MS).catch(() => [])
    const handled = new Set(marked.map(([contact]) => contact))
    return dayFigures(days, { hidden: reader.hidden, objects, norms, client, handled })
  }

  const isOfToday = async (live: Promise<Live>): Promise<boolean> => {
    const { day, offset } = await live
    return momentAt(now(), offset).day === day
  }

  /** @throws Failure where the account is not the session's, or did not answer */
  return async (session: StoredSession, client: string | null, { faults }: CallContext): Promise<Live> => {
    const context = { faults, signal: AbortSignal.timeout(READ_MS) }
    const reader = { ...session, rights: ALL_RIGHTS }
    await access.check(calls, session, client, context)
    // A screen in the office shows the same to everybody; only what the client hides is left out.
    const hidden = new Set((await calls.access(reader, client, context)).hiddenFields)
    const key = JSON.stringify([session.account, client, [...hidden].toSorted(), [...faults]])
    const known = cachedOf(key)
    const { figures } = known
    if (figures && now() - figures.at < FRESH_MS && (await isOfToday(figures.live).catch(() => false)))
      return figures.live
    if (archive === null) throw failure('archive_unavailable')
    const live = read(archive, known, { calls, session: reader, client, hidden, context, now })
    known.figures = { at: now(), live }
    return live.catch((error: unknown) => {
      known.figures = null
      throw error
    })
  }
}
