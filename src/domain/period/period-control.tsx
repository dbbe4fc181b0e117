import { useState } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { EditorPill, type FilterPillProps } from '#/ui/control/pill.tsx'
import { usePopover } from '#/ui/overlay/popover.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import type { PeriodPickerProps } from './period-picker.tsx'

const fetchPicker = () => import('./period-picker.tsx')

const useCalendar = () =>
  useOnIntent(() => import('#/ui/control/range-calendar.tsx').then((code) => code.RangeCalendar))
export type CalendarCode = ReturnType<typeof useCalendar>

/** Pills for period and comparison, with one picker. */
export const PeriodControl = ({
  valueText,
  comparedLabel,
  onRemove,
  ...picker
}: Omit<PeriodPickerProps, 'calendar' | 'startsAt' | 'onClose'> &
  Pick<FilterPillProps, 'onRemove'> & {
    /** "Last 30 days" */
    readonly valueText: string
    /** "Oct 1 – 31, 2026"; absent: the page compares nothing. */
    readonly comparedLabel?: string
  }) => {
  const editor = usePopover('dialog')
  const calendar = useCalendar()
  const code = useIdleCode(fetchPicker)
  const [startsAt, setStartsAt] = useState<PeriodPickerProps['startsAt']>('period')
  const pill = (name: string) => ({ name, removeLabel: m.remove_filter({ filter: name }) })
  return (
    <span role="none" className="contents" {...calendar.handlers}>
      <EditorPill
        {...pill(m.filter_period())}
        value={valueText}
        first
        tool="period"
        trigger={editor.trigger}
        onOpen={() => setStartsAt('period')}
        onRemove={onRemove}
        className="[anchor-name:--period]"
      />
      {comparedLabel !== undefined && (
        <EditorPill
          {...pill(m.overview_compared_with())}
          value={comparedLabel}
          tool="compare"
          trigger={editor.trigger}
          onOpen={() => setStartsAt('comparison')}
        />
      )}
      <div
        {...editor.surface}
        role="dialog"
        aria-label={m.filter_period()}
        // Centered around its pill if too wide to start below it.
        className="floating sheet max-h-[calc(100dvh-32px)] [position-anchor:--period] [position-try-fallbacks:block-end_span-all]"
      >
        {editor.open &&
          (code ? (
            <code.PeriodPicker {...picker} {...{ calendar, startsAt }} onClose={editor.close} />
          ) : (
            <p className="p-3 text-13 text-text-3">{m.loading()}</p>
          ))}
      </div>
    </span>
  )
}
