import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { monthlyReportsQuery } from '#/api/monthly-reports/monthly-reports.ts'
import { monthStart } from '#/contract/day.ts'
import type { OpenedDialog } from '#/domain/notice/dialog-button.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useAgencyToday } from '#/features/agency/over-clients/use-agency-today.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { MonthlyChoice } from './monthly-choice.tsx'
import { MonthlyProgress } from './monthly-progress.tsx'

export const MonthlyDialog = ({ isOpen, onClose, nth }: OpenedDialog) => (
  <Dialog open={isOpen} size="table" title={m.monthly_title()} onClose={onClose}>
    <Contents key={nth} onClose={onClose} />
  </Dialog>
)

const Contents = ({ onClose }: { onClose: () => void }) => {
  const { principal } = useSignedIn().scope
  const today = useAgencyToday()
  const [chosen, setMonth] = useState<string | null>(null)
  const month = chosen ?? monthStart(today, -1).slice(0, 7)
  const query = useQuery(monthlyReportsQuery(principal, month))
  const pending = query.isError ? (
    <LoadError error={query.error} level={3} className="" onRetry={() => void query.refetch()} />
  ) : (
    <SkeletonLines lines={8} label={m.loading()} />
  )
  return (
    <div className="grid gap-3">
      <IconButton icon="close" label={m.close()} onClick={onClose} className="absolute top-3 right-2" />
      {query.data?.job ? (
        <MonthlyProgress job={query.data.job} />
      ) : query.data === undefined && chosen === null ? (
        pending
      ) : (
        <MonthlyChoice
          answer={query.data}
          pending={pending}
          month={month}
          today={today}
          onMonth={setMonth}
          onClose={onClose}
        />
      )}
    </div>
  )
}
