import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '#/contract/session.ts'
import { LIVE_PAGE } from '#/contract/live/kiosk.ts'
import { SIGN_IN_PAGE } from '#/contract/sign-in/pages.ts'
import { ConfirmDialog } from '#/domain/saving/confirm-dialog.tsx'
import { leaveSession } from '#/domain/session/leave.ts'
import { signOutEverywhere } from '#/domain/session/sign-out.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { useFullScreen } from './use-screen.ts'

export const Controls = ({ session }: { session: Session }) => {
  const fullScreen = useFullScreen()
  return (
    <div className="live-controls">
      {fullScreen && (
        <Button variant="ghost" onClick={fullScreen.toggle}>
          {fullScreen.isFull ? m.live_leave_full_screen() : m.live_full_screen()}
        </Button>
      )}
      {session.wall ? (
        <StopButton />
      ) : (
        <Link to="/overview" className={buttonClass({ variant: 'ghost' })}>
          {m.live_back()}
        </Link>
      )}
    </div>
  )
}

const StopButton = () => {
  const [isConfirmOpen, setIsConfirmOpen] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const stop = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () =>
      leaveSession(queryClient, () =>
        navigate({ to: SIGN_IN_PAGE, search: { next: LIVE_PAGE }, replace: true }),
      ),
  })
  return (
    <>
      <Button variant="ghost" onClick={() => setIsConfirmOpen(true)}>
        {m.live_stop()}
      </Button>
      <ConfirmDialog
        open={isConfirmOpen}
        title={m.live_stop()}
        confirm={m.live_stop()}
        act={stop}
        onConfirm={() => stop.mutate()}
        onClose={() => setIsConfirmOpen(false)}
      >
        {m.live_stop_text()}
      </ConfirmDialog>
    </>
  )
}
