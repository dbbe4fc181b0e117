import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { preferencesQuery } from '#/api/preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

/** Says it when the account's preferences could not be read and begin anew. Asks for nothing itself: pages do. */
export const SetAsideNotice = () => {
  const { principal } = useSignedIn().scope
  const isSetAside = useQuery({ ...preferencesQuery(principal), enabled: false }).data?.set_aside === true
  useEffect(() => {
    if (isSetAside) showToast({ tone: 'failed', text: m.preferences_set_aside() })
  }, [isSetAside])
  return null
}
