import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { navBadgesQuery } from '#/api/alerts/nav-badges.ts'
import type { AppPage } from '#/app/pages.ts'
import type { NavBadges } from '#/contract/nav-badges/nav-badges.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { useIsRefused } from './refusals.ts'

/** Skipped on pages only passed through, and after the page's own requests. */
const FIRST_REQUEST_DELAY_MS = 3_000

interface Counted {
  readonly count: keyof NavBadges
  /** Accessible text; the link's name stays. */
  readonly words: (inputs: { count: number; shown: string }) => string
  readonly isNews: boolean
}
const COUNTED: Partial<Record<AppPage['to'], Counted>> = {
  '/call-back': { count: 'callers', words: m.nav_waiting_callers, isNews: false },
  '/alerts': { count: 'alerts', words: m.nav_unseen_alerts, isNews: true },
}

const useIsSettled = () => {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), FIRST_REQUEST_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

/** Badge of a navigation entry, or a refusal by the service. */
export const NavigationCount = ({ page, narrow }: { page: AppPage['to']; narrow: boolean }) => {
  const isRefused = useIsRefused(page)
  const counted = COUNTED[page]
  if (isRefused) return <Refused narrow={narrow} />
  return counted && <Count {...counted} narrow={narrow} />
}

const Refused = ({ narrow }: { narrow: boolean }) => (
  <span
    title={m.error_forbidden()}
    className={classNames('text-text-3', narrow ? 'absolute top-0.5 left-[calc(50%+4px)]' : 'ml-auto')}
  >
    <Icon name="lock" size={narrow ? 12 : 14} />
    <span className="sr-only">{m.nav_refused()}</span>
  </span>
)

const Count = ({ count, words, isNews, narrow }: Counted & { narrow: boolean }) => {
  const { scope } = useSignedIn()
  const isSettled = useIsSettled()
  const { data } = useQuery({ ...navBadgesQuery(scope), enabled: isSettled })
  const found = data?.[count] ?? 0
  if (found === 0) return null
  const shown = formatNumber(found)
  return (
    <span
      aria-hidden="true"
      title={words({ count: found, shown })}
      className={classNames(
        'tabular-nums',
        isNews
          ? 'rounded-2 bg-accent px-1.5 text-11 font-semibold text-on-accent'
          : narrow
            ? 'rounded-2 bg-press font-normal text-text-2'
            : 'font-normal text-text-3',
        narrow ? 'absolute top-0.5 left-[calc(50%+2px)] px-1 text-11' : 'ml-auto',
      )}
    >
      {shown}
    </span>
  )
}
