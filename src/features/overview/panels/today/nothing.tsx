import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { formatNumber } from '#/i18n/format.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { itemClass } from './finding-item.tsx'
import type { FindingsState } from './use-findings.ts'

/** The empty state, as far as is known. */
export const Nothing = ({ partial, facts, isUnknown, objectsError }: FindingsState) => {
  // Without contacts there is no evidence that all is well.
  const isEmpty = facts?.figures.contacts === 0
  return (
    <li className={itemClass}>
      <Icon
        name={isEmpty ? 'inbox' : partial === null ? 'check' : 'partial'}
        className="mt-0.5 text-text-3"
      />
      <p className="text-13 text-text-2">
        {partial !== null
          ? m.today_nothing_loaded()
          : isEmpty
            ? m.today_no_contacts({ days: formatNumber(CALL_BACK_DAYS) })
            : objectsError === null
              ? isUnknown
                ? m.today_nothing_hidden()
                : m.today_nothing()
              : isUnknown
                ? m.today_nothing_hidden_sources()
                : m.today_nothing_sources()}
      </p>
    </li>
  )
}

/** Placeholder for missed callers, shown if there are none but other findings exist. */
export const Nobody = () => (
  <li className={classNames(itemClass, 'max-[1099px]:min-h-26 phone:min-h-32')}>
    <Icon name="check" className="mt-1 text-text-3" />
    <div className="min-w-0">
      <h3 className="text-16 text-text-2">{m.today_nobody()}</h3>
      <p className="text-13 text-text-2">{m.today_nobody_why({ days: formatNumber(CALL_BACK_DAYS) })}</p>
    </div>
  </li>
)

export const NotConsidered = ({ partial, objectsError, retryObjects }: FindingsState) => (
  <>
    {partial !== null && partial.total !== null && (
      <p className="flex min-h-8 flex-wrap items-center gap-x-2 text-13 text-text-2">
        {m.today_partial({ shown: formatNumber(partial.loaded), total: formatNumber(partial.total) })}
      </p>
    )}
    {objectsError !== null && (
      <p className="flex min-h-8 items-center gap-x-2 text-13 text-text-2">
        <Icon name="cloud-off" className="text-text-3" />
        <span>
          {m.today_objects_missing()} <RetryButton onPress={retryObjects} />
        </span>
      </p>
    )}
  </>
)
