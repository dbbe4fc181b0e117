import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { guardWork, isLeaving } from './leaving.ts'

/**
 * Confirms before unsaved work is lost by navigation, another client, closing or `mayLeave`. Not on the same
 * page, and not after the session ended: nothing may stay on screen.
 * @param isSaving of a dialog's form: it stays open, and leaving asks nothing
 * @param isDraft closing a dialog doesn't lose it: a form of the page, or of a dialog that keeps its input
 */
export const LeaveGuard = ({
  isDirty: isEdited,
  isSaving = false,
  isDraft = false,
  labels = { title: m.leave_title(), text: m.leave_text(), leave: m.leave_discard() },
}: {
  isDirty: boolean
  isSaving?: boolean
  isDraft?: boolean
  labels?: { readonly title: string; readonly text: string; readonly leave: string }
}) => {
  const isDirty = isEdited && !isSaving
  const blocker = useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !isLeaving(),
    withResolver: true,
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname || clientOf(current.search) !== clientOf(next.search),
  })
  const settle = useSettledAnswer(isDirty, isSaving, isDraft)
  const decide = (leaves: boolean) => {
    if (leaves) blocker.proceed?.()
    else blocker.reset?.()
    settle?.(leaves)
  }
  return (
    <Dialog
      open={blocker.status === 'blocked' || settle !== null}
      title={labels.title}
      onClose={() => decide(false)}
      actions={
        <>
          <Button data-autofocus onClick={() => decide(false)}>
            {m.leave_stay()}
          </Button>
          <Button variant="danger" onClick={() => decide(true)}>
            {labels.leave}
          </Button>
        </>
      }
    >
      <p>{labels.text}</p>
    </Dialog>
  )
}

/** Resolves a pending `mayLeave`; null: none. */
const useSettledAnswer = (isDirty: boolean, isSaving: boolean, isDraft: boolean) => {
  const [answer, setAnswer] = useState<{ readonly give: (leaves: boolean) => void } | null>(null)
  useEffect(() => {
    // The result of a save is shown in its dialog.
    if (isSaving) return guardWork((isClosing) => Promise.resolve(!isClosing))
    if (!isDirty) return undefined
    const ask = (isClosing: boolean) =>
      new Promise<boolean>((resolve) => {
        // Closing another dialog doesn't lose a draft.
        if (isClosing && isDraft) return resolve(true)
        setAnswer({
          give: (leaves) => {
            setAnswer(null)
            resolve(leaves)
          },
        })
      })
    return guardWork(ask)
  }, [isDirty, isSaving, isDraft])
  return answer && answer.give
}

const clientOf = (search: unknown): unknown =>
  typeof search === 'object' && search !== null && 'client' in search ? search.client : undefined
