import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { alertsQuery, deleteAlert, saveAlert } from '#/api/alerts/alerts.ts'
import { isApiError } from '#/api/error.ts'
import { alertRule, type Alert, type AlertRule, type AlertsAnswer } from '#/contract/alerts/alerts.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
import { alertTitle } from './alert-labels.ts'

export const ruleOf = (alert: Alert): AlertRule =>
  // The schema has exactly these fields.
  Object.fromEntries(
    Object.keys(alertRule.shape).map((name) => [name, alert[name as keyof AlertRule]]),
  ) as AlertRule

export const useAlertChanges = () => {
  const { scope } = useSignedIn()
  const { principal } = scope
  const queryClient = useQueryClient()
  const show = useCallback(
    (change: (alerts: readonly Alert[]) => Alert[]) =>
      queryClient.setQueryData(
        alertsQuery(principal).queryKey,
        (before: AlertsAnswer | undefined) => before && { ...before, alerts: change(before.alerts) },
      ),
    [queryClient, principal],
  )
  const failed = useCallback(
    (error: unknown) => {
      if (isApiError(error) && error.code === 'alert_changed') {
        showToast({ tone: 'failed', text: m.alerts_changed() })
        void queryClient.invalidateQueries({ queryKey: alertsQuery(principal).queryKey })
      } else showToast({ tone: 'failed', text: errorText(error) })
    },
    [queryClient, principal],
  )
  /** @throws ApiError for the form */
  const save = useCallback(
    async (before: Alert | null, rule: AlertRule): Promise<Alert> => {
      const known = queryClient.getQueryData(alertsQuery(principal).queryKey)?.alerts.map(({ id }) => id)
      const saved = await saveAlert(principal, before, rule, known ?? [])
      show((alerts) =>
        before === null ? [...alerts, saved] : alerts.map((alert) => (alert.id === saved.id ? saved : alert)),
      )
      return saved
    },
    [queryClient, principal, show],
  )
  const turn = useCallback(
    async (alert: Alert, isOn: boolean): Promise<void> => {
      try {
        await save(alert, { ...ruleOf(alert), is_on: isOn })
      } catch (error) {
        failed(error)
      }
    },
    [save, failed],
  )
  const remove = useCallback(
    async (alert: Alert): Promise<void> => {
      try {
        await deleteAlert(principal, alert.id)
      } catch (error) {
        return failed(error)
      }
      show((alerts) => alerts.filter(({ id }) => id !== alert.id))
      const back = async () => {
        try {
          await save(null, ruleOf(alert))
        } catch (error) {
          failed(error)
        }
      }
      showToast({
        tone: 'done',
        text: m.alerts_deleted({ title: alertTitle(alert) }),
        action: { label: m.undo(), onPress: () => void back() },
      })
    },
    [principal, show, save, failed],
  )
  return { save, turn, remove }
}
