import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { preferencesQuery } from '#/api/preferences.ts'
import {
  closeWhatChanged,
  NEWEST_CHANGES,
  showWhatChanged,
  whatChanged,
} from '#/domain/changes/what-changed.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { presenting } from '#/i18n/presenting.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

/** Who has been told, as long as the page is open. */
const told = new WeakMap<QueryClient, string>()

/** After an update: that there is something new to read, once; and the dialog that tells it, whoever opens it. */
export const ChangesNotice = () => {
  const shown = useSyncExternalStore(whatChanged.on, whatChanged.now)
  const { principal } = useSignedIn().scope
  // Asks for nothing itself: pages do.
  const { data } = useQuery({ ...preferencesQuery(principal), enabled: false })
  const read = data?.preferences.seen?.changes
  // It is told to who works here, not to the others who look on.
  const isNews = data !== undefined && read !== NEWEST_CHANGES && NEWEST_CHANGES !== '' && presenting === null
  return (
    <>
      {isNews && <News read={read} />}
      {shown && <shown.Dialog isOpen={shown.isOpen} onClose={closeWhatChanged} />}
    </>
  )
}

/** Not urgent: a visit that only signs in and out need not be recorded. */
const BEGINS_AFTER_MS = 30_000

const News = ({ read }: { read: string | undefined }) => {
  const queryClient = useQueryClient()
  const { session, scope } = useSignedIn()
  const { change } = usePreferences()
  const keep = (how?: () => void) =>
    change(({ seen }) => ({ seen: { ...seen, changes: NEWEST_CHANGES } }), how)
  const tell = useEffectEvent(() => {
    if (read === undefined || told.get(queryClient) === scope.principal) return
    told.set(queryClient, scope.principal)
    showToast({
      text: m.changes_updated({ version: NEWEST_CHANGES }),
      action: { label: m.changes_title(), onPress: showWhatChanged },
      onGone: keep,
    })
  })
  useEffect(() => tell(), [])
  // To who is new everything is: from here on there is something to compare with. The sample is looked at, not used.
  const isNew = read === undefined && session.sample === null
  const begin = useEffectEvent(() => keep(() => {}))
  useEffect(() => {
    if (!isNew) return undefined
    const timer = setTimeout(() => begin(), BEGINS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isNew])
  return null
}
