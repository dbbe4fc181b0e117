import { useMutation, useQueryClient } from '@tanstack/react-query'
import { actOnReport, deleteReport, reportsQuery, saveReport } from '#/api/alerts/reports.ts'
import { offlineAccessQuery } from '#/api/alerts/offline-access.ts'
import { isApiError } from '#/api/error.ts'
import {
  REPORTS_MAX,
  type MailedReport,
  type ReportAction,
  type ReportsAnswer,
  type ReportSettings,
} from '#/contract/delivery/reports.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
import { reportTitle } from './report-labels.ts'

interface Action {
  readonly report: MailedReport
  readonly action: ReportAction
  /** The run to send again. */
  readonly due?: number
}

const isOld = (error: unknown) => isApiError(error) && error.code === 'report_changed'
export const isFull = (error: unknown) => isApiError(error) && error.fields?.['reports'] !== undefined

export const reportErrorText = (error: unknown): string => {
  if (isFull(error)) return m.reports_full({ most: formatNumber(REPORTS_MAX) })
  return isOld(error) ? m.reports_changed() : errorText(error)
}

export const useReportChanges = () => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const { queryKey } = reportsQuery(principal)
  const onSuccess = (answer: ReportsAnswer) => {
    queryClient.setQueryData(queryKey, answer)
    // Consent is given with the first report.
    queryClient.setQueryData(offlineAccessQuery(principal).queryKey, answer.standing)
  }
  const onError = (error: unknown) => showToast({ tone: 'failed', text: reportErrorText(error) })
  /** Its failure is the form's. */
  const { mutateAsync: save } = useMutation({
    mutationFn: ({ before, settings }: { before: MailedReport | null; settings: ReportSettings }) => {
      const known = queryClient.getQueryData(queryKey)?.reports.map(({ id }) => id)
      return saveReport(principal, before, settings, known ?? [])
    },
    onSuccess,
    onError: (error) => isOld(error) && void queryClient.invalidateQueries({ queryKey }),
  })
  const { mutate: act } = useMutation({
    mutationFn: ({ report, action, due }: Action) => {
      const runs = (queryClient.getQueryData(queryKey)?.runs ?? []).filter(
        ({ report: of }) => of === report.id,
      )
      // For idempotency: visible runs by action.
      const seen: Partial<Record<ReportAction, unknown>> = {
        send: Math.max(0, ...runs.map((run) => run.due)),
        again: runs.find((run) => run.due === due)?.ended ?? null,
      }
      return actOnReport(principal, report.id, action, due, seen[action])
    },
    onSuccess,
    onError,
  })
  const { mutate: remove } = useMutation({
    mutationFn: (report: MailedReport) => deleteReport(principal, report.id),
    onSuccess: (answer, report) => {
      onSuccess(answer)
      showToast({
        tone: 'done',
        text: m.reports_deleted({ title: reportTitle(report) }),
        action: { label: m.undo(), onPress: () => act({ report, action: 'restore' }) },
      })
    },
    onError,
  })
  return { save, act, remove }
}
