import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import '#/api/console/drift-log.ts'
import { ApiError } from '#/api/error.ts'
import { registerOffline } from '#/api/worker/trusted-worker.ts'
import { sessionQuery } from '#/api/session.ts'
import { followPresenting, switchPresenting } from '#/domain/presenting/turn-presenting.ts'
import { useIsHeld } from '#/domain/session/held.ts'
import { tellOutside } from '#/domain/session/outside-cache.ts'
import { SetAsideNotice } from '#/domain/preferences/set-aside-notice.tsx'
import { isPresentKey } from '#/ui/page-keys.ts'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { ContactVisits } from '#/domain/contact-list/visited-contacts.tsx'
import { ClockBar } from './clock-bar.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { followRights } from './follow-rights.ts'
import { keepFocus } from './keep-focus.ts'
import { followSections } from './refused-sections.ts'
import { HeldSession } from './held-session.tsx'
import { NewBuildBar } from './new-build-bar.tsx'
import { RateBar } from './rate-bar.tsx'
import './keys-off.css'
import './print.css'
import { SessionEndBar } from './session-end-bar.tsx'

const fetchToldOnce = () => import('./told-once.tsx')

/** What holds for the whole page, each in a bar of its own; nothing as long as all is well. */
export const AbovePage = () => {
  const queryClient = useQueryClient()
  const isHeld = useIsHeld()
  const router = useRouter()
  const toldOnce = useIdleCode(fetchToldOnce)
  useEffect(() => followRights(queryClient, () => void router.invalidate()), [queryClient, router])
  useEffect(() => followSections(queryClient), [queryClient])
  useEffect(keepFocus, [])
  useEffect(() => {
    if (!import.meta.env.DEV) void registerOffline()
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPresentKey(event)) return
      event.preventDefault()
      void switchPresenting()
    }
    document.addEventListener('keydown', onKey)
    const stopFollowing = followPresenting()
    return () => {
      document.removeEventListener('keydown', onKey)
      stopFollowing()
    }
  }, [])
  return (
    <div role="status" className="empty:hidden">
      <ConnectionBar />
      {isHeld || <SessionEnd />}
      <HeldSession />
      <NewBuildBar />
      <ClockBar />
      <RateBar />
      <ContactVisits />
      <SetAsideNotice />
      {toldOnce && <toldOnce.ToldOnce />}
    </div>
  )
}

/** Begins anew with each session. */
const SessionEnd = () => {
  const queryClient = useQueryClient()
  // The page may have known the session for a while. From here on the server is asked.
  const [endsIn] = useState(() => {
    const { data, dataUpdatedAt = Date.now() } = queryClient.getQueryState(sessionQuery.queryKey) ?? {}
    return data?.ends_in == null ? null : data.ends_in - (Date.now() - dataUpdatedAt) / 1000
  })
  return (
    endsIn !== null && (
      <SessionEndBar
        endsIn={endsIn}
        onEnded={() => tellOutside(queryClient, new ApiError('session-ended'))}
      />
    )
  )
}
