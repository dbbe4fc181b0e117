import { useId } from 'react'
import { sumOfAmounts } from '#/features/overview/spend/change-amounts.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { FirstOf } from '#/domain/cells/values.tsx'
import { counted, formatMoney, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Radio } from '#/ui/control/checkbox.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { Icon } from '#/ui/icon.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { CurrentMonth } from './current-month.tsx'
import { amountDaysLabel, problemLabel, openQuestionLabel } from './labels.ts'
import { SpendQuestions } from './questions.tsx'
import { SpendSummary } from './summary.tsx'
import { leavesDays, type Import, type ImportedAmount } from './use-import.ts'
import type { Known } from './use-known.ts'

const AMOUNTS_SHOWN = 8
const ERRORS_SHOWN = 5

/** Preview of an import: open questions, columns, accepted and rejected lines. */
export const SpendPreview = ({ imported, known }: { imported: Import; known: Known }) => {
  const { today } = useOverview('today')
  const { read } = imported
  const isOpen = read.open.length > 0
  return (
    <>
      <SpendQuestions imported={imported} known={known} />
      <ColumnMapping imported={imported} />
      <Errors imported={read} />
      {isOpen ? (
        <p className="mt-2 text-13 text-warning">{openQuestionLabel(read.open[0]!)}</p>
      ) : (
        <>
          {read.hasCurrentMonth && (
            <p className="mt-2">
              <CurrentMonth
                month={today.slice(0, 7)}
                isSoFar={imported.isSoFar}
                setSoFar={imported.setSoFar}
              />
            </p>
          )}
          <SpendSummary imported={imported} known={known} />
          <ReadingNotes imported={read} />
          {read.amounts.some(({ before }) => before.length > 0) && <Meetings imported={imported} />}
          {read.amounts.length > 0 && <Amounts amounts={read.amounts} known={known} />}
        </>
      )}
    </>
  )
}

type Read = Import['read']

const Errors = ({ imported }: { imported: Read }) => {
  const id = useId()
  // Lines without amount are listed as left out, not as errors.
  const errors = imported.errors.filter(({ problem }) => problem !== 'no_amount')
  if (errors.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-3 rounded-2 bg-warning-soft px-3 py-2 text-13">
      <h3 id={id} className="sr-only">
        {m.spend_errors()}
      </h3>
      <p className="flex items-start gap-1.5 font-strong text-warning">
        <Icon name="alert" className="mt-0.5" />
        {m.spend_errors_count(counted(errors.length))}
      </p>
      <FirstOf items={errors} limit={ERRORS_SHOWN}>
        {(shown) => (
          <ul className="mt-1 text-text">
            {shown.map(({ line, problem, text }) => (
              <li key={line} className="wrap-anywhere">
                {m.spend_error_line({ line: formatNumber(line), problem: problemLabel(problem, text) })}
              </li>
            ))}
          </ul>
        )}
      </FirstOf>
    </section>
  )
}

const ReadingNotes = ({ imported: { amounts, currencies, isDaily, isSpread } }: { imported: Read }) => {
  const summed = amounts.filter(({ lines }) => lines.length > 1).length
  const notes = [
    ...(isDaily ? [m.spend_daily()] : []),
    ...(isSpread ? [m.spend_spread()] : []),
    ...(summed > 0 && !isDaily ? [m.spend_added_up(counted(summed))] : []),
    ...(currencies.length === 1 ? [m.spend_currencies({ signs: currencies.join(', ') })] : []),
  ]
  return (
    <div className="mt-2 grid gap-0.5 text-12 text-text-3 empty:hidden">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {currencies.length > 1 && (
        <p className="flex items-start gap-1 text-warning">
          <Icon name="alert" size={14} className="mt-px" />
          {m.spend_currencies_several({ signs: currencies.join(', ') })}
        </p>
      )}
    </div>
  )
}

