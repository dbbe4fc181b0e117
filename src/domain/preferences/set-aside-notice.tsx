import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { preferencesQuery } from '#/api/preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'

/** Notice that stored preferences were unreadable and reset. Requests nothing itself. */
export const SetAsideNotice = () => {
  const { principal } = useSignedIn().scope
  const isSetAside = useQuery({ ...preferencesQuery(principal), enabled: false }).data?.set_aside === true
  useEffect(() => {
    if (isSetAside) showToast({ tone: 'failed', text: m.preferences_set_aside() })
  }, [isSetAside])
  return null
}
