import { metricName } from '#/domain/figures/figure-labels.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { timeOf, weekdayName } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { HeatGrid, HeatLegend, type HeatGridHead } from '#/ui/data/heat-grid.tsx'
import { blockHours, BLOCKS, blocksOf, HOURS, type CellCounts, type Week } from '#/domain/figures/week.ts'
import { greatestOf, levelOf, marginsOf } from './rows.ts'
import { useUnreadWeekdays, useWeek } from './use-week.ts'
import { inFull, shortly } from './labels.ts'

/* A week at coarser grain, for periods with too few calls by hour. */

interface CoarseProps {
  readonly week: Week
  readonly metric: HeatMetric
}

const Note = ({ metric, greatest, text }: { metric: HeatMetric; greatest: number; text: string }) => (
  <>
    <HeatLegend
      least={shortly(metric, 0)}
      most={shortly(metric, greatest)}
      hatched={m.heat_too_few()}
      partial={useUnreadWeekdays().size > 0 ? m.trend_unread() : undefined}
    />
    <p className="mt-1 text-12 text-text-3">{text}</p>
  </>
)

const blockLabel = (block: number) => {
  const { from, to } = blockHours(block)
  return `${timeOf(from * 60)}–${timeOf(to * 60)}`
}

/** Three-hour blocks by weekday. Not clickable: no filter expresses a block. */
export const BlocksGrid = ({ week, metric }: CoarseProps) => {
  const { isPhone, weekdays, press } = useWeek(metric, week)
  const unread = useUnreadWeekdays()
  const blocks = blocksOf(week)
  const greatest = greatestOf(metric, { all: blocks })
  const columns: HeatGridHead[] = Array.from({ length: BLOCKS }, (_, block) => ({
    words: isPhone ? timeOf(blockHours(block).from * 60) : blockLabel(block),
    name: blockLabel(block),
    pressed: false,
  }))
  const cell = (weekday: number, block: number) => {
    const counts = blocks[weekday * BLOCKS + block]!
    return {
      level: levelOf(metric, counts, greatest),
      isPartial: unread.has(weekday),
      name: inFull(metric, `${weekdayName(weekday)} ${blockLabel(block)}`, counts),
      pressed: false,
    }
  }
  const onWeekday = (weekday: number) => press('weekday', weekday)
  const label = m.heat_grid({ metric: metricName(metric) })
  return (
    <>
      {isPhone ? (
        <HeatGrid
          label={label}
          heads="above"
          rows={columns}
          columns={weekdays}
          cell={(block, weekday) => cell(weekday, block)}
          onColumn={onWeekday}
        />
      ) : (
        <HeatGrid label={label} rows={weekdays} columns={columns} cell={cell} onRow={onWeekday} />
      )}
      <Note metric={metric} greatest={greatest ?? 0} text={m.heat_in_blocks()} />
    </>
  )
}

export const Margins = ({ week, metric }: CoarseProps) => {
  const { isPhone, weekdays: ofWeekdays, hours: ofHours, press } = useWeek(metric, week)
  const { hours, weekdays } = marginsOf(week)
  const unread = useUnreadWeekdays()
  const greatest = greatestOf(metric, { all: [...hours, ...weekdays] })
  const strip = (by: 'hour' | 'weekday', heads: readonly HeatGridHead[], all: readonly CellCounts[]) => {
    const all_of: HeatGridHead = { words: '', name: m.heat_all_of({ count: all.length }), pressed: false }
    const cell = (at: number) => ({
      level: levelOf(metric, all[at]!, greatest),
      isPartial: by === 'weekday' ? unread.has(at) : unread.size > 0,
      name: heads[at]!.name,
      pressed: heads[at]!.pressed,
    })
    const onPress = (at: number) => press(by, at)
    const label = `${metricName(metric)}: ${by === 'hour' ? m.overview_by_hour() : m.overview_by_weekday()}`
    return isPhone && by === 'hour' ? (
      <HeatGrid label={label} rows={heads} columns={[all_of]} cell={cell} onCell={onPress} onRow={onPress} />
    ) : (
      <HeatGrid
        label={label}
        rows={[all_of]}
        columns={heads}
        cell={(_, at) => cell(at)}
        onCell={(_, at) => onPress(at)}
        onColumn={onPress}
      />
    )
  }
  return (
    <>
      <div className="grid gap-2">
        {strip('weekday', ofWeekdays, weekdays)}
        <div className="relative max-[900px]:overflow-x-auto phone:overflow-visible">
          <div className="min-w-164 phone:min-w-0">{strip('hour', ofHours, hours)}</div>
        </div>
      </div>
      <Note metric={metric} greatest={greatest ?? 0} text={m.heat_in_margins({ hours: HOURS })} />
    </>
  )
}