const Meetings = ({ imported: { meeting, setMeeting, read } }: { imported: Import }) => {
  const name = useId()
  return (
    <fieldset className="mt-2 flex flex-wrap items-center gap-x-4 text-13">
      <legend className="float-left mr-1 text-text-2">{m.spend_existing()}</legend>
      <Radio name={name} checked={meeting === 'replace'} onChange={() => setMeeting('replace')}>
        {m.spend_replace()}
      </Radio>
      <Radio name={name} checked={meeting === 'add'} onChange={() => setMeeting('add')}>
        {m.spend_add_to()}
      </Radio>
      {meeting === 'replace' && read.amounts.some(leavesDays) && (
        <p className="w-full text-12 text-text-3">{m.spend_days_stay()}</p>
      )}
    </fieldset>
  )
}

const Amounts = ({ amounts, known }: { amounts: readonly ImportedAmount[]; known: Known }) => {
  const hasCampaigns = amounts.some(({ campaign }) => campaign !== null)
  const hasBefore = amounts.some(({ before }) => before.length > 0)
  return (
    <div className="mt-2">
      <FirstOf items={amounts} limit={AMOUNTS_SHOWN}>
        {(shown) => (
          // Wider than a phone where amounts stand beside those before: by the keyboard it is moved here.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div
            className="relative overflow-x-auto"
            tabIndex={0}
            role="group"
            aria-label={m.spend_amounts_read()}
          >
            <Table edge="none" aria-label={m.spend_amounts_read()} className="text-text [&_th]:bg-raised">
              <thead>
                <tr>
                  <Th>{m.spend_role_source()}</Th>
                  {hasCampaigns && <Th className="phone:hidden">{m.spend_role_campaign()}</Th>}
                  <Th>{m.spend_month()}</Th>
                  {hasBefore && <Th numeric>{m.spend_was()}</Th>}
                  <Th numeric>{m.spend_amount()}</Th>
                </tr>
              </thead>
              <tbody>
                {shown.map((one) => (
                  <AmountLine
                    key={JSON.stringify([one.source, one.campaign, one.month])}
                    {...{ one, known, hasCampaigns, hasBefore }}
                  />
                ))}
              </tbody>
            </Table>
          </div>
        )}
      </FirstOf>
    </div>
  )
}

const AmountLine = ({
  one: { source, campaign, month, amount, spans, before, lines },
  known,
  hasCampaigns,
  hasBefore,
}: {
  one: ImportedAmount
  known: Known
  hasCampaigns: boolean
  hasBefore: boolean
}) => (
  <Tr>
    <Td className="w-full whitespace-normal">
      <bdi className="wrap-anywhere">{source}</bdi>
      {campaign !== null && (
        <bdi className="block text-12 wrap-anywhere text-text-2 desk:hidden">{campaign}</bdi>
      )}
      {!known.hasSource(source) && <Unknown />}
    </Td>
    {hasCampaigns && (
      <Td className="min-w-32 whitespace-normal phone:hidden">
        {campaign === null ? (
          <Absent reason={m.spend_no_column()} />
        ) : (
          <>
            <bdi className="wrap-anywhere">{campaign}</bdi>
            {known.hasSource(source) && !known.hasCampaign(campaign) && <Unknown />}
          </>
        )}
      </Td>
    )}
    <Td>
      {formatMonth(`${month}-01`)}
      <span
        className={classNames(
          'block text-12 text-text-3 empty:hidden',
          spans.length > 2 && 'whitespace-normal',
        )}
      >
        {amountDaysLabel(month, spans)}
      </span>
    </Td>
    {hasBefore && (
      <Td numeric className="text-text-2">
        {before.length === 0 ? <Absent reason={m.spend_not_entered()} /> : formatMoney(sumOfAmounts(before))}
      </Td>
    )}
    <Td numeric className="font-strong">
      {formatMoney(amount)}
      {lines.length > 1 && (
        <span className="block text-12 font-normal text-text-3">
          {m.spend_lines_of(counted(lines.length))}
        </span>
      )}
    </Td>
  </Tr>
)

const Unknown = () => (
  <span className="flex items-center gap-1 text-12 text-warning">
    <Icon name="info" size={14} />
    {m.spend_unknown()}
  </span>
)
