import { type CalendarDate, parseDate } from '@internationalized/date'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  I18nProvider,
  RangeCalendar as AriaRangeCalendar,
} from 'react-aria-components'
import { useState } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'

export type RangeCalendarProps = {
  label: string
  /** BCP 47 tag for names of months, days and buttons. */
  locale: string
  /** `YYYY-MM-DD`, inclusive; null: none. */
  value: { from: string; to: string } | null
  /** May differ from this device's. Its month is shown without a value. */
  today: string
  /** Highlighted comparison. */
  compared?: { from: string; to: string } | null
  months: 1 | 2
  /** Called once both ends are selected. */
  onChange: (range: { from: string; to: string }) => void
}

/**
 * Range calendar, weeks from Monday: two presses, a drag, or arrows, Page Up/Down and Enter. An incomplete
 * selection is dropped on leaving. Load lazily: it imports react-aria-components.
 */
export function RangeCalendar({
  label,
  locale,
  value,
  today,
  compared = null,
  months,
  onChange,
}: RangeCalendarProps) {
  const [focused, setFocused] = useState(value?.to ?? today)
  const [shown, setShown] = useState(value)
  if (value?.from !== shown?.from || value?.to !== shown?.to) {
    setShown(value)
    // An external range shows its months; after a selection here focus stays.
    if (value && value.from !== focused && value.to !== focused) setFocused(value.to)
  }
  return (
    <I18nProvider locale={locale}>
      <AriaRangeCalendar
        aria-label={label}
        value={value && { start: parseDate(value.from), end: parseDate(value.to) }}
        focusedValue={parseDate(focused)}
        onFocusChange={(date) => setFocused(date.toString())}
        selectionAlignment="end"
        visibleDuration={{ months }}
        pageBehavior="single"
        firstDayOfWeek="mon"
        commitBehavior="reset"
        onChange={(range) => {
          if (range) onChange({ from: range.start.toString(), to: range.end.toString() })
        }}
        className="relative w-fit phone:w-full"
      >
        <div className="flex gap-5">
          {Array.from({ length: months }, (_, month) => (
            <Month key={month} month={month} today={today} compared={compared} />
          ))}
        </div>
        <Turn slot="previous" className="left-0" />
        <Turn slot="next" className="right-0" />
      </AriaRangeCalendar>
    </I18nProvider>
  )
}

type DayHighlights = { today: string; compared: RangeCalendarProps['compared'] }

function Month({ month, ...highlights }: DayHighlights & { month: number }) {
  return (
    <div className="w-56 phone:w-full">
      <CalendarHeading
        level={3}
        offset={{ months: month }}
        className="h-7 text-center text-13 leading-7 font-semibold first-letter:uppercase touch:h-10 touch:leading-10"
      />
      <CalendarGrid
        offset={{ months: month }}
        weekdayStyle="short"
        className="w-full table-fixed border-collapse"
      >
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="h-7 text-12 font-normal text-text-3">{day}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody className="[&_td]:p-0">
          {(date) => <Day date={date} {...highlights} />}
        </CalendarGridBody>
      </CalendarGrid>
    </div>
  )
}

function Day({ date, today, compared }: DayHighlights & { date: CalendarDate }) {
  const day = date.toString()
  const isCompared = compared && compared.from <= day && day <= compared.to
  return (
    <CalendarCell
      date={date}
      className={({ isOutsideMonth, isSelected, isSelectionStart, isSelectionEnd }) =>
        classNames(
          'mt-0.5 grid h-7 cursor-default place-items-center text-13 tabular-nums outline-none data-focus-visible:relative data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-focus touch:h-10 phone:text-15 forced-colors:data-selected:bg-[Highlight] forced-colors:data-selected:text-[HighlightText]',
          isOutsideMonth && 'invisible',
          isCompared && !isSelected && 'rounded-none! border-b border-dashed border-text-3',
          isSelectionStart && 'rounded-l-2',
          isSelectionEnd && 'rounded-r-2',
          isSelectionStart || isSelectionEnd
            ? 'bg-accent font-strong text-on-accent data-focus-visible:outline-on-accent'
            : isSelected
              ? 'bg-selected text-text'
              : classNames('rounded-2 hover:bg-hover-raised', day > today && 'text-text-3'),
        )
      }
    >
      {({ formattedDate }) => (
        <span
          className={classNames(day === today && 'font-semibold underline decoration-2 underline-offset-4')}
        >
          {formattedDate}
        </span>
      )}
    </CalendarCell>
  )
}

function Turn({ slot, className }: { slot: 'previous' | 'next'; className: string }) {
  return (
    <Button
      slot={slot}
      className={classNames(
        'absolute top-0 grid size-7 cursor-default place-items-center rounded-2 text-text-2 outline-none hover:bg-hover-raised hover:text-text data-focus-visible:outline-2 data-focus-visible:outline-focus touch:size-10',
        className,
      )}
    >
      <Icon name={slot === 'previous' ? 'chevron-left' : 'chevron-right'} />
    </Button>
  )
}
