import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'
import type { AlertFacts, EvaluatedRule } from './facts.ts'
import { missedCallers, waitingCallers } from './of-callers.ts'
import { belowUsual, missedRate, troubleOfReading } from './of-days.ts'
import { silentObjects, stoppingObjects } from './of-objects.ts'
import { planBehind } from './of-plans.ts'
import type { Evaluation } from './readings.ts'

interface EvaluatedKind {
  readonly evaluate: (facts: AlertFacts, rule: EvaluatedRule) => Evaluation
  /** Fields that the recipient must be allowed to see (G12). */
  readonly needs: readonly string[]
}

const EVALUATORS = {
  missed_caller: { evaluate: missedCallers, needs: ['date', 'status', 'call_type', 'obj_oid'] },
  waiting: { evaluate: waitingCallers, needs: ['date', 'status', 'phone_number_from', 'obj_oid'] },
  silent: { evaluate: silentObjects, needs: ['date', 'obj_oid'] },
  missed_rate: { evaluate: missedRate, needs: ['date', 'status', 'obj_oid'] },
  below_usual: { evaluate: belowUsual, needs: ['date', 'obj_oid'] },
  stops: { evaluate: stoppingObjects, needs: [] },
  // Hidden fields are already removed from the plans.
  plan_behind: { evaluate: planBehind, needs: ['date', 'obj_oid'] },
  trouble: { evaluate: troubleOfReading, needs: [] },
} as const satisfies Record<AlertKind, EvaluatedKind>

export const evaluatorOf = (kind: AlertKind): EvaluatedKind => EVALUATORS[kind]
