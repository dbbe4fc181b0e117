import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { makeWallCode, openWallHere } from '#/api/live/live.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'
import { LIVE_PAGE } from '#/contract/live/wall.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { ConfirmDialog } from '#/domain/saving/confirm-dialog.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { announceSignIn } from '#/domain/session/sign-out.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { useCopy } from '#/ui/control/copy-button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

/** How a screen on the wall gets what it shows: with a code that is typed there, or by this browser becoming one. */
export const WallSection = () => {
  const isEmbedded = useSearch({ from: '/_app', select: ({ embed }) => embed === '1' })
  const { session, scope } = useSignedIn()
  const cutOff = useSaveBlocked()
  const [isHere, setIsHere] = useState(false)
  const code = useMutation({ mutationFn: () => makeWallCode(scope) })
  // What a frame shows is shown there: our server lets it open no screen.
  if (isEmbedded) return null
  const blocked = needsClient(session, scope) ? m.wall_choose_client() : cutOff
  return (
    <SettingsSection title={m.wall_section()} about={m.wall_section_text()} isScreenOnly>
      <div className="flex flex-wrap items-center gap-2">
        <Button icon="system" pending={code.isPending} disabledReason={blocked} onClick={() => code.mutate()}>
          {m.wall_elsewhere()}
        </Button>
        <Button variant="ghost" disabledReason={blocked} onClick={() => setIsHere(true)}>
          {m.wall_here()}
        </Button>
      </div>
      {code.isError && (
        <p role="alert" className="mt-2 text-13 text-missed">
          {errorText(code.error)}
        </p>
      )}
      <CodeDialog code={code.data ?? null} onClose={code.reset} />
      <HereDialog isOpen={isHere} onClose={() => setIsHere(false)} />
    </SettingsSection>
  )
}

const CodeDialog = ({ code, onClose }: { code: string | null; onClose: () => void }) => {
  const address = location.origin + LIVE_PAGE
  const { state, copy } = useCopy(`${address}#${code ?? ''}`)
  return (
    <Dialog
      open={code !== null}
      title={m.wall_elsewhere()}
      onClose={onClose}
      actions={
        <>
          <Button icon={state === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
            {state === 'copied' ? m.copied() : state === 'manual' ? m.copy_refused() : m.wall_copy_link()}
          </Button>
          <Button onClick={onClose}>{m.close()}</Button>
        </>
      }
    >
      <p>{m.wall_step_address()}</p>
      <p className="mt-1 text-16 font-strong wrap-anywhere text-text">{address}</p>
      <p className="mt-4">{m.wall_step_code()}</p>
      <p className="mt-1 text-28 font-semibold text-text tabular-nums">
        {code?.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')}
      </p>
      <p className="mt-4 text-13 text-text-3">{m.wall_good_once()}</p>
    </Dialog>
  )
}

const HereDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { scope } = useSignedIn()
  const router = useRouter()
  const queryClient = useQueryClient()
  const open = useMutation({
    mutationFn: () => openWallHere(scope),
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
      title={m.wall_here_title()}
      confirm={m.wall_show()}
      variant="primary"
      act={open}
      onConfirm={() => open.mutate()}
      onClose={onClose}
    >
      {m.wall_here_text()}
    </ConfirmDialog>
  )
}
