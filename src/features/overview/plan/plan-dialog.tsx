import { useState, type ReactNode } from 'react'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useAddress, useQuestion } from '#/features/overview/data/use-overview.ts'
import { PlanForm } from './plan-form.tsx'
import { useShownMonth } from './use-forecast.ts'

/** The dialog, which outlives the button that opens it: the plan that it makes may take that button's place. */
export const usePlanDialog = (): readonly [open: () => void, dialog: ReactNode] => {
  const [is, setIs] = useState<'unopened' | 'open' | 'closed'>('unopened')
  return [
    () => setIs('open'),
    is !== 'unopened' && <PlanDialog key="plan" isOpen={is === 'open'} onClose={() => setIs('closed')} />,
  ]
}

/** Enters what is planned for a month. */
const PlanDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { scope } = useSignedIn()
  const { object } = useAddress('object')
  const { today } = useQuestion('today')
  const month = useShownMonth()
  // Another client's or object's is another plan.
  return (
    <PlanForm
      key={`${scope.client} ${object} ${month}`}
      thisMonth={today.slice(0, 7)}
      shownMonth={month}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}
