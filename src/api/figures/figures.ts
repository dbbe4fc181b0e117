import type { Days } from '#/contract/figures/questions.ts'
import {
  hashKey,
  queryOptions,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { figuresAnswer, figuresPath, readingState, type ReadingState } from '#/contract/figures/reading.ts'
import { FIGURES_ANSWERS, type FiguresName, type FiguresData } from '#/contract/figures/answers.ts'
import { parse, refusalOf, send, type Scope } from '../client.ts'
import type { ApiError } from '../error.ts'
import { keyOf, keysOf, ofAccount, readKey } from '../keys.ts'
import { closeGate } from '../transport/rate-gate.ts'

export interface FiguresJob {
  readonly scope: Scope
  readonly oid: string | null
  readonly days: Days
  readonly comparedDays: Days | null
}

export interface FiguresResult<A extends FiguresName> {
  readonly state: ReadingState
  readonly answer: FiguresData<A>
}

const CACHED_MS = 10 * 60_000
/** Minimum interval of recounts while reading. */
const RECOUNT_MS = 3_000
/** Long polling: the server waits for changes. */
const POLL_MS = 1

const bodyOf = ({ oid, days, comparedDays }: FiguresJob) => ({ oid, days, comparedDays })

export const jobKey = (job: FiguresJob): string => hashKey([bodyOf(job)])

/** Why reading stopped early; null: it didn't. */
export const readingFailure = (
  { is, error }: { readonly is: string; readonly error: ReadingState['error'] },
  scope: Scope,
): ApiError | null =>
  is === 'failed'
    ? refusalOf(error?.status ?? 503, error?.code ?? null, { retryAfter: error?.retry_after ?? null, scope })
    : null

export type ReadingAction = '' | '/retry' | '/stop'

const askReading = async (
  job: FiguresJob,
  action: ReadingAction,
  { after, ...how }: { after?: string | undefined; signal?: AbortSignal; background?: boolean },
): Promise<ReadingState> => {
  const { scope } = job
  const state = parse(
    readingState,
    await send('POST', `${figuresPath(scope.client)}/reading${action}`, {
      scope,
      body: { ...bodyOf(job), ...(after !== undefined && { after }) },
      ...how,
    }),
  )
  const failure = readingFailure(state, scope)
  // All requests of the account share the limit.
  if (state.is === 'loading' && state.error?.status === 429) closeGate(state.error.retry_after)
  // The session or client is lost too.
  if (failure !== null && (failure.status === 401 || failure.status === 403)) throw failure
  return state
}

/** Reading state of a job, long-polled while reading. */
export const readingQuery = (job: FiguresJob) => {
  const queryKey = keyOf(job.scope, 'reading', { job: jobKey(job) })
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => {
      const before = client.getQueryData<ReadingState>(queryKey)
      const after = before?.is === 'loading' ? before.version : undefined
      return askReading(job, '', { after, signal, background: after !== undefined })
    },
    refetchInterval: ({ state }) =>
      state.status !== 'error' && state.data?.is === 'loading' ? POLL_MS : false,
    staleTime: Infinity,
    gcTime: CACHED_MS,
    retry: false,
  })
}

/** Starts, retries or stops reading, for all views. @throws ApiError */
export const changeReading = async (
  queryClient: QueryClient,
  job: FiguresJob,
  action: ReadingAction,
  background = false,
): Promise<void> => {
  const { queryKey } = readingQuery(job)
  await queryClient.cancelQueries({ queryKey })
  const state = await askReading(job, action, { background })
  // Entries dropped meanwhile stay dropped.
  queryClient.setQueryData(queryKey, (known) => known && state)
}

/** Reads a job's missing days to the end. @throws ApiError */
export const readJob = async (
  job: FiguresJob,
  signal: AbortSignal,
  isRetry = false,
): Promise<ReadingState> => {
  let state = await askReading(job, isRetry ? '/retry' : '', { signal })
  while (state.is === 'loading')
    state = await askReading(job, '', { after: state.version, signal, background: true })
  const failure = readingFailure(state, job.scope)
  if (failure !== null) throw failure
  return state
}

/** {@link readJob} for all objects, without a comparison. */
export const readFromService = (
  scope: Scope,
  days: Days,
  signal: AbortSignal,
  isRetry = false,
): Promise<ReadingState> => readJob({ scope, oid: null, days, comparedDays: null }, signal, isRetry)

/** Strips fields that only identify the question; the server knows aliases and won statuses. */
const sentQuestion = ({
  won: _won,
  countAs: _countAs,
  ...sent
}: {
  readonly won?: unknown
  readonly countAs?: unknown
}) => sent

/**
 * Asks about a job's contacts. @throws ApiError
 * @returns null: `version` is current
 */
