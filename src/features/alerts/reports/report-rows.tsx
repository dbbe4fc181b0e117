import type { ReactNode } from 'react'
import type { MailedReport, ReportRun } from '#/contract/delivery/reports.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { RowMenu, Recipients } from '#/features/alerts/row-parts.tsx'
import { Table, Td, Th, Tr, TwoLines } from '#/ui/table/table.tsx'
import {
  atLabel,
  languageLabel,
  peopleLabel,
  reportPeriod,
  reportTitle,
  runLabel,
  whenLabel,
} from './report-labels.ts'
import { reasonLabel } from '../reason-labels.ts'
import { useReportChanges } from './use-report-changes.ts'

const WIDTHS = [null, 144, null, 144, 128]

interface RowsProps {
  readonly reports: readonly MailedReport[]
  readonly lastRun: (report: MailedReport) => ReportRun | undefined
  readonly onEdit: (report: MailedReport) => void
}

const Plain = ({ children }: { children: ReactNode }) => (
  <span className="block truncate font-normal">{children}</span>
)

const LastRun = ({ report, run }: { report: MailedReport; run: ReportRun | undefined }) => {
  const { is, state, detail, reply } = runLabel(run)
  const isPaused = report.paused !== null && is !== 'sending'
  return (
    <TwoLines
      first={
        <span
          className={
            is === 'failed' ? 'text-missed' : is === 'none' ? 'font-normal text-text-3' : 'font-normal'
          }
        >
          {is === 'sent' && (
            <Icon name="check" size={14} className="mr-1 inline align-[-2px] text-answered" />
          )}
          {is === 'failed' && <Icon name="alert" size={14} className="mr-1 inline align-[-2px]" />}
          {state}
        </span>
      }
      second={
        <span title={reply ?? undefined}>
          {isPaused && report.paused === 'person' ? m.reports_paused() : detail}
        </span>
      }
    />
  )
}

const notesOf = ({ paused, stopped, skips }: MailedReport): string[] => [
  ...(paused !== null && paused !== 'person' ? [`${m.reports_paused()}: ${reasonLabel(paused)}`] : []),
  ...stopped.map((address) => m.reports_stopped({ address })),
  ...(skips ? [m.reports_skips({ day: formatDay(skips.day), time: skips.at })] : []),
]

const useActs = (onEdit: RowsProps['onEdit']) => {
  const { act, remove } = useReportChanges()
  const blocked = useSaveBlocked(true)
  return {
    send: (report: MailedReport, run: ReportRun | undefined) => {
      const { is } = runLabel(run)
      const isFailed = run?.state === 'failed'
      return (
        <Button
          variant="ghost"
          disabledReason={blocked}
          pending={is === 'sending' && run?.reason === null}
          onClick={() =>
            act(isFailed ? { report, action: 'again', due: run.due } : { report, action: 'send' })
          }
        >
          {isFailed ? m.reports_send_again() : m.reports_send_now()}
        </Button>
      )
    },
    menu: (report: MailedReport) => {
      const pause =
        report.paused === null
          ? { id: 'pause', label: m.reports_pause(), onSelect: () => act({ report, action: 'pause' }) }
          : { id: 'resume', label: m.reports_resume(), onSelect: () => act({ report, action: 'resume' }) }
      return (
        <RowMenu
          label={m.reports_more({ title: reportTitle(report) })}
          items={[
            { id: 'edit', label: m.reports_edit(), onSelect: () => onEdit(report) },
            { ...pause, disabledReason: blocked },
            {
              id: 'delete',
              label: m.reports_delete(),
              disabledReason: blocked,
              onSelect: () => remove(report),
            },
          ]}
        />
      )
    },
  }
}

const What = ({ report }: { report: MailedReport }) => (
  <span className="block py-1.5 phone:py-0">
    <TwoLines
      first={
        <span className="font-semibold whitespace-normal">
          <bdi>{reportTitle(report)}</bdi>
        </span>
      }
      second={reportPeriod(report.settings)}
    />
    {notesOf(report).map((note) => (
      <span key={note} className="block text-12 whitespace-normal text-warning">
        {note}
      </span>
    ))}
  </span>
)

export const ReportsTable = ({ reports, lastRun, onEdit }: RowsProps) => {
  const { send, menu } = useActs(onEdit)
  return (
    <Table aria-label={m.reports_region()} edge="none" widths={WIDTHS}>
      <thead>
        <tr>
          <Th>{m.reports_what()}</Th>
          <Th>{m.reports_when()}</Th>
          <Th>{m.reports_to()}</Th>
          <Th>{m.reports_last()}</Th>
          <Th>
            <span className="sr-only">{m.reports_actions()}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <Tr key={report.id} height="two-line">
            <Td>
              <What report={report} />
            </Td>
            <Td>
              <TwoLines
                first={<Plain>{whenLabel(report.settings)}</Plain>}
                second={atLabel(report.settings)}
              />
            </Td>
            <Td>
              <TwoLines
                first={<Recipients to={report.settings.to} className="flex font-normal" />}
                second={languageLabel(report.settings)}
              />
            </Td>
            <Td>
              <LastRun report={report} run={lastRun(report)} />
            </Td>
            <Td>
              <span className="flex items-center justify-end gap-0.5">
                {send(report, lastRun(report))}
                {menu(report)}
              </span>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

export const ReportCards = ({ reports, lastRun, onEdit }: RowsProps) => {
  const { send, menu } = useActs(onEdit)
  return (
    <ul aria-label={m.reports_region()} className="-mx-4 mt-2 border-t border-line-strong">
      {reports.map((report) => (
        <li key={report.id} className="flex items-center gap-1 border-b border-line py-2.5 pr-2 pl-4">
          <span className="grid min-w-0 grow gap-0.5">
            <What report={report} />
            <span className="truncate text-12 text-text-2">
              {whenLabel(report.settings)}, {atLabel(report.settings)} ·{' '}
              <bdi>{peopleLabel(report.settings)}</bdi>
            </span>
            <LastRun report={report} run={lastRun(report)} />
          </span>
          {send(report, lastRun(report))}
          {menu(report)}
        </li>
      ))}
    </ul>
  )
}
