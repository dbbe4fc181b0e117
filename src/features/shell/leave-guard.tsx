import { useBlocker } from '@tanstack/react-router'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'

/**
 * Asks before work that is not saved is left behind: another page, another client, a closed tab. Going about on the
 * same page asks nothing.
 */
export const LeaveGuard = ({ isDirty }: { isDirty: boolean }) => {
  const blocker = useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname || clientOf(current.search) !== clientOf(next.search),
  })
  const isAsking = blocker.status === 'blocked'
  return (
    <Dialog
      open={isAsking}
      title={m.leave_title()}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button data-autofocus onClick={() => blocker.reset?.()}>
            {m.leave_stay()}
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            {m.leave_discard()}
          </Button>
        </>
      }
    >
      <p>{m.leave_text()}</p>
    </Dialog>
  )
}

const clientOf = (search: unknown): unknown =>
  typeof search === 'object' && search !== null && 'client' in search ? search.client : undefined
