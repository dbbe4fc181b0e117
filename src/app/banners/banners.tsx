import { useSelector } from '@tanstack/react-store'
import '#/api/console/drift-log.ts'
import '#/app/banners/keys-off.css'
import '#/app/banners/print.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#/api/error.ts'
import { registerOffline } from '#/app/banners/register-offline.ts'
import { sessionQuery } from '#/api/session.ts'
import { followPresenting } from '#/domain/privacy-mode/turn-privacy-mode.ts'
import { useIsReauthentication } from '#/domain/session/reauthentication.ts'
import { reportOutsideError } from '#/domain/session/outside-cache.ts'
import { ContactVisits } from '#/domain/contact-list/visited-contacts.tsx'
import { clockSkew, hasNewBuild } from '#/api/transport/server-facts.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { clockTime } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { useIsDirty } from '#/domain/saving/leaving.ts'
import { ConnectionBar } from '#/app/banners/connection-bar.tsx'
import { ExportBar } from '#/app/banners/export-bar.tsx'
import { followRights } from '#/app/banners/follow-rights.ts'
import { keepFocus } from '#/app/banners/keep-focus.ts'
import { followSections } from '#/app/banners/refused-sections.ts'
import { Reauthentication } from '#/app/banners/reauthentication.tsx'
import { RateBar } from '#/app/banners/rate-bar.tsx'
import { SessionEndBar } from '#/app/banners/session-end-bar.tsx'
import { Bar } from '#/app/banners/bar.tsx'
import { preferencesQuery } from '#/api/preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { showToast } from '#/ui/overlay/toast.tsx'

export const Banners = () => {
  const queryClient = useQueryClient()
  const isHeld = useIsReauthentication()
  const router = useRouter()
  useEffect(() => followRights(queryClient, () => void router.invalidate()), [queryClient, router])
  useEffect(() => followSections(queryClient), [queryClient])
  useEffect(keepFocus, [])
  useEffect(() => {
    if (!import.meta.env.DEV) void registerOffline()
  }, [])
  useEffect(followPresenting, [])
  return (
    <div role="status" className="empty:hidden">
      <ConnectionBar />
      {isHeld || <SessionEnd />}
      <Reauthentication />
      <NewBuildBar />
      <ClockBar />
      <RateBar />
      <ExportBar />
      <ContactVisits />
      <SetAsideNotice />
    </div>
  )
}

const SessionEnd = () => {
  const queryClient = useQueryClient()
  // The page may be older than its session data; the server is asked later.
  const [endsIn] = useState(() => {
    const { data, dataUpdatedAt = Date.now() } = queryClient.getQueryState(sessionQuery.queryKey) ?? {}
    return data?.ends_in == null ? null : data.ends_in - (Date.now() - dataUpdatedAt) / 1000
  })
  return (
    endsIn !== null && (
      <SessionEndBar
        endsIn={endsIn}
        onEnded={() => reportOutsideError(queryClient, new ApiError('session-ended'))}
      />
    )
  )
}

/** Smaller skew is corrected silently. */
const TOLD_MS = 5 * MINUTE_MS

const ClockBar = () => {
  const skew = useSelector(clockSkew)
  const [isSeen, setIsSeen] = useState(false)
  return !isSeen && Math.abs(skew) >= TOLD_MS && <Clocks skew={skew} onSeen={() => setIsSeen(true)} />
}

const Clocks = ({ skew, onSeen }: { skew: number; onSeen: () => void }) => {
  const [now] = useState(() => Date.now())
  return (
    <Bar
      icon="clock"
      title={m.clock_wrong({ its: clockTime(now), right: clockTime(now + skew) })}
      actions={<Button onClick={onSeen}>{m.dismiss()}</Button>}
    >
      {m.clock_wrong_text()}
    </Bar>
  )
}

/** A newer version is available; the page continues until reloaded. */
const NewBuildBar = () => {
  const isNew = useSelector(hasNewBuild)
  const isDirty = useIsDirty()
  const [isLater, setIsLater] = useState(false)
  if (!isNew || isLater) return null
  return (
    <Bar
      icon="refresh"
      tone="accent"
      title={m.new_build()}
      actions={
        <>
          {!isDirty && (
            <Button variant="primary" onClick={() => location.reload()}>
              {m.reload()}
            </Button>
          )}
          <Button onClick={() => setIsLater(true)}>{m.later()}</Button>
        </>
      }
    >
      {isDirty ? m.new_build_typed() : m.new_build_text()}
    </Bar>
  )
}

/** Notice that stored preferences were unreadable and reset. Requests nothing itself. */
const SetAsideNotice = () => {
  const { principal } = useSignedIn().scope
  const isSetAside = useQuery({ ...preferencesQuery(principal), enabled: false }).data?.set_aside === true
  useEffect(() => {
    if (isSetAside) showToast({ tone: 'failed', text: m.preferences_set_aside() })
  }, [isSetAside])
  return null
}
