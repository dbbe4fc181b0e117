import { useMemo, type ReactNode } from 'react'
import type { TrendPoint } from '#/contract/figures/answers.ts'
import { Panel, type PanelModule, Undated } from '#/features/overview/panels/panel.tsx'
import { DialogButton } from '#/domain/notice/dialog-button.tsx'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useTableSwitch } from '#/features/overview/data/table-switch.tsx'
import { bucketOf } from '#/features/overview/data/job.ts'
import { useAddress, useOverview, useReport } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { figureText, metricName } from '#/domain/figures/figure-labels.ts'
import {
  BUCKETS,
  readDays,
  TREND_METRICS,
  writeDays,
  type BucketName,
  type TrendMetric,
} from '#/features/overview/search.ts'
import { formatDays, formatNumber, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { Choice } from '#/ui/control/choice.tsx'
import { LineChart } from '#/ui/chart/line-chart.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import type { TrendChoice } from './file.tsx'
import { bucketsIn, daysOfStretch, touched, unknownStretches, type TrendBucket } from './rows.ts'
import { plotOf, unfinishedIn } from './plot.ts'
import { trendNote } from '#/domain/report/trend-note.ts'
import { bucketLabel, stretchLabel, unknownLabel } from './labels.ts'

const BUCKET_WORDS = {
  day: m.period_day,
  week: m.period_week,
  month: m.period_month,
} as const satisfies Record<BucketName, () => string>

const TREND_FILE: Exportable<TrendChoice> = {
  name: 'trend',
  isDrawn: true,
  usual: { metric: TREND_METRICS[0] },
  file: () => import('./file.tsx').then(({ trendFile }) => trendFile),
}

const Trend = () => {
  const { days, bucket, replace } = useOverview('days', 'bucket', 'replace')
  const { trend_metric } = useAddress('trend_metric')
  const [isTable, tableSwitch] = useTableSwitch('trend')
  const hidden = useHidden()
  const metrics = TREND_METRICS.filter((one) => !hidden.metric(one))
  const metric = metrics.find((one) => one === trend_metric) ?? TREND_METRICS[0]
  const isPlan = trend_metric === 'plan'
  const isPhone = useIsPhone()
  const usual = bucketOf({}, days)
  return (
    <Panel
      title={m.trend()}
      isByDay
      // A phone has no room for what its choices say.
      note={isPlan || isPhone ? undefined : trendNote(metric, bucket)}
      actions={
        <>
          {!isPlan && (
            <Choice
              label={m.trend_buckets()}
              value={bucket}
              options={BUCKETS.map((value) => ({ value, label: BUCKET_WORDS[value]() }))}
              onChange={(chosen) => replace({ bucket: chosen === usual ? undefined : chosen })}
            />
          )}
          {tableSwitch}
          {!isPlan && <ExportMenu panel={TREND_FILE} choice={{ metric }} title={m.trend()} />}
        </>
      }
      skeleton={<TrendSkeleton />}
      nothing={<NoContacts />}
    >
      {() => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
            <Choice
              label={m.trend_metric()}
              value={isPlan ? trend_metric : metric}
              options={[
                ...metrics.map((value) => ({ value, label: metricName(value) })),
                { value: 'plan' as const, label: m.trend_plan() },
              ]}
              onChange={(value) => replace({ trend_metric: value === TREND_METRICS[0] ? undefined : value })}
            />
            {!isPlan && (
              <Legend>
                <DialogButton
                  title={m.chart_note_add()}
                  icon="flag"
                  isIconOnPhone
                  fetchDialog={fetchNoteDialog}
                />
              </Legend>
            )}
          </div>
          <div className="mt-3">
            {isPlan ? <AgainstPlan isTable={isTable} /> : <Shown metric={metric} isTable={isTable} />}
          </div>
        </>
      )}
    </Panel>
  )
}

const AgainstPlan = ({ isTable }: { isTable: boolean }) => {
  const later = useLater()
  return later ? <later.PlanTrend isTable={isTable} /> : <TrendSkeleton />
}

const fetchNoteDialog = async () => (await fetchNotes()).ChartNoteDialog
const fetchNotes = () => import('#/features/overview/notes/trend-notes.tsx')

const NO_POINTS: readonly TrendPoint[] = []

