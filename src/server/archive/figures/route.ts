import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { AnswerName } from '#/analytics/figures/answer.ts'
import { mergedDays } from '#/analytics/columns/unread-days.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { dayNumber } from '#/contract/day.ts'
import type { ReadingProgress, ReadingState } from '#/contract/figures/reading.ts'
import type { ArchiveAccess } from '#/server/archive/access.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { createQuestion } from '#/server/archive/reading/questions/question.ts'
import { archiveAccount } from '#/server/archive/store/account-numbers.ts'
import {
  callContext,
  CLIENT_PATH,
  clientInPath,
  onlyMethods,
  readBody,
  requireSession,
  routeOf,
  sendJsonText,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { masksOf, presentationOf } from '#/server/presenting/presenting.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { ContactFacts } from './count.ts'
import { isOver, type FollowedDays, type FollowedReading } from './followed.ts'
import type { FiguresAsked } from './in-turn.ts'
import { figuresBody, figuresNames, readingBody, type FiguresQuestion } from './question.ts'

interface FiguresOptions {
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
}

/** Larger than a report narrowed by thousands of values. */
const MOST_BYTES = 1024 * 1024
/** A page that waits for news is answered after so long without any. */
const WAIT_MS = 1_000

const PATH = '/figures'
const READING = `${PATH}/reading`

/** Whose contacts of which days, and what of them may be seen. */
interface FiguresJob extends FollowedDays {
  readonly oid: string | null
}

const numbered = (unread: ArchiveState['unread']) =>
  mergedDays(unread.map((range) => ({ first: dayNumber(range.date_from), last: dayNumber(range.date_to) })))

const figuresWork = ({ access, calls }: FiguresOptions, archive: Archive) => {
  const begin = async (c: AppContext, { oid, days, comparedDays }: FiguresJob) => {
    const session = requireSession(c)
    const client = clientInPath(c)
    const context = callContext(c)
    const { hidden, signal } = await access.check(calls, session, client, context)
    return {
      asker: { session, client, faults: context.faults, hidden },
      waiter: { account: session.account, person: session.principal },
      until: AbortSignal.any([signal, context.signal]),
      followed: {
        days: archive.askedDays(days),
        comparedDays: comparedDays && archive.askedDays(comparedDays),
      },
      about: {
        account: archiveAccount(session.account, client),
        oid,
        hidden,
        presentation: presentationOf(c),
      },
    }
  }
  type Begun = Awaited<ReturnType<typeof begin>>

  /** How the days stand, apart from what only counting them tells. */
  const standing = async ({ followed: { days, comparedDays }, about }: Begun, one: FollowedReading) => {
    const current = await one.reading.state(one.current)
    const compared =
      comparedDays && (await one.reading.state(one.compared ?? createQuestion(comparedDays)))
    const failed = [current, compared].find((state) => state?.is === 'failed')
    const maps = [days, ...(comparedDays ? [comparedDays] : [])].map((of) =>
      archive.store.map(about.account, of),
    )
    const seen = [about.oid, [...about.hidden].toSorted(), about.presentation, days, comparedDays]
    const version = createHash('sha256')
      .update(JSON.stringify([await Promise.all(maps), seen, one.isStopped, current, compared]))
      .digest('base64url')
      .slice(0, 22)
    const is: ReadingState['is'] = one.isStopped
      ? 'stopped'
      : !isOver(one)
        ? 'loading'
        : failed
          ? 'failed'
          : 'loaded'
    return { is, version, current, compared, failed }
  }
  type Standing = Awaited<ReturnType<typeof standing>>

  const questionOf = (
    { about, followed }: Begun,
    { is, current, compared }: Standing,
    asked: FiguresAsked['asked'],
  ): FiguresAsked => ({
    ...about,
    ...followed,
    // As far as contacts are known, so that they face as many hours of the days before.
    until: current.as_of === null ? archive.now() : Math.min(Date.parse(current.as_of), archive.now()),
    isWhole: is === 'loaded' && current.unread.length === 0 && !compared?.unread.length,
    asked,
  })

  const stateOf = ({ about }: Begun, standing: Standing, facts: ContactFacts): ReadingState => {
    const { is, version, current, compared, failed } = standing
    const progressOf = (state: ArchiveState, nth: 0 | 1): ReadingProgress => {
      const { loaded, total } = state
      const unread = numbered(state.unread)
      if (about.oid === null) return { loaded, total, unread }
      // Of an object only counting says how many of the contacts are its own.
      const own = facts.rows[nth] ?? 0
      return { loaded: own, total: total !== null && loaded >= total ? own : null, unread }
    }
    return {
      is,
      version,
      current: progressOf(current, 0),
      compared: compared && progressOf(compared, 1),
      asOf: current.as_of,
      oldest: current.oldest,
      shortfall: current.shortfall,
      comparedShortfall: compared?.shortfall ?? null,
      error: failed?.error ?? current.error ?? compared?.error ?? null,
      now: facts.now,
      clocks: [...facts.clocks],
      objectTitles: facts.objectTitles.map(([oid, title]) => [oid, title]),
    }
  }

  const count = async (
    c: AppContext,
    { until: signal, waiter, ...begun }: Begun,
    question: FiguresAsked,
    tell: (done: number, all: number) => void = () => {},
  ) => {
    const counted = await archive.figures(question, { signal, waiter, tell })
    // It may have been refused while it was counted.
    signal.throwIfAborted()
    const masks = masksOf(c)
    if (masks !== null) for (const name of counted.facts.maskedNames) masks.names(name)
    return { ...begun, ...counted }
  }

  /** How reading stands; while contacts are read into memory, how far that is. */
  const answerReading = async (c: AppContext, begun: Begun, one: FollowedReading): Promise<Response> => {
    const stands = await standing(begun, one)
    let brought = { done: 0, all: 0 }
    const facts = count(c, begun, questionOf(begun, stands, null), (done, all) => {
      brought = { done, all }
    }).then(({ facts: known }) => stateOf(begun, stands, known))
    const slow = Promise.withResolvers<ReadingState>()
    const timer = setTimeout(() => {
      const nothing = {
        rows: [brought.done, null],
        clocks: [],
        objectTitles: [],
        now: { day: begun.followed.days.last, minute: 0, offset: null },
        maskedNames: [],
      } as const
      const { days, comparedDays } = begun.followed
      slow.resolve({
        ...stateOf(begun, stands, nothing),
        is: 'loading',
        version: `${stands.version} ${brought.done}`,
        current: { loaded: brought.done, total: brought.all, unread: [days] },
        compared: comparedDays && { loaded: 0, total: null, unread: [comparedDays] },
      })
    }, WAIT_MS)
    try {
      return await sendJsonText(c, JSON.stringify(await Promise.race([facts, slow.promise])))
    } finally {
      clearTimeout(timer)
      facts.catch(() => undefined)
    }
  }

  return {
    reading: async (c: AppContext): Promise<Response> => {
      const { after, ...job } = await readBody(c, readingBody)
      const begun = await begin(c, job)
      const { asker, followed, until } = begun
      if (after === undefined) return answerReading(c, begun, archive.followed.begin(asker, followed, false))
      const one = archive.followed.join(asker, followed)
      if ((await standing(begun, one)).version === after) await archive.followed.wait(one, WAIT_MS, until)
      until.throwIfAborted()
      return answerReading(c, begun, one)
    },

    retry: async (c: AppContext): Promise<Response> => {
      const begun = await begin(c, await readBody(c, readingBody))
      return answerReading(c, begun, archive.followed.begin(begun.asker, begun.followed, true))
    },

    stop: async (c: AppContext): Promise<Response> => {
      const begun = await begin(c, await readBody(c, readingBody))
      return answerReading(c, begun, archive.followed.stop(begun.asker, begun.followed))
    },

    question: async (c: AppContext, name: AnswerName): Promise<Response> => {
      // What is no question costs nothing but its reading.
      requireSession(c)
      const { question, version, ...job } = await readBody(c, figuresBody(name), MOST_BYTES)
      const begun = await begin(c, job)
      const one = archive.followed.join(begun.asker, begun.followed)
      const stands = await standing(begun, one)
      if (version === stands.version) return sendJsonText(c, '{"unchanged":true}')
      const asked = { name, question } as FiguresQuestion
      const { facts, text } = await count(c, begun, questionOf(begun, stands, asked))
      const state = stateOf(begun, stands, facts)
      return sendJsonText(c, `{"state":${JSON.stringify(state)},"answer":${text}}`)
    },
  }
}

/**
 * `POST /api/figures/…`, and the same below a client's prefix: how the reading of some days stands, and each question about
 * their contacts. A caller's number in a question is no part of an address.
 */
export const figuresRoutes = (
  options: FiguresOptions,
  kept: (c: AppContext, work: (archive: Archive) => Promise<Response>) => Promise<Response>,
): Hono<AppEnv> => {
  const works = new WeakMap<Archive, ReturnType<typeof figuresWork>>()
  const workOf = (archive: Archive) => {
    const work = works.get(archive) ?? figuresWork(options, archive)
    works.set(archive, work)
    return work
  }
  const routes = new Hono<AppEnv>()
  const add = (path: string, answer: (c: AppContext, work: ReturnType<typeof figuresWork>) => Promise<Response>) => {
    for (const prefix of ['/api', CLIENT_PATH])
      routes
        .post(prefix + path, (c) => {
          c.set('route', routeOf(clientInPath(c), path))
          return kept(c, (archive) => answer(c, workOf(archive)))
        })
        .all(prefix + path, onlyMethods('POST'))
  }
  add(READING, (c, { reading }) => reading(c))
  add(`${READING}/retry`, (c, { retry }) => retry(c))
  add(`${READING}/stop`, (c, { stop }) => stop(c))
  for (const name of figuresNames) add(`${PATH}/${name}`, (c, { question }) => question(c, name))
  return routes
}
