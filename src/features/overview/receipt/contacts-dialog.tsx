import { Link } from '@tanstack/react-router'
import type { ReportContact } from '#/analytics/worker/answer.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { useAnswer, useQuestion } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { conditionPeriodWords } from '#/features/overview/export/conditions.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { ContactStatus } from '#/domain/marks/contact-status.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { formatNumber, formatShortDateTime, parseWallClock, timeOf } from '#/i18n/format.ts'
import { PhoneLink } from '#/domain/marks/phone-link.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, linkClass } from '#/ui/control/button.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import type { ContactsChoice } from './contacts-file.ts'

/** More than the user reads in a dialog. */
const LIMIT = 200

export const CONTACTS_FILE: Exportable<ContactsChoice> = {
  name: 'contacts',
  isDrawn: false,
  usual: { filters: [] },
  file: () => import('./contacts-file.ts').then(({ contactsFile }) => contactsFile),
}

/** The contacts behind a figure, out of what is loaded: for filters that the journal does not have. */
export const ContactsDialog = ({ filters, onClose }: { filters: readonly Filter[]; onClose: () => void }) => {
  const { days, question } = useQuestion('days', 'question')
  const rows = useAnswer('rows', filters, { filters, limit: LIMIT })
  return (
    <Dialog
      open
      size="wide"
      title={m.overview_list_title()}
      onClose={onClose}
      actions={<Button onClick={onClose}>{m.close()}</Button>}
    >
      <div className="text-13 font-normal">
        {rows.isError ? (
          <LoadError
            error={rows.error}
            title={m.overview_list_failed()}
            level={3}
            onRetry={() => void rows.refetch()}
          />
        ) : (
          rows.data && (
            <>
              <div className="flex items-center justify-between gap-3 pb-2">
                <p>
                  {rows.data.total > rows.data.rows.length
                    ? m.overview_list_of({
                        shown: formatNumber(rows.data.rows.length),
                        total: formatNumber(rows.data.total),
                      })
                    : m.overview_list_all({ total: formatNumber(rows.data.total) })}
                  . {conditionPeriodWords({ days, question })}. {m.overview_list_why()}
                </p>
                <ExportMenu panel={CONTACTS_FILE} choice={{ filters }} title={m.overview_list_title()} />
              </div>
              <ul aria-label={m.overview_list_title()} className="border-t border-line">
                {rows.data.rows.map((row) => (
                  <Row key={`${row.oid} ${row.id}`} row={row} />
                ))}
              </ul>
            </>
          )
        )}
      </div>
    </Dialog>
  )
}

const whenOf = ({ day, minute }: ReportContact): string => {
  const clock = day === null ? null : parseWallClock(`${day}T${timeOf(minute)}`)
  return clock === null ? m.overview_list_undated() : formatShortDateTime(clock)
}

const Row = ({ row }: { row: ReportContact }) => {
  const hidden = useHiddenFields()
  const time = whenOf(row)
  return (
    <li className="grid min-h-8 grid-cols-[112px_152px_150px_minmax(0,1fr)] items-center gap-x-3 border-b border-line py-1 text-text tabular-nums phone:min-h-15 phone:grid-cols-[minmax(0,1fr)_auto]">
      {row.oid === null ? (
        time
      ) : (
        <Link
          to="/objects/$oid/calls/$callId"
          params={{ oid: row.oid, callId: String(row.id) }}
          className={linkClass}
        >
          {time}
        </Link>
      )}
      <ContactStatus code={row.status === null ? null : Number(row.status)} />
      {!hidden.has('phone_number_from') && (
        <span>
          {row.caller === null ? <Absent reason={m.no_caller()} /> : <PhoneLink phone={row.caller} />}
        </span>
      )}
      <bdi className="truncate text-text-2 phone:text-right" title={row.source ?? undefined}>
        {row.source ?? <Absent reason={m.no_source()} />}
      </bdi>
    </li>
  )
}
