import { errorEntry, type Log } from '#/server/log.ts'
import { troubleOf, type Trouble } from '#/server/database/database.ts'
import { Failure } from '#/server/http/failure.ts'
import { NobodyLeft, type AskFor, type Asker, type AskAccountPage } from './asking.ts'
import { createBackground } from './background.ts'
import { countRequestsOf } from './counted-requests.ts'
import { changedSince, eachDay, missingOf, newestRun, PATIENCE_MS } from './due.ts'
import { createLeases, LeaseLost } from './leases.ts'
import { readRun } from './run/list-run.ts'
import { createJoiner } from './months.ts'
import { errorToTell } from './question-error.ts'
import { createQuestion, stateOf, tell, type OpenQuestion, type SaidTotal } from './question.ts'
import { createRuns } from './run/runs.ts'
import type { ArchiveCounter } from '#/server/archive/counting/counting.ts'
import { AccountForgotten } from '#/server/archive/store/account-numbers.ts'
import type { ArchiveStore, HeldDay, SegmentDays } from '#/server/archive/store/store.ts'
import { readTail, tailOf } from './tail.ts'

export interface ReadingDeps {
  readonly store: ArchiveStore
  readonly count: ArchiveCounter['count']
  readonly ask: AskAccountPage
  readonly log: Log
  readonly now: () => number
  /** Background requests a day. */
  readonly dailyRequests: number
  /** Days that are kept. */
  readonly daysKept: number
  /** Which server this is, among those that read for this archive. */
  readonly holder: string
  /** Resolves after so long. */
  readonly look: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Whether the store works. */
  readonly onTrouble: (trouble: Trouble | null) => void
}

/** Pages at once in the foreground and in the background: as many as may be in flight, plus two being written. */
const AT_ONCE = 4 + 2
const IN_THE_BACKGROUND = 2 + 2
/** How often to look for what another server has read, while a request waits for it. */
const LOOK_MS = 1_000

/** Interrupted: a foreground request has come, or reading is stopped. */
class Enough extends Error {
  override readonly name = 'Enough'
}

const overlaps = ({ days }: OpenQuestion, day: number) => day >= days.first && day <= days.last

