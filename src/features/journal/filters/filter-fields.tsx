import type { ReactNode } from 'react'
import { TEXT_MIN } from '#/contract/archive/filters.ts'
import { DEFAULT_JOURNAL_PERIOD, PERIODS } from '#/contract/call-filters.ts'
import { PeriodPicker } from '#/domain/period/period-picker.tsx'
import type { CalendarCode } from '#/domain/period/period-pill.tsx'
import { PERIOD_WORDS } from '#/features/journal/period.ts'
import { OptionList } from '#/ui/control/option-list.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { DurationChoice, StatusFilter } from './choice-filters.tsx'
import type { FieldProps } from './field-props.ts'
import type { EditedFilter } from './offered-filters.ts'
import { periodPicker } from './period-filter.tsx'
import { SourceField } from './source-field.tsx'
import { CallerFilter, TextFilter } from './typed-filters.tsx'

/** The editor of one filter, a field of the filter's own name, applied at once. */
export const FilterField = ({ name, ...props }: FieldProps & { name: EditedFilter }) => FIELDS[name](props)

const FIELDS = {
  status_filter: (props) => <StatusFilter {...props} />,
  source_filter: (props) => <SourceField {...props} />,
  source_text_filter: (props) => <TextFilter name="source_text_filter" {...props} />,
  uri_filter: (props) => <TextFilter name="uri_filter" hint={m.uri_hint()} {...props} />,
  from_filter: (props) => <CallerFilter {...props} />,
  duration_filter: (props) => <DurationChoice {...props} />,
  q: (props) => (
    <TextFilter name="q" hint={m.filter_q_hint({ count: TEXT_MIN })} shortest={TEXT_MIN} {...props} />
  ),
} as const satisfies Record<EditedFilter, (props: FieldProps) => ReactNode>

/** The service's own words for a period, ready periods, and any days. */
export const PeriodField = ({
  journal,
  today,
  calendar,
  onDone,
}: Pick<FieldProps, 'journal' | 'today' | 'onDone'> & { calendar: CalendarCode }) => {
  const { search, change } = journal
  return (
    <PeriodPicker
      {...periodPicker(journal, today)}
      calendar={calendar}
      onDone={onDone}
      above={
        <OptionList
          label={m.filter_period()}
          groups={[{ options: PERIODS.map((period) => ({ id: period, label: PERIOD_WORDS[period]() })) }]}
          columns={3}
          selected={search.period ?? DEFAULT_JOURNAL_PERIOD}
          autoFocus
          onSelect={(period) => {
            // The days belong to a custom period only, and are chosen below.
            if (period === 'custom') return change({ period })
            change({ period, date_from: undefined, date_to: undefined })
            onDone()
          }}
        />
      }
    />
  )
}
