import {
  CHANGE_DIMENSIONS,
  CHANGE_METRICS,
  type ChangeDimension,
  type ChangeMetric,
} from '#/contract/figures/changes.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { explainedByName } from '#/domain/figures/change-part-labels.ts'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { AnswerState } from '#/features/overview/answer-state.tsx'
import { Answer } from '#/features/overview/answer.tsx'
import { BackToOverview } from '#/features/overview/bar/back-to-overview.tsx'
import { OverviewBar } from '#/features/overview/bar/overview-bar.tsx'
import { OverviewProvider } from '#/features/overview/data/overview-provider.tsx'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { CHANGES_METRICS } from '#/features/overview/search.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { Choice } from '#/ui/control/choice.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { useState, type ReactNode } from 'react'
import { ChangeHeadline, nothingText, ScalingNote } from './changes-block.tsx'
import { FigureMenu } from './figure-menu.tsx'
import { SplitTable } from './split-table.tsx'
import { useChanges } from './use-changes.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'

export interface ChangesChoice {
  readonly metric: ChangeMetric
  readonly by: ChangeDimension
}

const CHANGES_FILE: Exportable<ChangesChoice> = {
  name: 'changes',
  isDrawn: false,
  usual: { metric: 'contacts', by: 'source' },
  file: () => import('./changes-file.ts').then(({ changesFile }) => changesFile),
}

const NO_FILTERS: readonly Filter[] = []

export const ChangesPage = () => (
  <ClientGate head={<PageBar title={m.changes_all()} />}>
    <OverviewProvider at="/overview/changes">
      <OverviewBar title={m.changes_all()} actions={<BackToOverview />} />
      <Answer>
        <AllChanges />
      </Answer>
    </OverviewProvider>
  </ClientGate>
)

const AllChanges = () => {
  const { comparedDays, won, replace } = useOverview('comparedDays', 'won', 'replace')
  const address = useAddress('changes_metric', 'changes_by', 'object')
  const hidden = useHidden()
  const [isRealOnly, setRealOnly] = useState(false)
  const metrics = CHANGE_METRICS.filter(
    // Which deals are won is unknown until someone has said it.
    (one) => !hidden.metric(one) && (one !== 'won' || won.length > 0),
  )
  const metric = metrics.find((one) => one === address.changes_metric) ?? CHANGES_METRICS[0]
  const dimensions = CHANGE_DIMENSIONS.filter(
    // One object has no parts by object.
    (one) =>
      (one !== 'object' || address.object === undefined) && (one === 'hours' || !hidden.dimension(one)),
  )
  const query = useChanges(metric, NO_FILTERS)
  const chosen = (by: ChangeDimension | undefined) => dimensions.find((one) => one === by)
  const usual = query.data && (dimensions.find((one) => one === query.data?.lead?.by) ?? dimensions[0])
  const by = chosen(address.changes_by) ?? usual
  const sizes = useChanges(metric, NO_FILTERS, by).data?.sizes
  return (
    <div className="grid content-start gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line">
        <FigureMenu
          metrics={metrics}
          metric={metric}
          onChoose={(one) =>
            replace({ changes_metric: one === CHANGES_METRICS[0] ? undefined : one, changes_by: undefined })
          }
        />
        {by !== undefined && (
          <Choice
            label={m.changes_split()}
            value={by}
            options={dimensions.map((one) => {
              const size = sizes?.[one]
              return {
                value: one,
                label: explainedByName(one),
                note: size === undefined ? undefined : formatNumber(size),
              }
            })}
            onChange={(next) => replace({ changes_by: next })}
          />
        )}
      </div>
      {comparedDays === null ? (
        <Nothing>{m.changes_not_compared()}</Nothing>
      ) : (
        <AnswerState query={query} skeleton={<SkeletonLines lines={8} label={m.loading()} />}>
          {(explained) =>
            explained.none !== null || by === undefined ? (
              <Nothing>{nothingText(explained)}</Nothing>
            ) : (
              <>
                <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
                  <div className="min-w-0">
                    <ChangeHeadline metric={metric} changes={explained} />
                  </div>
                  <div className="flex items-center gap-x-3">
                    <Checkbox checked={isRealOnly} onChange={() => setRealOnly(!isRealOnly)}>
                      {m.changes_real_only()}
                    </Checkbox>
                    <ExportMenu panel={CHANGES_FILE} choice={{ metric, by }} title={m.changes_all()} />
                  </div>
                </div>
                <SplitTable
                  key={`${metric} ${by}`}
                  filters={NO_FILTERS}
                  {...{ metric, by, dimensions, isRealOnly }}
                />
                <div className="grid gap-1 text-12 text-text-3">
                  <ScalingNote metric={metric} changes={explained} />
                  <p>{m.changes_checked()}</p>
                </div>
              </>
            )
          }
        </AnswerState>
      )}
    </div>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="py-2 text-13 text-text-3">{children}</p>
)
