import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '#/api/error.ts'
import { addNote, chartNotesQuery } from '#/api/chart-notes/chart-notes.ts'
import { isDay } from '#/contract/day.ts'
import { CHART_NOTE_MAX, type NoteReach } from '#/contract/chart-notes/chart-notes.ts'
import { useFiguresOwner } from '#/features/overview/export/use-export-context.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { readDays } from '#/features/overview/search.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { FormDialog } from '#/domain/saving/form-dialog.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted, formatDay, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { SelectField, TextField } from '#/ui/control/field.tsx'
import { TextArea } from '#/ui/control/text-area.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'

/** Characters left from which a counter is shown. */
const SAY_LEFT_FROM = 80

/** Note for a day of the trend. The draft survives closing until it is saved. */
export const ChartNoteForm = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { scope } = useSignedIn()
  const { object } = useAddress('object')
  const queryClient = useQueryClient()
  const blocked = useSaveBlocked(true)
  const usualDay = useUsualDay()
  const [text, setText] = useState('')
  const [chosenDay, setDay] = useState<string | null>(null)
  const [reach, setReach] = useState<NoteReach>(object === undefined ? 'client' : 'object')
  const [isTried, setTried] = useState(false)
  const day = chosenDay ?? usualDay
  const wrong = {
    day: isDay(day) ? undefined : m.chart_note_no_day(),
    text: textProblem(text),
  }
  const { queryKey } = chartNotesQuery(scope)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const oid = reach === 'object' ? (object ?? null) : null
      const known = queryClient.getQueryData(queryKey)?.map(({ id }) => id)
      return addNote(scope, { day, reach, oid, text: text.trim() }, known ?? [])
    },
    onSuccess: (note) => {
      queryClient.setQueryData(queryKey, (before) => before && byDay([note, ...before]))
      void queryClient.invalidateQueries({ queryKey })
      setText('')
      setDay(null)
      setTried(false)
      onClose()
      showToast({ tone: 'done', text: m.chart_note_saved({ day: formatDay(note.day) }) })
    },
  })
  const save = () => {
    setTried(true)
    if (wrong.day === undefined && wrong.text === undefined) mutate()
  }
  const left = CHART_NOTE_MAX - text.trim().length
  const failure =
    error === null
      ? undefined
      : isApiError(error) && error.fields?.['text'] !== undefined
        ? m.chart_note_full()
        : errorText(error)
  return (
    <FormDialog
      open={isOpen}
      title={m.chart_note_add()}
      save={m.chart_note_save()}
      isPending={isPending}
      isDirty={text.trim() !== ''}
      keepsDraft
      disabledReason={blocked}
      onSave={save}
      onClose={onClose}
    >
      <TextArea
        label={m.chart_note_text()}
        value={text}
        rows={3}
        data-autofocus
        autoFocus
        hint={left >= 0 && left <= SAY_LEFT_FROM ? m.chart_note_left(counted(left)) : m.chart_note_hint()}
        error={(left < 0 || isTried ? wrong.text : undefined) ?? failure}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 phone:grid-cols-1">
        <TextField
          type="date"
          label={m.chart_note_day()}
          value={day}
          error={isTried ? wrong.day : undefined}
          onChange={({ target }) => setDay(target.value)}
        />
        <ReachField reach={reach} onChange={setReach} />
      </div>
    </FormDialog>
  )
}

const byDay = <N extends { readonly day: string }>(notes: readonly N[]): readonly N[] =>
  notes.toSorted((a, b) => b.day.localeCompare(a.day))

const textProblem = (text: string): string | undefined => {
  const { length } = text.trim()
  if (length === 0) return m.chart_note_empty()
  if (length <= CHART_NOTE_MAX) return undefined
  return m.chart_note_long({ most: formatNumber(CHART_NOTE_MAX), shown: formatNumber(length) })
}

/** The selected day, or today if in the period, else the last day. */
const useUsualDay = (): string => {
  const { days, today } = useOverview('days', 'today')
  const { days: stretch } = useAddress('days')
  const chosen = readDays(stretch)?.to
  return chosen ?? (days.to < today ? days.to : today)
}

const ReachField = ({ reach, onChange }: { reach: NoteReach; onChange: (reach: NoteReach) => void }) => {
  const { scope } = useSignedIn()
  const { object: oid } = useAddress('object')
  const { objectTitle } = useOverview('objectTitle')
  const { object, client } = useFiguresOwner()
  const options: readonly (readonly [NoteReach, string])[] = [
    ...(oid === undefined
      ? []
      : [['object', m.chart_note_for_object({ name: object ?? objectTitle(oid) ?? oid })] as const]),
    ['client', client === null ? m.chart_note_for_account() : m.chart_note_for_client({ name: client })],
    ...(scope.client === null ? [] : [['all', m.chart_note_for_all()] as const]),
  ]
  return (
    <SelectField
      label={m.chart_note_for()}
      value={reach}
      onChange={({ target }) => onChange(options.find(([one]) => one === target.value)?.[0] ?? 'client')}
    >
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  )
}
