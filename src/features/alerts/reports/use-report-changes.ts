import { useQueryClient } from '@tanstack/react-query'
import { actOnReport, deleteReport, reportsQuery, saveReport } from '#/api/alerts/reports.ts'
import { offlineAccessQuery } from '#/api/alerts/offline-access.ts'
import { isApiError } from '#/api/error.ts'
import type {
  MailedReport,
  ReportAction,
  ReportsAnswer,
  ReportSettings,
} from '#/contract/delivery/reports.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
import { reportTitle } from './report-labels.ts'

export const useReportChanges = () => {
  const { scope } = useSignedIn()
  const { principal } = scope
  const queryClient = useQueryClient()
  const { queryKey } = reportsQuery(principal)
  const show = (answer: ReportsAnswer) => {
    queryClient.setQueryData(queryKey, answer)
    // Consent is given with the first report.
    queryClient.setQueryData(offlineAccessQuery(principal).queryKey, answer.standing)
  }
  const attempt = async (work: () => Promise<ReportsAnswer>): Promise<boolean> => {
    try {
      show(await work())
      return true
    } catch (error) {
      const isOld = isApiError(error) && error.code === 'report_changed'
      showToast({ tone: 'failed', text: isOld ? m.reports_changed() : errorText(error) })
      return false
    }
  }
  return {
    /** @throws ApiError for the form */
    save: async (before: MailedReport | null, settings: ReportSettings): Promise<void> => {
      try {
        const known = queryClient.getQueryData(queryKey)?.reports.map(({ id }) => id) ?? []
        show(await saveReport(principal, before, settings, known))
      } catch (error) {
        if (isApiError(error) && error.code === 'report_changed')
          void queryClient.invalidateQueries({ queryKey })
        throw error
      }
    },
    act: (report: MailedReport, action: ReportAction, due?: number) => {
      const runs = (queryClient.getQueryData(queryKey)?.runs ?? []).filter(
        ({ report: of }) => of === report.id,
      )
      // For idempotency: visible runs by action.
      const seen: Partial<Record<ReportAction, unknown>> = {
        send: Math.max(0, ...runs.map((run) => run.due)),
        again: runs.find((run) => run.due === due)?.ended ?? null,
      }
      return attempt(() => actOnReport(principal, report.id, action, due, seen[action]))
    },
    remove: async (report: MailedReport): Promise<void> => {
      if (!(await attempt(() => deleteReport(principal, report.id)))) return
      showToast({
        tone: 'done',
        text: m.reports_deleted({ title: reportTitle(report) }),
        action: {
          label: m.undo(),
          onPress: () => void attempt(() => actOnReport(principal, report.id, 'restore')),
        },
      })
    },
  }
}
