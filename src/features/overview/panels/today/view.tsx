import { useState } from 'react'
import { CALL_BACK_DAYS, FINDINGS_SHOWN } from '#/analytics/evaluation/findings.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { counted, formatNumber } from '#/i18n/format.ts'
import type { PanelModule } from '#/features/overview/panels/panel.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { FindingItem, itemClass } from './finding-item.tsx'
import { findingKey, useFindings, type FindingsState } from './use-findings.ts'

/** Up to three findings, most expensive first. */
const Today = () => {
  const [isFrozen, setFrozen] = useState(false)
  const findings = useFindings(isFrozen)
  const { object } = useAddress('object')
  const { objectTitle } = useOverview('objectTitle')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notices pointer and focus
    <section
      aria-label={m.today()}
      className="min-w-0 pt-4 pb-3"
      onPointerEnter={() => setFrozen(true)}
      onPointerLeave={() => setFrozen(false)}
      onFocus={() => setFrozen(true)}
      onBlur={() => setFrozen(false)}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 pb-2">
        <h2 className="text-14">{m.today()}</h2>
        <p className="min-w-0 text-13 wrap-anywhere text-text-3">
          {scopeLabel(object && objectTitle(object))}
        </p>
      </header>
      <Body {...findings} />
    </section>
  )
}

const scopeLabel = (object: string | null | undefined): string => {
  const days = formatNumber(CALL_BACK_DAYS)
  return object ? m.today_scope_object({ days, object }) : m.today_scope_all({ days })
}

const Body = (findings: FindingsState) => {
  const later = useLater()
  const { is, found, facts, isGrowing, toCome, error, stale, retry, readAgain } = findings
  if (is === 'unread')
    return (
      <p className={lineClass}>
        {m.today_unread()}
        {readAgain && <RetryButton onPress={readAgain} />}
      </p>
    )
  if (is === 'failed') return <LoadError error={error} level={3} onRetry={retry} className="" />
  if (is === 'loading') return <Waiting />
  const isPartly = isGrowing || facts === undefined
  // One place is reserved for the sources.
  const shown = found.slice(0, isPartly ? FINDINGS_SHOWN - 1 : FINDINGS_SHOWN)
  const first = shown.find((finding) => finding !== null || facts === undefined)
  return (
    <>
      {stale && <StaleNotice query={stale} className="" />}
      <ol aria-busy={facts === undefined} className={classNames(boxClass, isPartly && UNKNOWN_HEIGHT)}>
        {shown.map((finding) =>
          finding === null ? (
            facts && later ? (
              <later.Nobody key="call back" />
            ) : (
              <li key="call back" className={placeClass}>
                <PlaceToCome />
              </li>
            )
          ) : (
            <FindingItem
              key={findingKey(finding)}
              finding={finding}
              facts={facts}
              isFirst={finding === first && facts !== undefined}
            />
          ),
        )}
        {isPartly ? (
          <SourcesLater isBelow={shown.length > 1} toCome={toCome} />
        ) : (
          shown.length === 0 && later && <later.Nothing {...findings} />
        )}
      </ol>
      {later && <later.NotConsidered {...findings} />}
    </>
  )
}

const boxClass =
  'grid auto-cols-fr grid-flow-col rounded-3 border border-line-strong bg-raised max-[1099px]:block'
/** Height of one-line findings (two when stacked, the usual number), so that filling shifts little. */
const UNKNOWN_HEIGHT = 'min-h-26.5 max-[1099px]:min-h-53 phone:min-h-64.5'

/** @param isBelow the maximum number is above, so that shifting only affects what follows */
const SourcesLater = ({ isBelow, toCome }: { isBelow: boolean; toCome: number | null }) => (
  <li className={classNames(itemClass, isBelow && 'max-[1099px]:hidden')}>
    <Icon name="partial" className="mt-1 text-text-3" />
    <div className="min-w-0">
      <h3 className="text-16 text-text-2">{m.today_sources_later()}</h3>
      <p className="min-h-5 text-13 text-text-2 tabular-nums">
        {toCome !== null && toCome > 0 && m.today_still_to_come(counted(toCome))}
      </p>
    </div>
  </li>
)

const Waiting = () => (
  <div aria-busy="true" className={classNames(boxClass, UNKNOWN_HEIGHT)}>
    <span className="sr-only">{m.loading()}</span>
    {['first', 'second', 'third'].map((place) => (
      <div key={place} className={classNames(placeClass, 'max-[1099px]:last:hidden')}>
        <PlaceToCome />
      </div>
    ))}
  </div>
)

const placeClass =
  'grid grow basis-0 content-start gap-4 border-line p-4 not-first:border-l max-[1099px]:h-26 phone:h-32 max-[1099px]:not-first:border-t max-[1099px]:not-first:border-l-0'

const PlaceToCome = () => (
  <>
    <Skeleton width="lg" />
    <Skeleton width="md" />
    <Skeleton width="xs" />
  </>
)

const lineClass = 'flex min-h-8 flex-wrap items-center gap-x-2 text-13 text-text-2'

export const todayPanel: PanelModule = {
  name: 'today',
  title: m.today,
  View: Today,
  files: { none: 'It says what to do, which ends with the day' },
}
