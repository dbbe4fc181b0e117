import { useId, type ReactNode } from 'react'
import { sumOfAmounts } from '#/features/overview/spend/change-amounts.ts'
import { joinDays } from '#/analytics/spend/month.ts'
import { daysOfAmount } from '#/analytics/spend/spending.ts'
import type { LeftOutBecause } from '#/features/overview/spend/reading/totals.ts'
import { daysIn, type DayRange } from '#/contract/day.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { FirstOf } from '#/domain/cells/values.tsx'
import { counted, formatDays, formatMoney, formatNumber, formatStretches } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { cutText } from '#/ui/data/cut-text.ts'
import { Icon } from '#/ui/icon.tsx'
import { problemLabel } from './labels.ts'
import type { Import } from './use-import.ts'
import type { Known } from './use-known.ts'

const NAMES_SHOWN = 3
const LINES_SHOWN = 5
const TEXT_SHOWN = 60

const LEFT_OUT_WORDS = {
  total: m.spend_left_total,
  nameless_total: m.spend_left_nameless,
  other_total: m.spend_left_other_total,
  note: m.spend_left_note,
} as const satisfies Record<LeftOutBecause, (inputs: { text: string }) => string>

/** Import summary: sum, days, share matched with contacts, and lines left out. */
export const SpendSummary = ({ imported, known }: { imported: Import; known: Known }) => {
  const id = useId()
  const { days: period } = useOverview('days')
  const { amounts } = imported.read
  const days = joinDays(
    amounts.flatMap(({ month, spans }) => spans.map((span) => daysOfAmount({ month, days: span.days }))),
  )
  const dayCount = days.reduce((sum, one) => sum + daysIn(one), 0)
  const sources = new Set(amounts.map(({ source }) => source))
  const campaigns = new Set(amounts.flatMap(({ campaign }) => campaign ?? []))
  return (
    <section aria-labelledby={id} className="mt-3 text-13">
      <h3 id={id} className="font-semibold text-text">
        {m.spend_preview()}
      </h3>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 phone:grid-cols-1 phone:gap-y-0">
        <Fact name={m.spend_sum()}>
          <span aria-live="polite" className="font-semibold text-text tabular-nums">
            {m.spend_read({ ...counted(amounts.length), sum: formatMoney(sumOfAmounts(amounts)) })}
          </span>
        </Fact>
        {days.length > 0 && (
          <Fact name={m.spend_days_covered()}>
            {formatStretches(days)}{' '}
            <span className="text-text-3">({m.spend_days_count(counted(dayCount))})</span>
          </Fact>
        )}
        {sources.size > 0 && (
          <Fact name={m.spend_sources_found()}>
            <Found
              names={[...sources]}
              isCounted={known.sources !== null}
              has={known.hasSource}
              period={period}
            />
          </Fact>
        )}
        {campaigns.size > 0 && (
          <Fact name={m.spend_campaigns_found()}>
            <Found
              names={[...campaigns]}
              isCounted={known.campaigns !== null}
              has={known.hasCampaign}
              period={period}
            />
          </Fact>
        )}
        <LeftOut imported={imported} />
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-text-3">{name}</dt>
    <dd className="min-w-0 text-text-2 phone:mb-1.5">{children}</dd>
  </>
)

const Found = ({
  names,
  isCounted,
  has,
  period,
}: {
  names: readonly string[]
  isCounted: boolean
  has: (name: string) => boolean
  period: DayRange
}) => {
  if (!isCounted) return <span className="text-text-3">{m.loading()}</span>
  const missing = names.filter((name) => !has(name))
  const shown = missing.slice(0, NAMES_SHOWN).map((name) => cutText(name, TEXT_SHOWN))
  const more = missing.length - shown.length
  return (
    <>
      {m.spend_found({ found: formatNumber(names.length - missing.length), of: formatNumber(names.length) })}{' '}
      <span className="text-text-3">({formatDays(period)})</span>
      {missing.length > 0 && (
        <span className="flex items-start gap-1 text-warning">
          <Icon name="info" size={14} className="mt-0.5" />
          <bdi className="wrap-anywhere">
            {m.spend_not_found({ names: shown.join(', ') })}
            {more > 0 && ` ${m.spend_and_more({ count: formatNumber(more) })}`}
          </bdi>
        </span>
      )}
    </>
  )
}

const LeftOut = ({ imported: { read, sheet } }: { imported: Import }) => {
  const lines = [
    ...read.leftOut.map(({ line, because, text }) => ({
      line,
      words: LEFT_OUT_WORDS[because]({ text: cutText(text, TEXT_SHOWN) }),
    })),
    ...read.errors
      .filter(({ problem }) => problem === 'no_amount')
      .map(({ line, problem, text }) => ({ line, words: problemLabel(problem, text) })),
  ].toSorted((a, b) => a.line - b.line)
  return (
    <>
      {lines.length > 0 && (
        <Fact name={m.spend_left_out()}>
          <FirstOf items={lines} limit={LINES_SHOWN}>
            {(shown) => <Lines lines={shown} />}
          </FirstOf>
        </Fact>
      )}
      {sheet.openQuotes.length > 0 && (
        <Fact name={m.spend_read_so()}>
          <FirstOf items={sheet.openQuotes} limit={LINES_SHOWN}>
            {(shown) => <Lines lines={shown.map((line) => ({ line, words: m.spend_open_quote() }))} />}
          </FirstOf>
        </Fact>
      )}
    </>
  )
}

const Lines = ({ lines }: { lines: readonly { readonly line: number; readonly words: string }[] }) => (
  <ul>
    {lines.map(({ line, words }) => (
      <li key={line} className="wrap-anywhere">
        {m.spend_error_line({ line: formatNumber(line), problem: words })}
      </li>
    ))}
  </ul>
)
