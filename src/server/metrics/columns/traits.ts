import type { Count } from '#/contract/figures/counts.ts'
import { CALL_TYPE, callStatusName, MISSED_STATUSES } from '#/contract/codes.ts'
import { CHANNEL } from '#/contract/figures/dimensions.ts'

/* A contact's outcome, first-time and target flags in one small number, so that one histogram gives all counts. */

/** A call without an outcome (status 17) is `call`; an undocumented code is no call (G8). */
const OUTCOMES = ['other', 'call', 'missed', 'untimed', 'timed'] as const
type Outcome = (typeof OUTCOMES)[number]
const KINDS = [null, 'first_time', 'repeated'] as const
const TARGETS = [null, 'target', 'not_target'] as const

const OF_ONE_OUTCOME = KINDS.length * TARGETS.length
export const TRAITS = OUTCOMES.length * OF_ONE_OUTCOME
const firstOf = (outcome: Outcome) => OUTCOMES.indexOf(outcome) * OF_ONE_OUTCOME
const [FIRST_CALL, FIRST_MISSED, FIRST_UNTIMED] = [firstOf('call'), firstOf('missed'), firstOf('untimed')]
/** All later ones are answered calls with a duration. */
export const FIRST_TIMED = firstOf('timed')

export const isUntimed = (trait: number): boolean => trait >= FIRST_UNTIMED && trait < FIRST_TIMED
export const isCall = (trait: number): boolean => trait >= FIRST_CALL
export const isMissed = (trait: number): boolean => trait >= FIRST_MISSED && trait < FIRST_UNTIMED

const outcomeOf = (status: number | null, isTimed: boolean): Outcome => {
  const name = callStatusName(status)
  if (name === undefined || CHANNEL[name] !== 'call') return 'other'
  if (name === 'answer') return isTimed ? 'timed' : 'untimed'
  return MISSED_STATUSES.has(name) ? 'missed' : 'call'
}
const outcomes = new Map<number | null, number>()

/**
 * @param type the API's `call_type`
 * @param isTimed it has a plausible duration
 */
export const traitOf = (
  status: number | null,
  type: number | null | undefined,
  target: boolean | null,
  isTimed: boolean,
): number => {
  let first = outcomes.get(status)
  if (first === undefined) outcomes.set(status, (first = firstOf(outcomeOf(status, false))))
  if (isTimed && first === FIRST_UNTIMED) first = FIRST_TIMED
  const kind = type === CALL_TYPE.COMMON ? 1 : type === CALL_TYPE.REPEATED ? 2 : 0
  return first + kind * TARGETS.length + (target === null ? 0 : target ? 1 : 2)
}

export const COUNTED_BY: readonly (readonly Exclude<Count, 'talk_seconds'>[])[] = Array.from(
  { length: TRAITS },
  (_, trait) => {
    const outcome = OUTCOMES[Math.floor(trait / OF_ONE_OUTCOME)]!
    const kind = KINDS[Math.floor((trait % OF_ONE_OUTCOME) / TARGETS.length)]!
    const target = TARGETS[trait % TARGETS.length]!
    const isAnswered = outcome === 'timed' || outcome === 'untimed'
    return [
      'contacts',
      ...(kind === null ? [] : [kind]),
      ...(target === null ? [] : [target]),
      ...(outcome === 'other' ? [] : (['calls'] as const)),
      ...(outcome === 'missed' ? (['missed'] as const) : []),
      ...(outcome === 'missed' && kind === 'first_time' ? (['missed_first_time'] as const) : []),
      ...(isAnswered ? (['answered'] as const) : []),
      ...(isAnswered && target === 'target' ? (['answered_target'] as const) : []),
      ...(outcome === 'timed' ? (['timed'] as const) : []),
    ]
  },
)
export const COUNTS_FIRST_TIME = COUNTED_BY.map((names) => names.includes('first_time'))
export const COUNTS_TARGET = COUNTED_BY.map((names) => names.includes('target'))
