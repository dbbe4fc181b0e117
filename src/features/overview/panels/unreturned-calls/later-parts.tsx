import { useState, type ReactNode } from 'react'
import type { DayRange } from '#/contract/day.ts'
import type { UnreturnedCall, Reached } from '#/contract/figures/answers.ts'
import {
  counted,
  formatDays,
  formatNumber,
  formatShortDateTime,
  parseWallClock,
  timeOf,
} from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { Callers } from './callers.tsx'
import { useFirstShown } from './view.tsx'
import { useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'

export const Everybody = ({
  callers,
  count,
  days,
  without,
}: {
  callers: readonly UnreturnedCall[]
  count: number
  days: DayRange
  without: ReactNode
}) => {
  const [isOpen, setOpen] = useState(false)
  const shown = useFirstShown()
  return (
    <>
      {callers.length < count || count > shown ? (
        <LinkButton className="text-13" onClick={() => setOpen(true)}>
          {m.missed_callers_all({ shown: formatNumber(count) })}
        </LinkButton>
      ) : null}
      <Dialog
        open={isOpen}
        size="wide"
        title={m.missed_callers_everybody({ days: formatDays(days), ...counted(count) })}
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>{m.close()}</Button>}
      >
        <p className="pb-2 text-13">
          {callers.length < count &&
            `${m.missed_callers_newest({ shown: formatNumber(callers.length), total: formatNumber(count) })} `}
          {m.missed_callers_order()}
        </p>
        <Callers callers={callers} />
        {without}
      </Dialog>
    </>
  )
}

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
