import { useSyncExternalStore } from 'react'
import { useIdleCode } from '#/ui/use-idle-code.ts'

const fetchCard = () => import('./toast-card.tsx')

export type Toast = {
  text: string
  tone?: 'done' | 'failed'
  action?: { label: string; onPress: () => void } | undefined
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

/** Toasts with an action stay until used or dismissed. */
export function showToast(toast: Toast): void {
  publish([...toasts.slice(-2), { ...toast, id: nextId++ }])
}

export function dismissToast(id: number) {
  publish(toasts.filter((toast) => toast.id !== id))
}

/** Toasts don't survive a session. */
export const dismissToasts = (): void => publish([])

/** Live region of toasts; mounted once from the start, so that screen readers observe it. */
export function ToastRegion({ dismissLabel }: { dismissLabel: string }) {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  // Preloaded, since the first toast may report an outage.
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
