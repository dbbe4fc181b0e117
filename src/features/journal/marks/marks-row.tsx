import { useState } from 'react'
import { MARK_FILTERS } from '#/contract/annotations/mark-filters.ts'
import { filterName, filterValue } from '#/domain/contact-list/filter-labels.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { MarksFilter } from './marks-filter.tsx'
import { OpeningRow } from './opening-row.tsx'

/** Filters by what people have marked, as one row of a phone's sheet: "Score 4 or more, Note given". */
export const MarksRow = ({ journal }: { journal: Journal }) => {
  const [open, setOpen] = useState(false)
  const set = MARK_FILTERS.flatMap((name) => {
    const value = journal.search[name]
    return value === undefined ? [] : [`${filterName(name)} ${filterValue(name, value, undefined)}`]
  })
  return (
    <OpeningRow
      name={m.filter_marks()}
      value={set.length === 0 ? undefined : set.join(', ')}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <MarksFilter journal={journal} />
    </OpeningRow>
  )
}
