import { createStore } from '@tanstack/react-store'
import { checkAnswer, type Difference, type TypeName } from '#/contract/check/check-answer.ts'
import type { ArchiveDrift } from '#/contract/archive/drift.ts'
import type { Endpoint } from '#/contract/endpoint.ts'
import { observeAnswers, takeAnswer, type CameAnswer } from '#/api/transport/answers.ts'

/* "Contract drift": differences of recent answers from the API document. Paths, types and counts only, never values. */

/** A difference without values. */
interface DriftDifference extends Pick<
  Difference,
  'kind' | 'path' | 'expected' | 'section' | 'listed' | 'count' | 'of'
> {
  readonly seen: readonly TypeName[]
}

interface CheckedAnswer {
  readonly endpoint: Endpoint
  readonly client: string | null
  readonly differences: readonly DriftDifference[]
}

const ANSWERS_MOST = 200

export const checkedAnswers = createStore<readonly CheckedAnswer[]>([])

const add = (checked: readonly CheckedAnswer[]) =>
  checkedAnswers.setState((before) => [...before, ...checked].slice(-ANSWERS_MOST))

const entryOf = ({ endpoint, client, answer }: CameAnswer): CheckedAnswer => ({
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

export const checkAnswers = (): void => {
  const all: CheckedAnswer[] = []
  for (let came = takeAnswer(); came; came = takeAnswer()) all.push(entryOf(came))
  if (all.length > 0) add(all)
}

/** In separate idle tasks: a large answer takes milliseconds. */
let isPlanned = false
const lookLater = () => {
  if (isPlanned) return
  isPlanned = true
  const checkNext = () => {
    isPlanned = false
    const came = takeAnswer()
    if (!came) return
    add([entryOf(came)])
    lookLater()
  }
  if (typeof requestIdleCallback === 'undefined') setTimeout(checkNext)
  else requestIdleCallback(checkNext)
}
observeAnswers((isForgotten) => (isForgotten ? checkedAnswers.setState(() => []) : lookLater()))
// Answers that arrived before this module.
lookLater()

/** A difference across answers of an endpoint. */
export interface SeenDrift extends Pick<
  DriftDifference,
  'kind' | 'path' | 'expected' | 'section' | 'listed'
> {
  readonly endpoint: Endpoint
  readonly seen: readonly TypeName[]
  readonly answers: number
  readonly of: number
}

/**
 * Summary of differences.
 * @param isHidden call fields removed by our server (G12)
 * @param archived findings of the archive's reader
 */
export const driftOf = (
  answers: readonly CheckedAnswer[],
  isHidden: (field: string, client: string | null) => boolean = () => false,
  archived: (ArchiveDrift & { readonly endpoint: Endpoint }) | null = null,
): readonly SeenDrift[] => {
  const found = new Map<string, SeenDrift>()
  const add = (
    endpoint: Endpoint,
    { kind, path, expected, seen, section, listed }: Omit<SeenDrift, 'endpoint' | 'answers' | 'of'>,
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