const Shown = ({ metric, isTable }: { metric: TrendMetric; isTable: boolean }) => {
  const { question } = useOverview('question')
  const { trend = NO_POINTS, comparedTrend = null, unread } = useReport('trend', 'comparedTrend', 'unread')
  const buckets = useMemo(
    () => bucketsIn({ trend, comparedTrend }, question, unread),
    [trend, comparedTrend, question, unread],
  )
  const later = useLater()
  return (
    <>
      {isTable ? (
        later ? (
          <later.TrendTable buckets={buckets} metric={metric} />
        ) : (
          <TrendSkeleton />
        )
      ) : (
        <TrendLine buckets={buckets} metric={metric} />
      )}
      <Undated />
      {buckets.length < trend.length && (
        <p className="mt-1 text-12 text-text-3">
          {m.trend_newest({ shown: formatNumber(buckets.length), total: formatNumber(trend.length) })}
        </p>
      )}
    </>
  )
}

const ROOM = { desk: 8, phone: 4 }

const TrendLine = ({ buckets, metric }: { buckets: readonly TrendBucket[]; metric: TrendMetric }) => {
  const overview = useOverview('question', 'days', 'today', 'change')
  const { question, change } = overview
  const reported = useReport('unread')
  const { days: stretch } = useAddress('days')
  const isPhone = useIsPhone()
  const chosen = touched(buckets, readDays(stretch))
  const values = (index: number) => {
    const { counts, unknown, compared } = buckets[index]!
    return {
      value: unknown ? unknownLabel(unknown) : ((counts && figureText(metric, counts)) ?? '–'),
      before: compared && (figureText(metric, compared.counts) ?? '–'),
    }
  }
  const { state } = useOverview('state')
  const flags = useIdleCode(fetchNotes)
  const unfinished = unfinishedIn(buckets, reported)
  return (
    <LineChart
      label={m.trend_chart({ metric: metricName(metric) })}
      {...plotOf(buckets, metric, isPhone ? ROOM.phone : ROOM.desk, overview)}
      describe={(index) => {
        const { value, before } = values(index)
        const daysText = bucketLabel(buckets[index]!, question)
        return before === null ? `${daysText}: ${value}` : `${daysText}: ${m.trend_was({ value, before })}`
      }}
      tip={(index) => {
        const bucket = buckets[index]!
        const { value, before } = values(index)
        return {
          place: bucketLabel(bucket, question),
          value: `${metricName(metric)} ${value}`,
          compared: bucket.compared ? `${before} · ${formatDays(bucket.compared.days)}` : undefined,
        }
      }}
      below={flags && <flags.TrendFlags buckets={buckets} />}
      chosen={chosen}
      onChoose={(places) => {
        const written = writeDays(daysOfStretch(buckets, places))
        change({ days: written === stretch ? undefined : written })
      }}
      unfinished={
        unfinished !== null && question.now
          ? {
              index: unfinished,
              words: unfinishedLabel(values(unfinished), timeOf(question.now.minute)),
            }
          : undefined
      }
      blanks={unknownStretches(buckets).map((stretch) => ({
        ...stretch,
        lines: stretchLabel(stretch, buckets, state),
      }))}
    />
  )
}

const unfinishedLabel = ({ value, before }: { value: string; before: string | null }, time: string) =>
  before === null ? m.trend_until({ value, time }) : m.trend_until_was({ value, time, before })

const Legend = ({ children }: { children: ReactNode }) => {
  const { days, comparedDays } = useOverview('days', 'comparedDays')
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-12 text-text-2 tabular-nums">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="w-4 border-t-2 border-(--chart-1)" />
        {formatDays(days)}
      </span>
      {comparedDays && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-(--chart-compare)" />
          {formatDays(comparedDays)}
        </span>
      )}
      {children}
    </div>
  )
}

const NoContacts = () => (
  <StateMessage icon="inbox" title={m.trend_nothing()}>
    {m.trend_nothing_text()}
  </StateMessage>
)

const TrendSkeleton = () => (
  <div className="grid h-56.5 content-between pt-6 pb-8">
    {(['md', 'lg', 'xl', 'full'] as const).map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

export const trendPanel: PanelModule = { name: 'trend', title: m.trend, View: Trend, files: [TREND_FILE] }
