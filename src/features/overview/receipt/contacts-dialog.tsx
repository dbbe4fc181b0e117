import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { recordingPath } from '#/api/recordings.ts'
import type { ReportContact } from '#/contract/figures/answers.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { PhoneLink } from '#/domain/cells/phone-link.tsx'
import { useAnswer, useOverview, useWholeOverview } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { conditionPeriodLabel } from '#/features/overview/export/conditions.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { ContactStatus } from '#/domain/cells/contact-status.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { formatDuration } from '#/i18n/duration.ts'
import { formatNumber, formatShortDateTime, parseWallClock, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { usePlayer, type Player } from '#/domain/recording/use-player.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { classNames } from '#/ui/class-names.ts'
import { Button, IconButton, linkClass } from '#/ui/control/button.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import type { ContactsChoice } from './contacts-file.ts'

const LIMIT = 200

export const CONTACTS_FILE: Exportable<ContactsChoice> = {
  name: 'contacts',
  isDrawn: false,
  usual: { filters: [] },
  file: () => import('./contacts-file.ts').then(({ contactsFile }) => contactsFile),
}

/** Contacts behind a figure, for filters that the journal lacks. */
export const ContactsDialog = ({ filters, onClose }: { filters: readonly Filter[]; onClose: () => void }) => {
  const { days, question } = useOverview('days', 'question')
  const rows = useAnswer('rows', filters, { filters, limit: LIMIT })
  const { heard, audio } = useHeard()
  return (
    <Dialog
      open
      size="wide"
      title={m.overview_list_title()}
      onClose={onClose}
      actions={<Button onClick={onClose}>{m.close()}</Button>}
    >
      <div className="text-13 font-normal">
        {rows.isError && rows.data === undefined ? (
          <LoadError
            error={rows.error}
            title={m.overview_list_failed()}
            level={3}
            onRetry={() => void rows.refetch()}
          />
        ) : rows.data === undefined ? (
          <SkeletonLines lines={4} label={m.loading()} />
        ) : (
          <>
            <div className="flex items-center justify-between gap-3 pb-2">
              <p>
                {rows.data.total > rows.data.rows.length
                  ? m.overview_list_of({
                      shown: formatNumber(rows.data.rows.length),
                      total: formatNumber(rows.data.total),
                    })
                  : m.overview_list_all({ total: formatNumber(rows.data.total) })}
                . {conditionPeriodLabel({ days, question })}. {m.overview_list_why()}
              </p>
              <ExportMenu panel={CONTACTS_FILE} choice={{ filters }} title={m.overview_list_title()} />
            </div>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
            <audio {...audio} preload="none" />
            <ul aria-label={m.overview_list_title()} className="border-t border-line">
              {rows.data.rows.map((row) => (
                <Row key={keyOf(row)} row={row} heard={heard} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

const whenOf = ({ day, minute }: ReportContact): string => {
  const clock = day === null ? null : parseWallClock(`${day}T${timeOf(minute)}`)
  return clock === null ? m.overview_list_undated() : formatShortDateTime(clock)
}

/** The player that the list shares. */
interface Heard {
  readonly key: string | null
  readonly isPlaying: boolean
  readonly isFailed: boolean
  readonly toggle: (row: ReportContact) => void
}

const keyOf = ({ oid, id }: ReportContact) => `${oid} ${id}`

const useHeard = (): { heard: Heard; audio: Player['audio'] } => {
  const { scope } = useSignedIn()
  const [row, setRow] = useState<ReportContact | null>(null)
  const src = row === null || row.oid === null ? null : recordingPath(scope, row.oid, row.id)
  const player = usePlayer({ src })
  const { state, audio } = player
  return {
    heard: {
      key: row && keyOf(row),
      isPlaying: state.playing || state.waiting,
      isFailed: state.failed,
      toggle: (next) => {
        if (row !== null && keyOf(row) === keyOf(next)) return player.toggle()
        setRow(next)
        // Plays as soon as its URL is known.
        player.play()
      },
    },
    audio,
  }
}

const Row = ({ row, heard }: { row: ReportContact; heard: Heard }) => {
  const hidden = useHiddenFields()
  const { objectTitle } = useWholeOverview()
  const time = whenOf(row)
  // Source, page and object; unknown ones are omitted.
  const place = [row.source, hidden.has('request_uri') ? null : row.page, objectTitle(row.oid)]
    .filter((part) => part !== null)
    .join(' · ')
  return (
    <li className="grid min-h-12 grid-cols-[112px_168px_minmax(0,1fr)_88px] items-center gap-x-3 border-b border-line py-1 text-text tabular-nums phone:min-h-15 phone:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      {row.oid === null ? (
        time
      ) : (
        <Link
          to="/objects/$oid/calls/$callId"
          params={{ oid: row.oid, callId: String(row.id) }}
          className={classNames(linkClass, 'inline-flex min-h-6 items-center')}
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
      {!hidden.has('duration') && !hidden.has('record_url') && <Recording row={row} heard={heard} />}
      <p
        className="col-[2/-1] row-start-2 truncate text-12 text-text-2 phone:col-span-full phone:row-auto"
        title={place}
      >
        <bdi>{place}</bdi>
      </p>
    </li>
  )
}

/** Only answered calls can have recordings; whether one exists is known on playback. */
const Recording = ({ row, heard }: { row: ReportContact; heard: Heard }) => {
  const isHeard = heard.key === keyOf(row)
  const isPlaying = isHeard && heard.isPlaying
  if (row.oid === null || row.duration === null || row.duration === 0)
    return (
      <span className="col-start-4 row-start-1 text-right phone:hidden">
        <Absent reason={m.no_duration()} />
      </span>
    )
  return (
    <span className="col-start-4 row-start-1 flex items-center justify-end gap-1 phone:col-auto phone:row-auto">
      {isHeard && heard.isFailed ? (
        <span className="text-12 text-text-3">{m.call_no_recording()}</span>
      ) : (
        <>
          <IconButton
            icon={isPlaying ? 'pause' : 'play'}
            label={isPlaying ? m.recording_pause() : m.recording_play()}
            className="size-6! text-accent!"
            onClick={() => heard.toggle(row)}
          />
          <span className="min-w-9 text-right">{formatDuration(row.duration)}</span>
        </>
      )}
    </span>
  )
}
