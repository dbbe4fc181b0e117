import type { Counts } from '#/contract/figures/counts.ts'
import { dayText } from '#/contract/day.ts'
import { CALL_BACK_DAYS, STOPS_SOON_DAYS, type Finding } from '#/analytics/evaluation/findings.ts'
import type { PlannedCost } from '#/analytics/spend/planned-cost.ts'
import type { RateRange } from '#/analytics/evaluation/wilson.ts'
import { formatCost } from '#/domain/figures/figure-labels.ts'
import { oneInText } from '#/domain/inactivity-labels.ts'
import { ReceiptContents } from '#/domain/figures/receipt-contents.tsx'
import type { Receipt } from '#/domain/figures/receipt.tsx'
import { expiryForecastReceipt } from '#/domain/expiry-forecast/expiry-forecast-receipt.tsx'
import { formatDay, formatMoney, formatNumber, formatPercent, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import {
  sideLabel,
  verdictMeans,
  verdictNote,
} from '#/features/overview/panels/sources/cells/verdict-receipt.tsx'
import { plannedLabel } from '#/features/overview/spend/cost-receipt.tsx'
import { findingTitle, roughly, roughlyCounted } from './finding-labels.ts'
import type { FindingFacts } from './use-findings.ts'

type StopSource = Extract<Finding, { is: 'stop_source' }>
type Inputs = Receipt['inputs']
interface Own {
  readonly definition: string
  /** Contacts at stake, before the target rate. */
  readonly atStake: number
  readonly inputs: Inputs
  readonly rules: readonly string[]
  readonly notes: readonly string[]
}

const range = ({ rate, low, high }: RateRange) => ({
  rate: formatPercent(rate),
  low: formatPercent(low),
  high: formatPercent(high),
})
const ofTotal = (part: number, total: number, rate: RateRange) =>
  m.today_part_range({ part: formatNumber(part), whole: formatNumber(total), ...range(rate) })

/** What a target contact of the others has cost, or what is planned for one. */
const besidePaid = ({ others }: StopSource, planned: PlannedCost | null): Inputs[number] =>
  planned === null
    ? {
        label: m.today_other_sources(),
        value: m.today_range({
          rate: formatCost(1 / others.rate),
          low: formatCost(1 / others.high),
          high: formatCost(1 / others.low),
        }),
      }
    : { label: m.spend_planned(), value: plannedLabel(planned) }

const ownOf = (finding: Finding, { objects, planned }: FindingFacts): Own => {
  switch (finding.is) {
    case 'not_through':
      return {
        definition: m.today_define_call_back(),
        atStake: finding.callers,
        inputs: [
          { label: m.today_people(), value: formatNumber(finding.callers) },
          { label: m.today_first_time(), value: formatNumber(finding.firstTime) },
        ],
        rules: [],
        notes: [m.today_note_outgoing()],
      }
    case 'missed_source': {
      const { missed, calls, rate, others } = finding
      const excess = missed - calls * others.rate
      return {
        definition: m.today_define_missed(),
        atStake: excess,
        inputs: [
          { label: m.today_this_source(), value: ofTotal(missed, calls, rate) },
          { label: m.today_other_sources(), value: m.today_range(range(others)) },
          { label: m.today_excess(), value: roughly(excess) },
        ],
        rules: [m.today_note_range(), m.today_note_apart()],
        notes: [],
      }
    }
    case 'stop_source': {
      const { by, target, contacts, rate, others } = finding
      const own = { label: m.today_this_source(), value: sideLabel({ ...finding, range: rate }) }
      if (by !== 'rate')
        return {
          definition: verdictMeans(by, 'stop'),
          atStake: contacts,
          inputs: [own, besidePaid(finding, planned)],
          rules: [verdictNote(by)],
          notes: [],
        }
      return {
        definition: m.today_define_stop_source(),
        atStake: contacts,
        inputs: [
          { ...own, value: ofTotal(target, contacts, rate) },
          { label: m.today_other_sources(), value: m.today_range(range(others)) },
        ],
        rules: [m.today_note_range(), m.today_note_apart()],
        notes: [],
      }
    }
    case 'silent_object': {
      const { inactivity, object, missing } = finding
      const weekDays = objects.find(({ oid }) => oid === object.oid)?.weekDays ?? []
      return {
        definition: m.inactivity_definition(),
        atStake: missing,
        inputs: [
          { label: m.inactivity_contacts_today(), value: formatNumber(inactivity.contacts) },
          ...weekDays.map((day, week) => ({
            label: formatDay(dayText(day)),
            value: formatNumber(inactivity.weeks[week] ?? 0),
          })),
          { label: m.inactivity_mean(), value: formatNumber(inactivity.usual) },
          {
            label: m.inactivity_last(),
            value: inactivity.last === null ? m.inactivity_no_last() : timeOf(inactivity.last),
          },
          { label: m.today_missing(), value: roughly(missing) },
        ],
        rules: [
          inactivity.look === 'pause'
            ? m.inactivity_formula_pause({
                usual: roughly(inactivity.usualSince),
                chance: oneInText(inactivity.chance),
              })
            : m.inactivity_formula({
                shown: formatNumber(inactivity.contacts),
                usual: roughly(inactivity.usual),
                chance: oneInText(inactivity.chance),
              }),
          m.inactivity_note_poisson(),
        ],
        notes: [],
      }
    }
    default: {
      const { expiryForecast, object } = finding
      const lost = STOPS_SOON_DAYS - Math.max(expiryForecast.daysLeft, 0)
      const { inputs, notes, formula } = expiryForecastReceipt(expiryForecast)
      return {
        definition: m.today_define_stops(),
        atStake: object.daily * lost,
        inputs: [
          ...inputs,
          { label: m.today_daily(), value: roughly(object.daily) },
          { label: m.today_days_lost(), value: formatNumber(lost) },
        ],
        rules: [formula],
        notes,
      }
    }
  }
}

const targetOf = ({ target, contacts }: Pick<Counts, 'target' | 'contacts'>) => ({
  rate: contacts === 0 ? '–' : formatPercent(target / contacts),
  target: formatNumber(target),
  contacts: formatNumber(contacts),
})

/** Receipt of a finding without contacts to weigh it. */
const unweighedReceipt = (finding: Finding): Receipt => {
  const own = 'expiryForecast' in finding ? expiryForecastReceipt(finding.expiryForecast) : null
  return {
    title: findingTitle(finding),
    value: null,
    definition: m.expiry_definition(),
    formula: own?.formula ?? null,
    inputs: own?.inputs ?? [],
    notes: [...(own?.notes ?? []), m.today_note_unweighed()],
  }
}

const findingReceipt = (finding: Finding, facts: FindingFacts): Receipt => {
  const { definition, atStake, inputs, rules, notes } = ownOf(finding, facts)
  const { figures } = facts
  const rate =
    finding.is === 'stop_source'
      ? finding.others.rate - finding.rate.rate
      : figures.contacts === 0
        ? 0
        : figures.target / figures.contacts
  return {
    title: findingTitle(finding),
    value: null,
    definition,
    formula:
      finding.is === 'stop_source' && finding.amount !== null
        ? m.today_paid_formula({
            amount: formatMoney(Math.round(finding.amount)),
            cost: formatCost(1 / finding.others.rate),
            target: formatNumber(finding.target),
            lost: roughly(finding.cost),
          })
        : m.today_cost_formula({
            count: roughly(atStake),
            rate: formatPercent(rate),
            cost: roughly(finding.cost),
          }),
    inputs: [
      ...inputs,
      ...(finding.is === 'stop_source'
        ? []
        : [
            {
              label: m.today_target_rate({ days: formatNumber(CALL_BACK_DAYS) }),
              value: m.today_target_of(targetOf(figures)),
            },
          ]),
      { label: m.today_cost(), value: m.today_cost_value(roughlyCounted(finding.cost)) },
    ],
    rules: [...rules, m.today_note_rank()],
    notes,
  }
}

/** @param facts undefined: no contacts yet, only objects */
export const FindingReceipt = ({
  finding,
  facts,
  onClose,
}: {
  finding: Finding
  facts: FindingFacts | undefined
  onClose: () => void
}) => (
  <ReceiptContents
    receipt={facts ? findingReceipt(finding, facts) : unweighedReceipt(finding)}
    onClose={onClose}
  />
)
