import { CHANGE_DIMENSIONS, type ChangeDimension, type ExplainedBy } from '#/contract/figures/changes.ts'
import { isRate } from '#/analytics/report-metrics.ts'
import {
  explain,
  mostlyOf,
  totalChange,
  type Explanation,
  type PartOf,
} from '#/server/metrics/changes/explain.ts'
import { changeSide, type ChangeSides } from '#/server/metrics/changes/sides.ts'
import { countParts, splitBy, type ChangePart } from '#/server/metrics/changes/split.ts'
import type { Amount, ChangeRow, ChangesOver, Changes } from '#/contract/figures/answers.ts'
import type { Dataset } from '#/server/metrics/columns/dataset.ts'
import { select } from '#/server/metrics/columns/select.ts'
import { lengthsOf, passedDays } from './comparison.ts'
import { previousSide } from './report.ts'
import type { ChangesQuestion } from '#/contract/figures/questions.ts'

/** Rows sent unless more are requested; the others are merged. */
const SPLIT_ROWS = 1_000
/** Significant changes whose own parts are searched. */
const SEARCHED_ROWS = 12

const NOTHING: Changes = {
  none: null,
  over: null,
  lead: null,
  also: [],
  mostly: { where: null, blocks: [] },
  renamed: null,
  split: null,
  sizes: null,
}

const percentOf = (now: number, before: number): number | null => (before > 0 ? now / before - 1 : null)

const rowOf = (by: ExplainedBy, part: ChangePart): ChangeRow => {
  const { isConcentrated: _concentrated, excess: _excess, scaled, ...rest } = part
  return { by, parts: 1, percent: percentOf(part.now.part, scaled), ...rest }
}
const rowOfPart = ({ by, part }: PartOf) => rowOf(by, part)

const add = (amounts: readonly Amount[]): Amount => ({
  part: amounts.reduce((sum, { part }) => sum + part, 0),
  whole: amounts.reduce((sum, { whole }) => sum + whole, 0),
})

const together = (by: ExplainedBy, parts: readonly ChangePart[]): ChangeRow | null => {
  if (parts.length === 0) return null
  if (parts.length === 1) return rowOf(by, parts[0]!)
  const sum = (pick: (part: ChangePart) => number) => parts.reduce((all, part) => all + pick(part), 0)
  return {
    by,
    value: null,
    was: null,
    isCalendar: false,
    parts: parts.length,
    now: add(parts.map(({ now }) => now)),
    before: add(parts.map(({ before }) => before)),
    change: sum(({ change }) => change),
    percent: percentOf(
      sum(({ now }) => now.part),
      sum(({ scaled }) => scaled),
    ),
    effects: parts[0]!.effects && {
      mix: sum(({ effects }) => effects?.mix ?? 0),
      own: sum(({ effects }) => effects?.own ?? 0),
    },
    isReal: false,
    isMixReal: false,
    isOwnReal: false,
  }
}

const amountOf = ({ part, whole }: ChangeSides['now']): Amount => {
  const sum = (counts: Uint8Array) => counts.reduce((all, one) => all + one, 0)
  const counted = sum(part)
  return { part: counted, whole: whole === null ? counted : sum(whole) }
}

const leadOf = (lead: Explanation['lead']): Changes['lead'] =>
  lead && {
    by: lead.by,
    rows: lead.parts.map((part) => rowOf(lead.by, part)),
    others: together(lead.by, lead.others),
  }

const splitRows = (sides: ChangeSides, by: ChangeDimension, limit = SPLIT_ROWS): Changes['split'] => {
  const split = splitBy(sides, by, 1)
  if (split === null) return null
  const parts = split.parts.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
  const searched = new Set(parts.filter(({ isReal, was }) => isReal && was === null).slice(0, SEARCHED_ROWS))
  return {
    rows: parts.slice(0, limit).map((part) => {
      const mostly = searched.has(part) ? mostlyOf(sides, split, part).where : null
      return { ...rowOf(by, part), mostly: mostly && rowOfPart(mostly) }
    }),
    others: together(by, parts.slice(limit)),
  }
}

export const changesOf = (current: Dataset, compared: Dataset | null, question: ChangesQuestion): Changes => {
  const { metric, by, days, filters, now: moment, isComplete } = question
  const previous = previousSide(compared, question)
  if (previous === null) return { ...NOTHING, none: 'no_comparison' }
  if (!isComplete) return { ...NOTHING, none: 'unread' }
  const own = { data: current, selection: select(current, filters), days, filters }
  const passed = passedDays(own, previous, moment)
  const lengths = lengthsOf(passed)
  const scale = lengths.comparedDays === 0 ? 0 : lengths.days / lengths.comparedDays
  const won = new Set(question.won)
  const sides: ChangeSides = {
    now: changeSide(current, own.selection, metric, passed.current, won),
    before: changeSide(previous.data, previous.selection, metric, passed.previous, won),
    scale,
    isRate: isRate(metric),
    isShared: question.isShared === true,
  }
  const [now, counted] = [amountOf(sides.now), amountOf(sides.before)]
  if (counted.whole === 0 || scale === 0) return { ...NOTHING, none: 'nothing_before' }
  const scaled = (count: number) => Math.round(count * scale)
  const over = (change: number, isReal: boolean | null): ChangesOver => ({
    ...lengths,
    now,
    counted,
    before: { part: scaled(counted.part), whole: scaled(counted.whole) },
    change,
    percent: percentOf(now.part, counted.part * scale),
    isReal,
  })
  if (by !== null) {
    const { total, isReal } = totalChange(sides)
    return {
      ...NOTHING,
      over: over(total, isReal),
      split: splitRows(sides, by, question.limit),
      sizes: Object.fromEntries(CHANGE_DIMENSIONS.map((one) => [one, countParts(sides, one)])),
    }
  }
  const { total, isReal, lead, also, mostly, renamed } = explain(sides)
  return {
    ...NOTHING,
    over: over(total, isReal),
    lead: leadOf(lead),
    also: also.map(rowOfPart),
    mostly: {
      where: mostly.where && rowOfPart(mostly.where),
      blocks: mostly.blocks.map((part) => rowOf('hours', part)),
    },
    renamed: renamed && rowOfPart(renamed),
  }
}
