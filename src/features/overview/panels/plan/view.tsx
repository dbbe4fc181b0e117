import { Panel, type PanelModule } from '#/features/overview/panels/panel.tsx'
import { DialogButton } from '#/domain/notice/dialog-button.tsx'
import { spendingIn } from '#/features/overview/spend/costs.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'

const fetchCode = () => import('#/features/overview/plan/pace-card.tsx')
const fetchDialog = async () => (await fetchCode()).PlanDialog

/** What is planned for this month, and where the month is heading. */
const Plan = () => {
  const code = useIdleCode(fetchCode)
  // As high as two lines of words, so that nothing moves where there is no plan.
  const skeleton = <Skeleton className="h-10" />
  return (
    <Panel
      title={m.pace_title()}
      actions={<DialogButton title={m.pace_set()} icon="target" fetchDialog={fetchDialog} />}
      skeleton={skeleton}
    >
      {() => (code ? <code.PaceCard spendIn={spendingIn} /> : skeleton)}
    </Panel>
  )
}

export const planPanel: PanelModule = {
  name: 'plan',
  title: m.pace_title,
  View: Plan,
  files: { none: 'A plan is one line, and what has come is in the file of the trend' },
}
