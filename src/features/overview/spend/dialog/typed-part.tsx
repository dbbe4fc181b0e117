import { useEffect, useRef, useState } from 'react'
import type { SpendAmount } from '#/analytics/spend/amounts.ts'
import { monthsOf } from '#/analytics/spend/month.ts'
import { cleanName, daysSoFar } from '#/features/overview/spend/reading/read-spend.ts'
import { addDays } from '#/contract/day.ts'
import { SPENT_NAME_MAX } from '#/contract/preferences.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { formatDays, formatMoney, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, IconButton, LinkButton } from '#/ui/control/button.tsx'
import { SelectField, TextField } from '#/ui/control/field.tsx'
import { Table, Td, Th } from '#/ui/table/table.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { CurrentMonth } from './current-month.tsx'
import { TypedSource } from './typed-source.tsx'
import type { Known } from './use-known.ts'
import type { Typed } from './use-typed.ts'

const SHOWN = 25
const SHOWN_MORE = 200
const DAYS_BACK = 730
const DAYS_AHEAD = 62

const wordsOf = (month: string) => formatMonth(`${month}-01`)

/** Typed amounts by month, sources with most contacts first. */
export const TypedPart = ({
  typed,
  known,
  month,
  setMonth,
  ofObjects,
  onPasteSheet,
}: {
  typed: Typed
  known: Known
  month: string
  setMonth: (month: string) => void
  ofObjects: readonly SpendAmount[]
  /** Spreadsheet cells pasted into a field. */
  onPasteSheet: (text: string) => void
}) => {
  const { days, today, state } = useOverview('days', 'today', 'state')
  const [added, setAdded] = useState<readonly string[]>([])
  const [limit, setLimit] = useState(SHOWN)
  const table = useRef<HTMLDivElement>(null)
  // Focuses the amount of the added row.
  useEffect(() => {
    if (added.length > 0) [...(table.current?.querySelectorAll('input') ?? [])].at(-1)?.focus()
  }, [added])
  const months = [
    ...new Set([
      ...typed.places.map((place) => place.month),
      ...monthsOf({ from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) }),
      ...monthsOf(days),
    ]),
  ].toSorted()
  const at = months.indexOf(month)
  const contacts = new Map((known.sources ?? []).map((source) => [source.name, source.contacts]))
  const others = [
    ...new Set([...typed.places.map(({ source }) => source).filter((one) => !added.includes(one)), ...added]),
  ].filter((source) => !contacts.has(source))
  const sources = [...contacts.keys()]
  const elsewhere = ofObjects
    .filter((one) => one.month === month)
    .reduce((sum, { amount }) => sum + amount, 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex items-center gap-1">
          <IconButton
            icon="chevron-left"
            label={m.spend_month_before()}
            onClick={() => setMonth(months[Math.max(at - 1, 0)]!)}
          />
          <SelectField
            label={m.spend_month()}
            labelHidden
            value={month}
            onChange={({ currentTarget }) => setMonth(currentTarget.value)}
            className="w-36 phone:w-44"
          >
            {months.toReversed().map((one) => (
              <option key={one} value={one}>
                {wordsOf(one)}
              </option>
            ))}
          </SelectField>
          <IconButton
            icon="chevron-right"
            label={m.spend_month_after()}
            onClick={() => setMonth(months[Math.min(at + 1, months.length - 1)]!)}
          />
        </span>
        {daysSoFar(month, today) !== null && (
          <CurrentMonth month={month} isSoFar={typed.isSoFar} setSoFar={typed.setSoFar} />
        )}
      </div>
      <div ref={table} className="mt-2 max-h-[46dvh] overflow-y-auto desk:-mx-5 desk:px-5 phone:max-h-none">
        <Table edge="none" aria-label={m.spend_table()} className="[&_thead_th]:bg-raised">
          <thead className="sticky top-0 z-sticky">
            <tr>
              <Th>{m.col_source()}</Th>
              <Th numeric className="phone:hidden">
                {m.spend_contacts({ days: formatDays(days) })}
              </Th>
              <Th numeric>{m.spend_amount()}</Th>
            </tr>
          </thead>
          <tbody>
            {[...sources.slice(0, limit), ...others].map((source) => (
              <TypedSource
                key={`${month} ${source}`}
                source={source}
                contacts={contacts.get(source) ?? null}
                month={month}
                typed={typed}
                onPasteSheet={onPasteSheet}
              />
            ))}
          </tbody>
          <tfoot className="sticky bottom-0 bg-raised">
            <tr>
              <th scope="row" className="h-9 border-t border-line-strong font-semibold text-text">
                {m.spend_total()}, {wordsOf(month)}
              </th>
              <Td numeric className="border-t border-t-line-strong border-b-transparent phone:hidden">
                {formatNumber([...contacts.values()].reduce((sum, count) => sum + count, 0))}
              </Td>
              <Td
                numeric
                className="border-t border-t-line-strong border-b-transparent font-semibold text-text"
              >
                {formatMoney(typed.totalOf(month))}
              </Td>
            </tr>
          </tfoot>
        </Table>
        {known.sources === null && (
          <>
            {state?.is === 'loading' && <p className="py-2 text-13">{m.tools_wait()}</p>}
            <SkeletonLines lines={3} label={m.loading()} />
          </>
        )}
      </div>
      {elsewhere > 0 && (
        <p className="mt-1 text-12 text-text-3">{m.spend_by_objects({ amount: formatMoney(elsewhere) })}</p>
      )}
      {sources.length > limit && (
        <p className="mt-2 text-13">
          <LinkButton onClick={() => setLimit(limit + SHOWN_MORE)}>
            {m.sources_show_all({ shown: formatNumber(sources.length) })}
          </LinkButton>
        </p>
      )}
      <AddSource onAdd={(source) => setAdded([...added.filter((one) => one !== source), source])} />
      <p className="mt-2 text-12 text-text-3 phone:hidden">{m.spend_keys()}</p>
    </>
  )
}

const AddSource = ({ onAdd }: { onAdd: (source: string) => void }) => {
  const [name, setName] = useState('')
  return (
    <form
      className="mt-2 flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (cleanName(name) === '') return
        onAdd(cleanName(name))
        setName('')
      }}
    >
      <TextField
        label={m.spend_add_source()}
        labelHidden
        placeholder={m.spend_add_source()}
        autoComplete="off"
        maxLength={SPENT_NAME_MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        className="w-60"
      />
      <Button type="submit" icon="plus" className="h-8 phone:h-10">
        {m.spend_add()}
      </Button>
    </form>
  )
}
