import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addNote, deleteNote, chartNotesQuery } from '#/api/chart-notes/chart-notes.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import { useAddress, useOverview, type Overview } from '#/features/overview/data/use-overview.ts'
import type { TrendBucket } from '#/features/overview/panels/trend/rows.ts'
import type { OpenedDialog } from '#/domain/notice/dialog-button.tsx'
import { noteLine, noteLines } from '#/domain/note-labels.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { FOOT } from '#/ui/chart/line-box.ts'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Popover } from '#/ui/overlay/popover.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { flagsOf, type TrendFlag } from './flags.ts'
import { ChartNoteForm } from './note-form.tsx'
import { useNotesAt } from './use-notes.ts'

/** Minimum distance between flags, percent of the axis. */
const ROOM = { desk: 3, phone: 9 }
const IN_CARD = 3

export const ChartNoteDialog = ({ isOpen, onClose }: Omit<OpenedDialog, 'nth'>) => {
  const { scope } = useSignedIn()
  const { object } = useAddress('object')
  // Notes of other clients or objects have separate drafts.
  return <ChartNoteForm key={`${scope.client} ${object}`} isOpen={isOpen} onClose={onClose} />
}

export const TrendFlags = ({ buckets }: { buckets: readonly TrendBucket[] }) => {
  const { days } = useOverview('days')
  const isPhone = useIsPhone()
  const flags = flagsOf(useNotesAt(days), buckets, isPhone ? ROOM.phone : ROOM.desk)
  if (flags.length === 0) return null
  return (
    <ul aria-label={m.chart_notes()} className="absolute inset-x-0 h-5" style={{ top: '100%' }}>
      {flags.map((flag) => (
        <li key={flag.days.from} className="absolute top-0" style={{ left: `${flag.across}%` }}>
          <FlagButton flag={flag} />
        </li>
      ))}
    </ul>
  )
}

const FlagButton = ({ flag: { across, days, notes } }: { flag: TrendFlag }) => {
  const [isPointed, setPointed] = useState(false)
  const isRight = across > 50
  const name = m.chart_notes_of({ days: formatDays(days) })
  return (
    <Popover
      label={name}
      align={isRight ? 'end' : 'start'}
      className="w-80 p-4 phone:pt-0"
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={[name, ...notes.map(({ text }) => text)].join('; ')}
          className="relative grid h-5 w-6 -translate-x-1/2 place-items-center rounded-2 text-text-2 hover:bg-hover hover:text-text touch:after:absolute touch:after:-inset-1"
          onPointerEnter={({ pointerType }) => setPointed(pointerType === 'mouse')}
          onPointerLeave={() => setPointed(false)}
          onFocus={({ currentTarget }) => setPointed(currentTarget.matches(':focus-visible'))}
          onBlur={() => setPointed(false)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setPointed(false)
          }}
        >
          <Icon name="flag" size={14} />
          {isPointed && !trigger['aria-expanded'] && <Card notes={notes} isRight={isRight} />}
        </button>
      )}
    >
      {() => (
        <ul className="grid max-h-80 gap-3 overflow-y-auto">
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} />
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** Hover preview of the list that a press opens. */
const Card = ({ notes, isRight }: { notes: readonly ChartNote[]; isRight: boolean }) => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute h-40 phone:h-36"
    style={{ bottom: `calc(100% + ${FOOT}px)`, left: '50%', borderLeft: '1px dotted var(--line-control)' }}
  >
    <span
      className="absolute bottom-0 z-(--z-index-sticky) grid w-max max-w-60 gap-0.5 rounded-3 bg-raised px-2.5 py-2 text-left text-12 text-text shadow-float forced-colors:border"
      style={{ [isRight ? 'right' : 'left']: 12 }}
    >
      {noteLines(notes, IN_CARD, noteLine).map((line, nth) => (
        <span key={notes[nth]?.id ?? 'more'} className="line-clamp-2 wrap-anywhere">
          <bdi>{line}</bdi>
        </span>
      ))}
    </span>
  </span>
)

const NoteItem = ({ note }: { note: ChartNote }) => {
  const { objectTitle } = useOverview('objectTitle')
  const blocked = useSaveBlocked(true)
  const remove = useRemove(note)
  return (
    <li className="flex items-start gap-2 text-13">
      <div className="min-w-0 grow">
        <p className="text-12 text-text-3">{formatDays({ from: note.day, to: note.day })}</p>
        <p className="whitespace-pre-wrap wrap-anywhere">
          <bdi>{note.text}</bdi>
        </p>
        <p className="text-12 wrap-anywhere text-text-2">
          <bdi>{noteAbout(note, objectTitle)}</bdi>
        </p>
      </div>
      <Button
        variant="ghost"
        aria-label={m.chart_note_delete_of({ text: note.text })}
        disabledReason={blocked}
        onClick={remove}
      >
        {m.chart_note_delete()}
      </Button>
    </li>
  )
}

const useRemove = (note: ChartNote) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const { queryKey } = chartNotesQuery(scope)
  const onError = (error: unknown) => showToast({ tone: 'failed', text: errorText(error) })
  const { mutate: bringBack } = useMutation({
    mutationFn: () => {
      const { day, reach, oid, text } = note
      const known = queryClient.getQueryData(queryKey)?.map(({ id }) => id)
      return addNote(scope, { day, reach, oid, text }, known ?? [])
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    onError,
  })
  const { mutate } = useMutation({
    mutationFn: () => deleteNote(scope, note.id),
    onSuccess: () => {
      queryClient.setQueryData(queryKey, (before) => before?.filter(({ id }) => id !== note.id))
      showToast({
        tone: 'done',
        text: m.chart_note_deleted(),
        action: { label: m.undo(), onPress: () => bringBack() },
      })
    },
    onError,
  })
  return () => mutate()
}

/** "Anna · Dentika Tverskaya": author and scope. */
const noteAbout = ({ reach, oid, who }: ChartNote, objectTitle: Overview['objectTitle']): string =>
  [
    who ?? m.annotation_somebody(),
    reach === 'all'
      ? m.chart_note_for_all()
      : reach === 'object'
        ? objectTitle(oid)
        : m.chart_note_for_account(),
  ].join(' · ')
