import { type ChangeMetric, readBlock } from '#/contract/figures/changes.ts'
import type { Amount, Changes, ChangeRow, ChangesOver } from '#/contract/figures/answers.ts'
import { isSameLength } from '#/analytics/figure-change.ts'
import {
  counted,
  formatPercent,
  formatPercentChange,
  formatPoints,
  formatSigned,
  weekdayName,
} from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { partName } from './change-part-labels.ts'

type ObjectTitle = (oid: string | null) => string | null
type CountMetric = Exclude<ChangeMetric, 'missed_rate' | 'target_rate'>
type Than = (inputs: { count: number; shown: string; days: string }) => string

const MORE = {
  contacts: m.changes_more_contacts,
  calls: m.changes_more_calls,
  answered: m.changes_more_answered,
  missed: m.changes_more_missed,
  reached: m.changes_more_reached,
  first_time: m.changes_more_first_time,
  repeated: m.changes_more_repeated,
  target: m.changes_more_target,
  deals: m.changes_more_deals,
  won: m.changes_more_won,
} as const satisfies Record<CountMetric, Than>
const FEWER = {
  contacts: m.changes_fewer_contacts,
  calls: m.changes_fewer_calls,
  answered: m.changes_fewer_answered,
  missed: m.changes_fewer_missed,
  reached: m.changes_fewer_reached,
  first_time: m.changes_fewer_first_time,
  repeated: m.changes_fewer_repeated,
  target: m.changes_fewer_target,
  deals: m.changes_fewer_deals,
  won: m.changes_fewer_won,
} as const satisfies Record<CountMetric, Than>

const BLOCKS = [m.changes_nights, m.changes_mornings, m.changes_afternoons, m.changes_evenings]

/** Tenths of a percentage point per unit share. */
const TENTHS = 1_000
/** "−4.1" from tenths of a point. */
export const signedPoints = (tenths: number): string => formatPoints(tenths / TENTHS)
/** "4.1" */
const pointsText = (tenths: number): string => signedPoints(Math.abs(tenths)).replace('+', '')

const blocksLabel = (blocks: readonly ChangeRow[]): string => {
  const read = blocks
    .flatMap(({ value }) => (value === null ? [] : [readBlock(value)]))
    .toSorted((a, b) => a.block - b.block)
  const list = new Intl.ListFormat(getLocale())
  return list.format(
    [...Map.groupBy(read, ({ block }) => block)].map(([block, days]) =>
      BLOCKS[block]!({
        days: list.format(
          days
            .map(({ weekday }) => weekday)
            .toSorted((a, b) => a - b)
            .map((weekday) => weekdayName(weekday, getLocale() === 'ru' ? 'short' : 'long')),
        ),
      }),
    ),
  )
}

const leadLabel = (
  change: number,
  rows: readonly ChangeRow[],
  mostly: Changes['mostly'],
  objectTitle: ObjectTitle,
): string => {
  const [first] = rows
  const row = rows.find((one) => one.change * change > 0)
  const partText = (one: ChangeRow) => `${partName(one, objectTitle)} ${formatSigned(one.change)}`
  if (row === undefined) return `, ${m.changes_although({ part: partText(first!) })}`
  if (row !== first) return `: ${partText(row)}`
  const where = [
    ...(mostly.where ? [partName(mostly.where, objectTitle)] : []),
    ...(mostly.blocks.length > 0 ? [blocksLabel(mostly.blocks)] : []),
  ].join(' ')
  return `: ${[partText(row), ...(where === '' ? [] : [m.changes_mostly({ where })])].join(', ')}`
}

const share = ({ part, whole }: Amount): string => formatPercent(whole === 0 ? 0 : part / whole)

/** "Mostly Search: its own rate fell from 54.1% to 46.0%" */
const rateLeadLabel = (row: ChangeRow, over: ChangesOver, objectTitle: ObjectTitle): string => {
  const part = partName(row, objectTitle)
  const { mix, own } = row.effects ?? { mix: 0, own: 0 }
  if (row.isOwnReal && (Math.abs(own) >= Math.abs(mix) || !row.isMixReal)) {
    const sentence = own > 0 ? m.changes_mostly_own : m.changes_mostly_own_fell
    return sentence({ part, before: share(row.before), now: share(row.now) })
  }
  const [was, is] = [row.before.whole / (over.before.whole || 1), row.now.whole / (over.now.whole || 1)]
  const sentence = is > was ? m.changes_mostly_share : m.changes_mostly_share_fell
  return sentence({ part, before: formatPercent(was), now: formatPercent(is) })
}

export interface ChangeSentence {
  /** "298 fewer contacts than Oct 1–31" */
  readonly head: string
  /** " (per day −11.6%): Search −164, mostly Windows." */
  readonly rest: string
  /** Probably renamed source; null: none. */
  readonly renamed: string | null
}

const headOf = (metric: ChangeMetric, { change }: ChangesOver, days: string): string => {
  if (change === 0) return m.changes_same({ days })
  if (metric === 'missed_rate' || metric === 'target_rate')
    return (change > 0 ? m.changes_points_higher : m.changes_points_lower)({
      points: pointsText(change),
      days,
    })
  return (change > 0 ? MORE : FEWER)[metric]({ ...counted(Math.abs(change)), days })
}

export const changeSentence = (
  metric: ChangeMetric,
  { over, lead, mostly, renamed }: Changes,
  days: string,
  objectTitle: ObjectTitle,
): ChangeSentence | null => {
  if (over === null) return null
  const isRate = metric === 'missed_rate' || metric === 'target_rate'
  const percent =
    isRate || over.change === 0 || over.percent === null ? null : formatPercentChange(over.percent)
  const brackets =
    percent === null ? '' : ` (${isSameLength(over) ? percent : m.changes_per_day({ change: percent })})`
  const why = (): string => {
    if (lead === null) return `. ${over.isReal === true ? m.changes_even() : m.changes_normal()}.`
    const [first] = lead.rows
    // The cause is withheld.
    if (first === undefined) return '.'
    return isRate
      ? `. ${rateLeadLabel(first, over, objectTitle)}.`
      : `${leadLabel(over.change, lead.rows, mostly, objectTitle)}.`
  }
  return {
    head: headOf(metric, over, days),
    rest: brackets + why(),
    renamed:
      renamed?.value && renamed.was
        ? `${m.changes_renamed({ now: renamed.value, before: renamed.was })}.`
        : null,
  }
}

/** "−0.8 points: a smaller share came from where the rate is high", and the same for rates. */
export const effectLines = (lead: Changes['lead']): string[] => {
  const rows = lead === null ? [] : [...lead.rows, ...(lead.others ? [lead.others] : [])]
  const sum = (pick: (effects: { readonly mix: number; readonly own: number }) => number) =>
    rows.reduce((all, { effects }) => all + (effects ? pick(effects) : 0), 0)
  const [mix, own] = [sum((one) => one.mix), sum((one) => one.own)]
  const mixLabel = mix > 0 ? m.changes_effect_mix_up : m.changes_effect_mix_down
  const ownLabel = own > 0 ? m.changes_effect_own_up : m.changes_effect_own_down
  return [
    ...(mix === 0 ? [] : [mixLabel({ points: signedPoints(mix) })]),
    ...(own === 0 ? [] : [ownLabel({ points: signedPoints(own) })]),
  ]
}
