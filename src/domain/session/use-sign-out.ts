import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { mayLeave } from '#/domain/saving/leaving.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { showToast } from '#/ui/overlay/toast.tsx'
import { safeUrl } from '#/ui/safe-url.ts'
import { isFramed } from './framed.ts'
import { leaveSession } from './leave.ts'
import { signOutEverywhere } from './sign-out.ts'

/** Confirms unsaved work, signs out, and leaves the company's sign-in. */
export const useSignOut = (): (() => Promise<void>) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async () => {
    if (!(await mayLeave())) return
    let company: string | null
    try {
      company = await signOutEverywhere()
    } catch {
      showToast({ tone: 'failed', text: m.sign_out_failed() })
      return
    }
    await leaveSession(queryClient, () => navigate({ to: '/sign-in', ignoreBlocker: true }))
    const out = safeUrl(company)
    if (out && isFramed()) window.open(out, '_blank', 'noopener')
    else if (out) location.assign(out)
  }
}