/** Reads for one account: one run after the other, whoever asks for it. */
export const createAccountReading = (account: string, deps: ReadingDeps) => {
  const { store, ask, log, now, dailyRequests, daysKept, onTrouble } = deps
  const leases = createLeases(store, account, deps.holder, now)
  /** The last one to ask comes last. Their keys are in memory while something is read, and no longer. */
  let askers: Asker[] = []
  const questions = new Set<OpenQuestion>()
  const end = new AbortController()
  let background: AbortController | null = null
  let loop: Promise<void> | null = null
  let said: SaidTotal | null = null
  let waitUntil: number | null = null
  let lost: unknown = null
  let mostDays = Infinity
  const requests = countRequestsOf(store, account, now)
  let cleaned = -Infinity
  /** Of what is read now. */
  let epoch = 0

  const pending = () => [...questions].filter(({ is }) => is === 'reading')
  const months = createJoiner(store, account, { now, daysKept, isEnough: () => pending().length > 0 })
  const isListened = () => [...questions].some((question) => question.isListened && question.is === 'reading')
  const tellAll = () => {
    for (const question of questions) tell(question)
  }
  const onChanged = (days: readonly number[]) => {
    for (const question of questions)
      for (const day of days) if (overlaps(question, day)) question.changed.add(day)
    tellAll()
  }

  /** @param days that are held for it */
  const forWhom = (isUnasked: boolean, signal: AbortSignal, days: readonly number[] = []): AskFor => ({
    asker: () => askers.at(-1) ?? null,
    leave: ({ session }, why) => {
      askers = askers.filter((one) => one.session.idHash !== session.idHash)
      if (why && why.status !== 401 && askers.length > 0) tellAll()
    },
    isAsked: () => !isUnasked && isListened(),
    onWait: (until) => {
      waitUntil = until
      tellAll()
    },
    onRequest: async () => {
      await leases.keep(days)
      requests.add(isUnasked)
    },
    signal,
  })

  /** @param before a run that is ending: its days are written before those of this one */
  const readDays = async (
    days: SegmentDays,
    map: readonly HeldDay[],
    isUnasked: boolean,
    signal: AbortSignal,
    { before, onNearEnd }: { before?: Promise<void>; onNearEnd?: () => void } = {},
  ) => {
    const kept = new Set(map.map(({ day }) => day))
    const held = new Set(map.filter(({ state }) => state === 'complete').map(({ day }) => day))
    const all = eachDay(days)
    const whom = forWhom(isUnasked, signal, all)
    try {
      const result = await readRun({
        days,
        held,
        kept,
        now,
        ...(onNearEnd && { onNearEnd }),
        ask: (page) => ask(days, page, whom),
        parallel: () => (isUnasked || !isListened() ? IN_THE_BACKGROUND : AT_ONCE),
        write: async (read) => {
          await before
          await leases.keep(all)
          months.changed()
          onChanged(await store.replaceDays(account, read, epoch))
        },
        onTotal: (total) => {
          if (total !== null && !(said && said.first <= days.first && said.last >= days.last))
            said = { ...days, total }
          tellAll()
        },
      })
      if (result.is === 'long') {
        mostDays = result.days
        return
      }
      await before
      const { gaps, readAt } = result
      if (result.lost !== null) ({ lost } = result)
      await leases.keep(all)
      const state = gaps.length === 0 ? 'complete' : 'incomplete'
      await store.settle(account, days, { state, gaps, readAt, triedAt: now() }, epoch)
      onTrouble(null)
      tellAll()
    } finally {
      await requests.write()
    }
  }

  /** Of days in several runs the total of all is asked for: it is what people see first. */
  const askTotal = async (missing: ReadonlySet<number>) => {
    const hull = { first: Math.min(...missing), last: Math.max(...missing) }
    if (said && said.first <= hull.first && said.last >= hull.last) return
    const { page } = await ask(hull, 1, forWhom(false, end.signal))
    const total = page.pagination?.total_objects ?? null
    if (total !== null && total >= page.records.length) said = { ...hull, total }
    tellAll()
  }

  /** `others`: another server looks at it. */
  const lookAtTail = async (
    question: OpenQuestion,
    map: readonly HeldDay[],
  ): Promise<'none' | 'looked' | 'others'> => {
    const days = tailOf(map, question.days, now())
    if (!days) return 'none'
    const all = eachDay(days)
    if ((await leases.hold(all)).size < all.length) return 'others'
    const changed = changedSince(map, await store.map(account, question.days))
    if (changed.length > 0) {
      // Another server has just looked.
      onChanged(changed)
      return 'looked'
    }
    const whom = forWhom(false, end.signal, all)
    try {
      onChanged(
        await readTail({ store, account, epoch, days, map, now, ask: (page) => ask(days, page, whom) }),
      )
    } finally {
      await requests.write()
      await leases.release()
    }
    return 'looked'
  }

  /** What other servers read is seen in the map of days. */
  const waitForOthers = async (open: readonly OpenQuestion[]) => {
    for (const question of open) if (!question.isListened) finish(question)
    if (pending().length === 0) return
    if (askers.length === 0) throw new NobodyLeft(null)
    await deps.look(LOOK_MS, end.signal)
  }

  const finish = (question: OpenQuestion) => {
    question.error = lost === null ? null : errorToTell(lost, now())
    question.is = lost === null ? 'complete' : 'failed'
    questions.delete(question)
    tell(question)
  }

  const answerQuestions = async () => {
    lost = null
    said = null
    mostDays = Infinity
    const looked = new Set<OpenQuestion>()
    /** While another server reads, what it has read is seen by this. */
    let seen: readonly HeldDay[] | null = null
    const runs = createRuns()
    epoch = await store.epoch(account)
    try {
      for (let open = pending(); open.length > 0; open = pending()) {
        end.signal.throwIfAborted()
        for (const question of open) question.epoch ??= epoch
        const forgotten = open.filter((question) => question.epoch !== epoch)
        for (const question of forgotten) fail(question, new AccountForgotten())
        if (forgotten.length > 0) continue
        const span = {
          first: Math.min(...open.map(({ days }) => days.first)),
          last: Math.max(...open.map(({ days }) => days.last)),
        }
        const map = await store.map(account, span)
        if (seen) onChanged(changedSince(seen, map))
        seen = null
        const byQuestion = open.map((question) => {
          const own = map.filter(({ day }) => overlaps(question, day))
          return { question, own, missing: missingOf(own, question.days, now()) }
        })
        const missing = new Set(byQuestion.flatMap((one) => [...one.missing]))
        const inHand = runs.inHand()
        if (inHand.size > 0 && byQuestion.some((one) => one.missing.size === 0)) {
          // What is looked at next takes the place of the days that are held.
          await runs.ended()
          continue
        }
        let hasLooked = false
        let isForOthers = false
        for (const { question, own, missing: ofQuestion } of byQuestion) {
          if (ofQuestion.size > 0 || hasLooked) continue
          const tail = looked.has(question) ? 'none' : await lookAtTail(question, own)
          hasLooked = tail === 'looked'
          if (tail === 'others') isForOthers = true
          else looked.add(question)
          if (tail === 'none') finish(question)
        }
        // What the tail has brought may be a reason to read a day again.
        if (hasLooked) continue
        const held = await leases.hold([...missing, ...inHand])
        const mine = new Set([...held].filter((day) => !inHand.has(day)))
        const run = newestRun(mine)
        if (!run) {
          if (inHand.size > 0) await runs.ended()
          else {
            seen = map
            if (missing.size > 0 || isForOthers) await waitForOthers(open)
          }
          continue
        }
        if (changedSince(map, await store.map(account, span)).some((day) => mine.has(day))) {
          // Another server has read them just before they were ours.
          seen = map
          continue
        }
        const isInRuns = run.last - run.first + 1 < missing.size && mostDays === Infinity
        // Beside the first page of the run: nothing of it follows from the total.
        const total = isInRuns && mine.size === missing.size ? askTotal(missing) : Promise.resolve()
        total.catch(() => undefined)
        const days = { first: Math.max(run.first, run.last - mostDays + 1), last: run.last }
        const ofRun = map.filter(({ day }) => day >= days.first && day <= days.last)
        await runs.begin(days, (before, onNearEnd) =>
          readDays(days, ofRun, false, end.signal, { before, onNearEnd }),
        )
        await total
      }
    } finally {
      // Whatever has ended it: nothing of it goes on beside what comes next.
      await runs.ended().catch(() => undefined)
    }
  }

  const lookForChanges = createBackground({
    store,
    count: deps.count,
    account,
    epoch: () => epoch,
    now,
    daysKept,
    dailyRequests,
    leases,
    ask,
    forWhom: (signal) => forWhom(true, signal),
    asker: () => askers.at(-1) ?? null,
    unasked: requests.unasked,
    spent: requests.write,
    readDays: (days, map, signal) => readDays(days, map, true, signal),
  })

  /** Late changes: read while the account has a session and no request waits. */
  const tidy = async () => {
    if (pending().length > 0 || askers.length === 0) return
    background = new AbortController()
    await lookForChanges(AbortSignal.any([end.signal, background.signal]))
  }

  const fail = (question: OpenQuestion, error: unknown) => {
    question.is = 'failed'
    question.error = errorToTell(error, now())
    questions.delete(question)
    tell(question)
  }

  const failAll = (error: unknown) => {
    const trouble = troubleOf(error)
    if (trouble !== null) onTrouble(trouble)
    else if (!(error instanceof Failure || error instanceof NobodyLeft || end.signal.aborted))
      log(errorEntry(error, null))
    for (const question of pending()) fail(question, error)
  }

  /** Of background work, whose failures no request hears of. */
  const onDefect = (error: unknown) => {
    const isOver = [AccountForgotten, Enough, LeaseLost, NobodyLeft, Failure].some(
      (kind) => error instanceof kind,
    )
    if (isOver || end.signal.aborted) return
    const trouble = troubleOf(error)
    if (trouble !== null) onTrouble(trouble)
    else log(errorEntry(error, null))
  }

  const goOn = async () => {
    while (pending().length > 0 && !end.signal.aborted) {
      await answerQuestions().catch((error: unknown) => {
        // A foreground request has come meanwhile, or another server reads it.
        const goesOn =
          error instanceof LeaseLost ||
          error instanceof AccountForgotten ||
          (error instanceof NobodyLeft && askers.length > 0)
        if (!goesOn) failAll(error)
      })
      if (end.signal.aborted) break
      await months.join().catch(onDefect)
      if (Math.abs(now() - cleaned) < PATIENCE_MS) continue
      cleaned = now()
      months.changed()
      await tidy()
        .then(months.join)
        .catch((error: unknown) => {
          if (!background?.signal.aborted) onDefect(error)
        })
    }
    askers = []
    await leases.release().catch(onDefect)
  }

  const start = () => {
    loop ??= goOn().finally(() => {
      loop = null
      if (pending().length > 0 && !end.signal.aborted) start()
    })
  }

  return {
    /** Begins to read what is missing of some days, or joins who reads it already. */
    ask: (asker: Asker, days: SegmentDays): OpenQuestion => {
      askers = [...askers.filter(({ session }) => session.idHash !== asker.session.idHash), asker]
      const question = createQuestion(days)
      questions.add(question)
      background?.abort(new Enough())
      start()
      return question
    },
    /** The listener has gone; a reading that was begun goes on. */
    leave: (question: OpenQuestion) => {
      question.isListened = false
    },
    state: async (question: OpenQuestion) => {
      const map = await store.map(account, question.days)
      return stateOf(map, question, { said, waitUntil, now: now() })
    },
    /** A session that ended, or may not read this account any more. */
    drop: (idHash: string) => {
      askers = askers.filter(({ session }) => session.idHash !== idHash)
    },
    isIdle: () => loop === null,
    /** Resolves when nothing is read any more. */
    settled: async () => loop,
    stop: async () => {
      end.abort(new Enough())
      failAll(new Enough())
      await loop
    },
  }
}

export type AccountReading = ReturnType<typeof createAccountReading>
