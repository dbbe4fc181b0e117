import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { watchable, type Watched } from '#/api/transport/watched.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'

/** How each piece of unsaved work on the page is asked about. */
const guards = new Set<() => Promise<boolean>>()
const dirty = watchable(false)
/** Whether there is unsaved work on the page that is asked about. */
export const dirtyWork: Watched<boolean> = dirty

/** Whether there is unsaved work on the page. */
export const useIsDirty = (): boolean => useSyncExternalStore(dirty.on, dirty.now)

/**
 * Whether the user agrees to lose unsaved work: for ways out that the router does not see, or sees only when it is too
 * late (signing out ends the session first; another language renders the page again).
 */
export const mayLeave = async (): Promise<boolean> => {
  for (const ask of guards) if (!(await ask())) return false
  return true
}

let isLeaving = false

/** Leaves the page by a way that the browser would ask about again, after {@link mayLeave}. */
export const leaveAtOnce = (leave: () => void): void => {
  isLeaving = true
  leave()
}

/**
 * Asks before work that is not saved is left behind: another page, another client, a closed tab, {@link mayLeave}. Going
 * about on the same page asks nothing, and neither does a session that has ended: nothing of it may stay on the screen.
 */
export const LeaveGuard = ({ isDirty }: { isDirty: boolean }) => {
  const blocker = useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !isLeaving,
    withResolver: true,
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname || clientOf(current.search) !== clientOf(next.search),
  })
  const asked = useAsked(isDirty)
  const decide = (leaves: boolean) => {
    if (leaves) blocker.proceed?.()
    else blocker.reset?.()
    asked?.(leaves)
  }
  return (
    <Dialog
      open={blocker.status === 'blocked' || asked !== null}
      title={m.leave_title()}
      onClose={() => decide(false)}
      actions={
        <>
          <Button data-autofocus onClick={() => decide(false)}>
            {m.leave_stay()}
          </Button>
          <Button variant="danger" onClick={() => decide(true)}>
            {m.leave_discard()}
          </Button>
        </>
      }
    >
      <p>{m.leave_text()}</p>
    </Dialog>
  )
}

/** Takes the answer to a {@link mayLeave} that waits for it; null: none waits. */
const useAsked = (isDirty: boolean) => {
  const [answer, setAnswer] = useState<{ readonly give: (leaves: boolean) => void } | null>(null)
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = () =>
      new Promise<boolean>((resolve) => {
        setAnswer({
          give: (leaves) => {
            setAnswer(null)
            resolve(leaves)
          },
        })
      })
    guards.add(ask)
    dirty.become(true)
    return () => {
      guards.delete(ask)
      dirty.become(guards.size > 0)
    }
  }, [isDirty])
  return answer && answer.give
}

const clientOf = (search: unknown): unknown =>
  typeof search === 'object' && search !== null && 'client' in search ? search.client : undefined
