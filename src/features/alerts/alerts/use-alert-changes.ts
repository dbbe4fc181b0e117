import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertsQuery, deleteAlert, saveAlert } from '#/api/alerts/alerts.ts'
import { isApiError } from '#/api/error.ts'
import { alertRule, type Alert, type AlertRule, type AlertsAnswer } from '#/contract/alerts/alerts.ts'
import { alertTitle } from '#/domain/alert-kind-labels.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

export const ruleOf = (alert: Alert): AlertRule =>
  // The schema has exactly these fields.
  Object.fromEntries(
    Object.keys(alertRule.shape).map((name) => [name, alert[name as keyof AlertRule]]),
  ) as AlertRule

interface Change {
  /** Null: a new one. */
  readonly before: Alert | null
  readonly rule: AlertRule
}

export const useAlertChanges = () => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const { queryKey } = alertsQuery(principal)
  const show = (change: (alerts: readonly Alert[]) => Alert[]) =>
    queryClient.setQueryData(
      queryKey,
      (answer: AlertsAnswer | undefined) => answer && { ...answer, alerts: change(answer.alerts) },
    )
  const onError = (error: unknown) => {
    const isOld = isApiError(error) && error.code === 'alert_changed'
    showToast({ tone: 'failed', text: isOld ? m.alerts_changed() : errorText(error) })
    if (isOld) void queryClient.invalidateQueries({ queryKey })
  }
  const saving = {
    mutationFn: ({ before, rule }: Change) => {
      const known = queryClient.getQueryData(queryKey)?.alerts.map(({ id }) => id)
      return saveAlert(principal, before, rule, known ?? [])
    },
    onSuccess: (saved: Alert, { before }: Change) =>
      show((alerts) =>
        before === null ? [...alerts, saved] : alerts.map((alert) => (alert.id === saved.id ? saved : alert)),
      ),
  }
  /** Its failure is the form's. */
  const { mutateAsync: save } = useMutation(saving)
  const { mutate: change } = useMutation({ ...saving, onError })
  const { mutate: remove } = useMutation({
    mutationFn: (alert: Alert) => deleteAlert(principal, alert.id),
    onSuccess: (_, alert) => {
      show((alerts) => alerts.filter(({ id }) => id !== alert.id))
      showToast({
        tone: 'done',
        text: m.alerts_deleted({ title: alertTitle(alert) }),
        action: { label: m.undo(), onPress: () => change({ before: null, rule: ruleOf(alert) }) },
      })
    },
    onError,
  })
  return {
    save,
    turn: (alert: Alert, isOn: boolean) => change({ before: alert, rule: { ...ruleOf(alert), is_on: isOn } }),
    remove,
  }
}
