import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { beginExport } from '#/api/administration/exports.ts'
import { isApiError } from '#/api/error.ts'
import { printReport } from '#/api/shared-reports/shared-reports.ts'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { saveFile } from '#/domain/files/save-file.ts'
import { useExportContext } from '#/features/overview/export/use-export-context.ts'
import { useSources } from '#/features/overview/panels/sources/use-sources.ts'
import { useForecast, useMonthPlan, useShownMonth } from '#/features/overview/plan/use-forecast.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { useLinePlot } from '#/ui/chart/line-chart.tsx'
import { Button } from '#/ui/control/button.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { sharedFigures } from './share/shared-figures.ts'
import { REPORT_ROUTE, useReportLocale } from './use-report-locale.ts'
import { privacyMode } from '#/i18n/privacy-mode.ts'

/** Whether our server makes the PDF. Masks exist only on this page: the server would print real values. */
export const useMakesPdf = (): boolean => useSignedIn().session.makes_pdf === true && privacyMode === null

/** Printing waits: incomplete contacts, a missing plan or an empty trend would be taken for facts. */
const useWait = (isPlanAwaited: boolean): string | undefined => {
  const { state, report } = useExportContext().overview
  const { rows } = useSources()
  const plot = useLinePlot()
  return report === undefined ||
    rows === undefined ||
    state === null ||
    state.is === 'loading' ||
    plot === null ||
    isPlanAwaited
    ? m.report_print_wait()
    : undefined
}

/** Downloads the report: our server's PDF if available, else the print dialog. */
export const Download = () => {
  const { plan, isError } = useMonthPlan(useShownMonth())
  return plan ? <PlannedDownload plan={plan} /> : <Buttons isPlanAwaited={plan === undefined && !isError} />
}

const PlannedDownload = ({ plan }: { plan: MonthPlan }) => {
  const { forecasts, isFailed, unread } = useForecast(plan)
  return <Buttons isPlanAwaited={forecasts === undefined && !isFailed && unread.length === 0} />
}

const Buttons = ({ isPlanAwaited }: { isPlanAwaited: boolean }) => {
  const wait = useWait(isPlanAwaited)
  return useMakesPdf() ? (
    <>
      <ServerPdf wait={wait} />
      <Print wait={wait} label={m.report_print()} variant="ghost" />
    </>
  ) : (
    <Print wait={wait} label={m.report_download()} variant="primary" />
  )
}

const Print = ({
  wait,
  label,
  variant,
}: {
  wait: string | undefined
  label: string
  variant: 'primary' | 'ghost'
}) => {
  const { scope } = useSignedIn()
  const { mutate: print } = useMutation({
    mutationFn: async () => {
      await beginExport(scope, { what: 'report', format: 'print', rows: null })
      window.print()
    },
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
  })
  return (
    <Button data-tool="print" variant={variant} disabledReason={wait} onClick={() => print()}>
      {label}
    </Button>
  )
}

const ServerPdf = ({ wait }: { wait: string | undefined }) => {
  const { scope } = useSignedIn()
  const { overview } = useExportContext()
  const { notes: withoutNotes } = useSearch({ from: REPORT_ROUTE })
  const language = useReportLocale()
  const download = useMutation({
    mutationFn: async () => {
      const { name, file } = await printReport(scope, {
        ...sharedFigures(overview, language),
        with_notes: withoutNotes === undefined,
        with_plan: true,
        with_costs: true,
      })
      saveFile(file, name)
    },
    onError: (error) =>
      showToast({
        tone: 'failed',
        text:
          isApiError(error) && error.fields?.['pdf'] !== undefined ? m.report_pdf_failed() : errorText(error),
      }),
  })
  return (
    <Button
      data-tool="export"
      variant="primary"
      icon="download"
      pending={download.isPending}
      disabledReason={wait}
      onClick={() => download.mutate()}
    >
      {m.report_download()}
    </Button>
  )
}
