import type { Days } from '#/contract/figures/questions.ts'
import { unreadDaysLabel } from '#/domain/figures/gap-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'

export const PlanFailed = ({ retry }: { retry: () => void }) => (
  <p className="flex flex-wrap items-center gap-2 py-2 text-13 text-text-2">
    {m.forecast_failed()}
    <Button onClick={retry}>{m.retry()}</Button>
  </p>
)

/** Shown instead of a forecast while days are unread. */
export const planWaitsLabel = (unread: readonly Days[]): string =>
  m.forecast_waits({ days: unreadDaysLabel(unread) })

export const PlanWaits = ({ unread, retry }: { unread: readonly Days[]; retry: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-warning">
    {planWaitsLabel(unread)}
    <Button onClick={retry}>{m.retry()}</Button>
  </p>
)
