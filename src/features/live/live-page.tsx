import { useSelector } from '@tanstack/react-store'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#/api/error.ts'
import { liveQuery } from '#/api/live/live.ts'
import { lastingTrouble } from '#/api/transport/connection.ts'
import { currentTime, hasNewBuild } from '#/api/transport/server-facts.ts'
import { dayAt, MINUTE_MS, momentAt } from '#/contract/day.ts'
import type { Live } from '#/contract/live/live.ts'
import type { Scope } from '#/api/client.ts'
import type { Session } from '#/contract/session.ts'
import { ChooseClient } from '#/domain/client/choose-client.tsx'
import { needsClient } from '#/domain/session/scope.ts'
import { formatLongDay, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import { BrandMark } from '#/ui/brand-mark.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Controls } from './controls.tsx'
import { DayFigures } from './figures.tsx'
import { NewestPart, WaitingPart } from './lists.tsx'
import { readAtLabel, troubleLabel } from './live-labels.ts'
import './live.css'
import { ObjectsPart } from './objects-part.tsx'
import { useNow } from './use-now.ts'
import { useIsTouched, useStayAwake } from './use-screen.ts'

/** Recently opened pages don't reload for new versions: two versions behind a balancer would loop. */
const OLD_MS = 10 * MINUTE_MS
const STALE_MS = 3 * MINUTE_MS

export const LivePage = (shown: { session: Session; scope: Scope }) => (
  <main className="live-page">
    {privacyMode && <privacyMode.Bar />}
    {needsClient(shown.session, shown.scope) ? (
      <>
        <title>{`${m.nav_live()} · Callboard`}</title>
        <h1 className="sr-only">{m.nav_live()}</h1>
        <ChooseClient />
      </>
    ) : (
      <Kiosk {...shown} />
    )}
  </main>
)

const Kiosk = ({ session, scope }: { session: Session; scope: Scope }) => {
  const { data, error, refetch } = useQuery(liveQuery(scope))
  const isTouched = useIsTouched()
  useStayAwake()
  useNewBuild()
  const offset = data?.offset ?? null
  const today = useNow((now) => dayAt(now, offset))
  const day = data?.day
  useEffect(() => {
    // Refetch right after midnight.
    if (day !== undefined && day !== today) void refetch()
  }, [day, today, refetch])
  return (
    <div className={classNames('live', !isTouched && 'live-rests')}>
      <Head session={session} live={data} today={today} offset={offset} />
      {data ? (
        <>
          <Trouble live={data} error={error} today={today} />
          <DayFigures live={data} />
          <ObjectsPart live={data} />
          <WaitingPart live={data} />
          <NewestPart live={data} />
        </>
      ) : (
        <Nothing error={error} />
      )}
      <Controls session={session} />
    </div>
  )
}

const useNewBuild = () => {
  const isNew = useSelector(hasNewBuild)
  const [since] = useState(currentTime)
  const isOld = useNow((now) => now - since > OLD_MS)
  useEffect(() => {
    if (isNew && isOld) location.reload()
  }, [isNew, isOld])
}

const Head = ({
  session,
  live,
  today,
  offset,
}: {
  session: Session
  live: Live | undefined
  today: string
  offset: number | null
}) => {
  const time = useNow((now) => timeOf(momentAt(now, offset).minute))
  const name = live?.client_name ?? session.user?.company_name ?? session.user?.agency
  return (
    <header className="live-header">
      <title>{[m.nav_live(), ...(name ? [name] : []), 'Callboard'].join(' · ')}</title>
      <BrandMark />
      <h1 className="live-title">
        <span className="sr-only">{m.nav_live()} </span>
        <bdi>{name ?? 'Callboard'}</bdi>
      </h1>
      {session.sample && <p className="live-note">{m.live_sample()}</p>}
      {live ? <AsOf live={live} today={today} /> : <span className="live-as-of" />}
      <p className="live-date">{formatLongDay(today)}</p>
      <p className="live-clock tabular-nums">{time}</p>
    </header>
  )
}

const AsOf = ({ live, today }: { live: Live; today: string }) => {
  const isStale = useIsStale(live)
  return (
    <p className="live-as-of live-note tabular-nums">
      <Icon name={isStale ? 'alert' : 'check'} className={isStale ? 'live-warning' : 'live-answered'} />
      {readAtLabel(live, today)}
    </p>
  )
}

const useIsStale = ({ as_of }: Live): boolean => {
  const at = Date.parse(as_of)
  return useNow((now) => now - at > STALE_MS)
}

const Trouble = ({ live, error, today }: { live: Live; error: Error | null; today: string }) => {
  const isStale = useIsStale(live)
  const trouble = useSelector(lastingTrouble)
  const why = error ?? (trouble === null ? null : new ApiError(trouble))
  if (why === null && !isStale)
    return live.is_all && live.is_today_read ? null : (
      <p role="status" className="live-trouble live-trouble-small">
        <Icon name="alert" />
        {live.is_today_read ? m.live_partial() : m.live_unread()}
      </p>
    )
  return (
    <div role="alert" className="live-trouble">
      <Icon name="cloud-off" />
      <p>
        <strong>{why ? troubleLabel(why) : m.live_failed()}</strong>
        <span>{readAtLabel(live, today)}</span>
      </p>
    </div>
  )
}

/** Before the first figures. */
const Nothing = ({ error }: { error: Error | null }) => (
  <div role="status" className="live-nothing">
    {error === null ? (
      <p className="live-note">{m.live_loading()}</p>
    ) : (
      <>
        <Icon name="cloud-off" className="live-warning" />
        <p>
          <strong>{troubleLabel(error)}</strong>
          <span className="live-note">{m.live_tries_again()}</span>
        </p>
      </>
    )}
  </div>
)
