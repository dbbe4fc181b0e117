import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { openKiosk } from '#/api/live/live.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'
import { LIVE_PAGE } from '#/contract/live/kiosk.ts'
import { ConfirmDialog } from '#/domain/saving/confirm-dialog.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { announceSignIn } from '#/domain/session/sign-out.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { SettingsSection } from './settings-section.tsx'

export const KioskSection = () => {
  const isEmbedded = useSearch({ from: '/_app', select: ({ embed }) => embed === '1' })
  const { session, scope } = useSignedIn()
  const cutOff = useSaveBlocked()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  // Not allowed in frames.
  if (isEmbedded) return null
  const blocked = needsClient(session, scope) ? m.kiosk_choose_client() : cutOff
  return (
    <SettingsSection title={m.kiosk_section()} about={m.kiosk_section_text()} isScreenOnly>
      <Button icon="system" disabledReason={blocked} onClick={() => setIsDialogOpen(true)}>
        {m.kiosk_open()}
      </Button>
      <OpenDialog isOpen={isDialogOpen} onClose={() => setIsDialogOpen(false)} />
    </SettingsSection>
  )
}

const OpenDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { scope } = useSignedIn()
  const router = useRouter()
  const queryClient = useQueryClient()
  const open = useMutation({
    mutationFn: () => openKiosk(scope),
    onSuccess: async () => {
      const opened = await askForSession()
      await router.navigate({ to: LIVE_PAGE, search: {}, replace: true, ignoreBlocker: true })
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, opened)
      announceSignIn(opened.principal)
      await router.invalidate()
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      title={m.kiosk_open()}
      confirm={m.kiosk_show()}
      variant="primary"
      act={open}
      onConfirm={() => open.mutate()}
      onClose={onClose}
    >
      {m.kiosk_open_text()}
    </ConfirmDialog>
  )
}
