import type { Reached, UnreturnedCall } from '#/contract/figures/answers.ts'
import { useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'
import { formatShortDateTime, parseWallClock, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "Reached later, Nov 12, 14:05" */
const laterText = ({ day, minute, isSpoken }: Reached): string => {
  const clock = parseWallClock(`${day}T${timeOf(minute)}`)
  const at = clock === null ? day : formatShortDateTime(clock)
  return isSpoken ? m.missed_callers_later({ at }) : m.missed_callers_later_chat({ at })
}

/** Whether a caller was reached after a past period; nothing if unknown. */
export const ReachedLaterNote = ({ caller }: { caller: UnreturnedCall }) => {
  const { filters } = useOverview('filters')
  const { data } = useAnswer('reached_later', filters, { filters })
  const found = data?.callers.find(({ oid, callId }) => oid === caller.oid && callId === caller.callId)
  return found ? <span className="text-12 text-answered">{laterText(found.reached)}</span> : null
}
