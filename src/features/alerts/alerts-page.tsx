import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { alertsQuery, markAlertsSeen } from '#/api/alerts/alerts.ts'
import { navBadgesQuery } from '#/api/alerts/nav-badges.ts'
import type { Scope } from '#/api/client.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { OfflineAccessLine } from '#/domain/offline-access-line.tsx'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { AlertsRegion } from './alerts/alerts-region.tsx'
import { FiredRuns } from './alerts/fired-runs.tsx'
import { useAlertNames } from './alerts/use-alert-names.ts'
import { useAlertsSearch, useLeaveDialog } from './use-dialog-address.ts'
import { AlertDialog, type Edited } from './dialog/alert-dialog.tsx'
import { ReportsRegion } from './reports/reports-region.tsx'

export const AlertsPage = () => {
  const { scope } = useSignedIn()
  const { data, error, refetch } = useQuery(alertsQuery(scope.principal))
  const names = useAlertNames()
  const { alert: kind, object, view } = useAlertsSearch()
  const [edited, setEdited] = useState<Edited | null>(kind ? { kind, object, view } : null)
  const leaveDialog = useLeaveDialog()
  useSeen(scope, data?.unseen ?? 0)
  const isPhone = useIsPhone()
  const on = data?.alerts.filter(({ is_on }) => is_on).length
  return (
    <div className="flex min-h-full flex-col">
      <PageBar
        title={m.alerts_title()}
        status={!on || isPhone ? null : m.alerts_count_on(counted(on))}
        tools={
          <>
            {!!data?.mail_from && (
              <span className="text-12 text-text-2 max-[1023px]:hidden">
                {m.alerts_mail_from({ from: data.mail_from })}
              </span>
            )}
            <Button
              data-tool="alert"
              variant="primary"
              icon="plus"
              onClick={() => setEdited({ kind: 'missed_rate' })}
            >
              {m.alerts_new()}
            </Button>
          </>
        }
      />
      {error !== null && data === undefined ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <div className="grid min-[1360px]:grid-cols-[minmax(0,1fr)_356px]">
          <div className="min-w-0">
            <AlertsRegion
              alerts={data.alerts}
              stalled={data.stalled}
              names={names}
              onEdit={(alert) => setEdited({ alert })}
              onNew={(kind) => setEdited({ kind })}
            />
            <ReportsRegion />
            <div className="px-4 pb-3">
              <OfflineAccessLine isNeeded={data.alerts.length > 0} />
            </div>
          </div>
          <FiredRuns runs={data.runs} names={names} />
        </div>
      )}
      <AlertDialog
        edited={edited}
        names={names}
        onClose={() => {
          setEdited(null)
          leaveDialog()
        }}
      />
    </div>
  )
}

const useSeen = ({ principal, client }: Scope, unseen: number) => {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (unseen === 0) return
    const show = () => {
      queryClient.setQueryData(
        alertsQuery(principal).queryKey,
        (before) => before && { ...before, unseen: 0 },
      )
      queryClient.setQueryData(
        navBadgesQuery({ principal, client }).queryKey,
        (before) => before && { ...before, alerts: 0 },
      )
    }
    // Retried on the next visit.
    void markAlertsSeen(principal).then(show, () => undefined)
  }, [principal, client, unseen, queryClient])
}

const Waiting = () => (
  <div aria-busy="true" className="px-4 pt-3">
    <span className="sr-only">{m.loading()}</span>
    {Array.from({ length: 5 }, (_, row) => (
      <div key={row} className="grid h-12 content-center gap-1.5 border-b border-line">
        <Skeleton width="md" />
        <Skeleton width="lg" />
      </div>
    ))}
  </div>
)
