import { useSyncExternalStore } from 'react'
import { useIdleCode } from '#/ui/use-idle-code.ts'

const fetchCard = () => import('./toast-card.tsx')

export type Toast = {
  text: string
  tone?: 'done' | 'failed'
  action?: { label: string; onPress: () => void } | undefined
  /** It was used or dismissed. */
  onGone?: (() => void) | undefined
}
export type ShownToast = Toast & { id: number }

let toasts: readonly ShownToast[] = []
let nextId = 0
const listeners = new Set<() => void>()

function publish(next: readonly ShownToast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says the outcome of something the user did. One with an action stays until it is used or dismissed. */
export function showToast(toast: Toast): void {
  publish([...toasts.slice(-2), { ...toast, id: nextId++ }])
}

/** Takes one away, by its number. */
export function dismissToast(id: number) {
  publish(toasts.filter((toast) => toast.id !== id))
}

/** A new session does not see what the last one was told. */
export const dismissToasts = (): void => publish([])

/** Where toasts appear; once per page, present from the start so that screen readers watch it. */
export function ToastRegion({ dismissLabel }: { dismissLabel: string }) {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  // Here before the first toast, which may say that nothing can be reached.
  const ToastCard = useIdleCode(fetchCard)?.ToastCard
  return (
    <div
      role="log"
      className="pointer-events-none fixed right-4 bottom-4 z-toast grid justify-items-end gap-2 phone:inset-x-2 phone:bottom-[calc(var(--spacing-tabbar)+8px)] phone:justify-items-stretch"
    >
      {ToastCard &&
        shown.map((toast) => <ToastCard key={toast.id} toast={toast} dismissLabel={dismissLabel} />)}
    </div>
  )
}
