import { useState, type ReactNode } from 'react'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { PlanForm } from './plan-form.tsx'
import { useShownMonth } from './use-forecast.ts'

/** The dialog is rendered apart from its button, which the new plan may replace. */
export const usePlanDialog = (): readonly [open: () => void, dialog: ReactNode] => {
  const [is, setIs] = useState<'unopened' | 'open' | 'closed'>('unopened')
  return [
    () => setIs('open'),
    is !== 'unopened' && <PlanDialog key="plan" isOpen={is === 'open'} onClose={() => setIs('closed')} />,
  ]
}

const PlanDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { scope } = useSignedIn()
  const { object } = useAddress('object')
  const { today } = useOverview('today')
  const month = useShownMonth()
  // Other clients or objects have separate plans.
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
