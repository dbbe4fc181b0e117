import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '#/api/error.ts'
import { keysOf } from '#/api/keys.ts'
import { saveWorkingHours, workingHoursQuery } from '#/api/working-hours.ts'
import type { OpenHours, WeekHours, WorkingHours } from '#/contract/working-hours/working-hours.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { FormDialog } from '#/domain/saving/form-dialog.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { timeOf, weekdayName } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { SelectField } from '#/ui/control/field.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { weekLines } from './week-labels.ts'

const OFFICE: OpenHours = { from: '09:00', to: '18:00' }
const ALL_DAY: OpenHours = { from: '00:00', to: '00:00' }
const ofDays = (days: number, hours: OpenHours): WeekHours =>
  Array.from({ length: 7 }, (_, weekday) => (weekday < days ? hours : null))

const PRESETS = [
  { name: m.working_hours_weekdays, week: ofDays(5, OFFICE) },
  { name: m.working_hours_daily, week: ofDays(7, { from: '09:00', to: '21:00' }) },
  { name: m.working_hours_always, week: ofDays(7, ALL_DAY) },
]

const isConflict = (error: unknown) => isApiError(error) && error.code === 'working_hours_changed'

/** @param stored null: never stored */
export const HoursDialog = ({
  oid,
  stored,
  onClose,
}: {
  oid: string
  stored: WorkingHours | null
  onClose: () => void
}) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const blocked = useSaveBlocked(true)
  const [week, setWeek] = useState<WeekHours>(stored?.week ?? ofDays(5, OFFICE))
  const [first] = useState(week)
  // After a conflict what a colleague stored; null: nothing.
  const [seen, setSeen] = useState(stored)
  const { queryKey } = workingHoursQuery(scope)
  const show = async (saved: WorkingHours) => {
    queryClient.setQueryData(queryKey, (before) => [
      saved,
      ...(before ?? []).filter((one) => one.oid !== oid),
    ])
    await queryClient.invalidateQueries({ queryKey: keysOf(scope, 'figures') })
  }
  const { mutate: restore } = useMutation({
    mutationFn: (removed: WorkingHours) =>
      saveWorkingHours(scope, { oid, version: removed.version, week: seen?.week ?? null }),
    onSuccess: show,
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
  })
  const save = useMutation({
    mutationFn: (next: WeekHours | null) =>
      saveWorkingHours(scope, { oid, version: seen?.version ?? 0, week: next }),
    onSuccess: (saved) => {
      onClose()
      showToast({
        tone: 'done',
        ...(saved.week === null
          ? {
              text: m.working_hours_removed(),
              action: { label: m.undo(), onPress: () => restore(saved) },
            }
          : { text: m.working_hours_saved() }),
      })
      return show(saved)
    },
    onError: async (error) => {
      if (!isConflict(error)) return
      await queryClient.refetchQueries({ queryKey })
      setSeen(queryClient.getQueryData(queryKey)?.find((one) => one.oid === oid) ?? null)
    },
  })
  const setDay = (weekday: number, hours: OpenHours | null) =>
    setWeek(week.map((before, nth) => (nth === weekday ? hours : before)))
  return (
    <FormDialog
      open
      title={m.working_hours()}
      save={m.working_hours_save()}
      isPending={save.isPending}
      isDirty={JSON.stringify(week) !== JSON.stringify(first)}
      disabledReason={blocked}
      onSave={() => save.mutate(week)}
      onClose={onClose}
    >
      <p className="text-13 text-text-2">{m.working_hours_hint()}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-13">
        {PRESETS.map(({ name, week: preset }) => (
          <LinkButton key={name()} onClick={() => setWeek(preset)}>
            {name()}
          </LinkButton>
        ))}
      </p>
      <div className="grid gap-1">
        {week.map((hours, weekday) => (
          <DayRow
            // Static order.
            key={weekday}
            weekday={weekday}
            hours={hours}
            onHours={(next) => setDay(weekday, next)}
          />
        ))}
      </div>
      {seen?.week && (
        <p>
          <Button
            variant="ghost"
            pending={save.isPending}
            disabledReason={blocked}
            onClick={() => save.mutate(null)}
          >
            {m.working_hours_remove()}
          </Button>
        </p>
      )}
      {isConflict(save.error) ? (
        <p role="alert" className="text-13 text-warning">
          {seen === null || seen.week === null
            ? m.working_hours_conflict_removed()
            : m.working_hours_conflict({
                who: seen.who ?? m.annotation_somebody(),
                what: weekLines(seen.week).join(', '),
              })}
        </p>
      ) : (
        save.error && (
          <p role="alert" className="text-13 text-missed">
            {errorText(save.error)}
          </p>
        )
      )}
    </FormDialog>
  )
}

const HALF_HOURS = Array.from({ length: 48 }, (_, half) => timeOf(half * 30))

const DayRow = ({
  weekday,
  hours,
  onHours,
}: {
  weekday: number
  hours: OpenHours | null
  onHours: (hours: OpenHours | null) => void
}) => {
  const day = weekdayName(weekday, 'long')
  const time = (which: keyof OpenHours, label: string, of: OpenHours) => (
    <SelectField
      label={label}
      labelHidden
      value={of[which]}
      onChange={({ target }) => onHours({ ...of, [which]: target.value })}
    >
      {HALF_HOURS.map((text) => (
        <option key={text}>{text}</option>
      ))}
    </SelectField>
  )
  return (
    <div className="grid min-h-10 grid-cols-[9.5rem_minmax(0,1fr)] items-center gap-2 text-13">
      <Checkbox checked={hours !== null} onChange={({ target }) => onHours(target.checked ? OFFICE : null)}>
        <span className="inline-block first-letter:uppercase">{day}</span>
      </Checkbox>
      {hours === null ? (
        <span className="text-text-3">{m.working_hours_closed()}</span>
      ) : (
        <span className="flex flex-wrap items-center gap-x-2">
          {time('from', m.working_hours_from({ day }), hours)}
          <span aria-hidden="true">–</span>
          {time('to', m.working_hours_to({ day }), hours)}
          {hours.to <= hours.from && (
            <span className="text-text-3">
              {hours.to === hours.from ? m.working_hours_all_day() : m.working_hours_next_day()}
            </span>
          )}
        </span>
      )}
    </div>
  )
}