export const askFigures = async <A extends FiguresName>(
  job: FiguresJob,
  name: A,
  question: object,
  {
    signal,
    version,
  }: { readonly signal?: AbortSignal | undefined; readonly version?: string | undefined } = {},
): Promise<FiguresResult<A> | null> => {
  const { scope } = job
  const answer = parse(
    figuresAnswer,
    await send('POST', `${figuresPath(scope.client)}/${name}`, {
      scope,
      body: { ...bodyOf(job), question: sentQuestion(question), ...(version !== undefined && { version }) },
      signal,
      background: true,
    }),
  )
  if ('unchanged' in answer) return null
  return {
    state: answer.state,
    answer: parse<unknown>(FIGURES_ANSWERS[name], answer.answer) as FiguresData<A>,
  }
}

/** @param topic answers of the same topic are placeholders for each other */
export const figuresQuery = <A extends FiguresName>(
  job: FiguresJob,
  name: A,
  topic: string,
  question: object | null,
) => {
  const queryKey: QueryKey = keyOf(job.scope, 'figures', { job: jobKey(job), name, topic, question })
  return {
    queryKey,
    queryFn: async ({ signal, client }: QueryFunctionContext): Promise<FiguresResult<A>> => {
      const before = client.getQueryData<FiguresResult<A>>(queryKey)
      const { version } = before?.state ?? {}
      const answer = (await askFigures(job, name, question ?? {}, { signal, version })) ?? before!
      // The answer is newer than the known state: all figures follow.
      client.setQueryData(readingQuery(job).queryKey, (known) =>
        known === undefined ||
        signal.aborted ||
        known.is === 'loading' ||
        known.version === answer.state.version
          ? known
          : answer.state,
      )
      return answer
    },
    // A plan's paid share is counted from days that another reading brings.
    refetchInterval: ({ state: { data } }: { state: { data?: FiguresResult<FiguresName> | undefined } }) =>
      data?.answer != null && 'notPlanned' in data.answer && data.answer.notPlanned === 'reading'
        ? RECOUNT_MS
        : false,
    staleTime: Infinity,
    gcTime: CACHED_MS,
    retry: false,
  } as const
}

/** Refetches figures of other versions, and who was reached later: that is counted from days of other jobs. */
const refetchFigures = (queryClient: QueryClient, job: FiguresJob, version: string) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey, state: { data } }) => {
      const key = readKey(queryKey)
      return (
        key?.name === 'figures' &&
        key.scope.principal === job.scope.principal &&
        key.scope.client === job.scope.client &&
        (key.parameters.name === 'reached_later' ||
          (key.parameters.job === jobKey(job) &&
            (data as FiguresResult<FiguresName> | undefined)?.state.version !== version))
      )
    },
  })

/** Version of rules by account and client. */
const rulesSeen = new WeakMap<QueryClient, Map<string, string>>()

const noticeRules = (queryClient: QueryClient, { scope }: FiguresJob, rules: string) => {
  const seen = rulesSeen.get(queryClient) ?? new Map<string, string>()
  rulesSeen.set(queryClient, seen)
  const { principal, client } = scope
  const key = hashKey([principal, client])
  const before = seen.get(key)
  seen.set(key, rules)
  if (before === undefined || before === rules) return
  for (const queryKey of [
    keysOf(ofAccount(principal), 'preferences'),
    keysOf(scope, 'month_plans'),
    keysOf(scope, 'working_hours'),
  ])
    void queryClient.invalidateQueries({ queryKey })
}

const createRecount = (queryClient: QueryClient, job: FiguresJob) => {
  let recountedAt = -Infinity
  let hasCounted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest: ReadingState | undefined
  return {
    onState: (state: ReadingState) => {
      // Several parts of a page follow one reading.
      if (state === latest) return
      latest = state
      const { is, version } = state
      noticeRules(queryClient, job, state.rules)
      clearTimeout(timer)
      const hasContacts = state.current.loaded > 0
      const recount = () => {
        recountedAt = performance.now()
        hasCounted = hasContacts
        void refetchFigures(queryClient, job, version)
      }
      const left = RECOUNT_MS - (performance.now() - recountedAt)
      if (is !== 'loading' || left <= 0 || (hasContacts && !hasCounted)) recount()
      else timer = setTimeout(recount, left)
    },
    end: () => {
      clearTimeout(timer)
      latest = undefined
    },
  }
}
type Recount = ReturnType<typeof createRecount>
const recounts = new WeakMap<QueryClient, Map<string, Recount>>()

/**
 * Refreshes figures with a job's reading: at the first contacts, every few seconds, and at the end. Shared by all
 * views of the job.
 */
export const recountOf = (queryClient: QueryClient, job: FiguresJob): Recount => {
  const all = recounts.get(queryClient) ?? new Map<string, Recount>()
  recounts.set(queryClient, all)
  const { principal, client } = job.scope
  const key = hashKey([principal, client, jobKey(job)])
  const recount = all.get(key) ?? createRecount(queryClient, job)
  all.set(key, recount)
  return recount
}
