import { checkAnswer, type Difference, type TypeName } from '#/contract/check/check-answer.ts'
import type { ArchiveDrift } from '#/contract/archive/drift.ts'
import type { Endpoint } from '#/contract/endpoint.ts'
import { lookAtCame, takeAnswer, type CameAnswer } from '#/api/transport/answers.ts'
import { watchable, type Watched } from '#/api/transport/watched.ts'

/*
 * "Contract drift": where the last answers that the app itself received differ from the document. Paths, types and counts
 * only: of the answers themselves nothing is kept, no value either.
 */

/** A difference without anything of the answer in it. */
interface DriftDifference extends Pick<
  Difference,
  'kind' | 'path' | 'expected' | 'section' | 'listed' | 'count' | 'of'
> {
  readonly seen: readonly TypeName[]
}

/** One answer that was looked at. */
interface LookedAt {
  readonly endpoint: Endpoint
  readonly client: string | null
  readonly differences: readonly DriftDifference[]
}

/** So many of the last answers count. */
const ANSWERS_MOST = 200

const looked = watchable<readonly LookedAt[]>([])
/** The last answers that were looked at, oldest first. */
export const lookedAt: Watched<readonly LookedAt[]> = looked

const look = ({ endpoint, client, answer }: CameAnswer): LookedAt => ({
  endpoint,
  client,
  differences: checkAnswer(endpoint, answer).differences.map(
    ({ kind, path, expected, seen, section, listed, count, of }) => ({
      kind,
      path,
      expected,
      seen: [...seen],
      section,
      listed,
      count,
      of,
    }),
  ),
})

/** Checks all waiting answers: the user wants to see the findings. */
export const lookAtAnswers = (): void => {
  const all: LookedAt[] = []
  for (let came = takeAnswer(); came; came = takeAnswer()) all.push(look(came))
  if (all.length > 0) looked.become([...looked.now(), ...all].slice(-ANSWERS_MOST))
}

/** One after another, when the page has nothing else to do: a large answer takes some milliseconds. */
let isPlanned = false
const lookLater = () => {
  if (isPlanned) return
  isPlanned = true
  const lookAtOne = () => {
    isPlanned = false
    const came = takeAnswer()
    if (!came) return
    looked.become([...looked.now(), look(came)].slice(-ANSWERS_MOST))
    lookLater()
  }
  if (typeof requestIdleCallback === 'undefined') setTimeout(lookAtOne)
  else requestIdleCallback(lookAtOne)
}
lookAtCame((isForgotten) => (isForgotten ? looked.become([]) : lookLater()))
// Those that came before this did.
lookLater()

/** A difference of an endpoint's answers, over all that were looked at. */
export interface DriftFound extends Pick<
  DriftDifference,
  'kind' | 'path' | 'expected' | 'section' | 'listed'
> {
  readonly endpoint: Endpoint
  readonly seen: readonly TypeName[]
  /** Answers that have it, of so many of this endpoint. */
  readonly answers: number
  readonly of: number
}

/**
 * What the answers differ in, together.
 * @param isHidden names fields of a contact that our server takes out for this client (G12)
 * @param archived what our server found in the lists of contacts that it reads itself
 */
export const driftOf = (
  answers: readonly LookedAt[],
  isHidden: (field: string, client: string | null) => boolean = () => false,
  archived: (ArchiveDrift & { readonly endpoint: Endpoint }) | null = null,
): readonly DriftFound[] => {
  const found = new Map<string, DriftFound>()
  const add = (
    endpoint: Endpoint,
    { kind, path, expected, seen, section, listed }: Omit<DriftFound, 'endpoint' | 'answers' | 'of'>,
    times: number,
  ) => {
    const key = [endpoint.method, endpoint.path, kind, path].join(' ')
    const before = found.get(key)
    found.set(key, {
      endpoint,
      kind,
      path,
      expected,
      section,
      listed,
      seen: [...new Set([...(before?.seen ?? []), ...seen])],
      answers: (before?.answers ?? 0) + times,
      of:
        answers.filter((one) => one.endpoint === endpoint).length +
        (endpoint === archived?.endpoint ? archived.answers : 0),
    })
  }
  for (const { endpoint, client, differences } of answers)
    for (const one of differences) {
      const field = /^calls?(?:\[\])?\.(\w+)$/.exec(one.path)?.[1]
      const isOurs = one.kind === 'missing' && field !== undefined && isHidden(field, client)
      if (one.kind !== 'hidden' && !isOurs) add(endpoint, one, 1)
    }
  if (archived) for (const one of archived.differences) add(archived.endpoint, one, one.answers)
  return [...found.values()]
}
