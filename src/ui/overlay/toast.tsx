import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { LinkButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

/** How long a toast without an action stays, unless the pointer or the focus is on it. */
const STAYS_MS = 6000

export type Toast = {
  text: string
  tone?: 'done' | 'failed'
  action?: { label: string; onPress: () => void } | undefined
}
type Shown = Toast & { id: number }

let toasts: readonly Shown[] = []
let nextId = 0
const listeners = new Set<() => void>()

function publish(next: readonly Shown[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says the outcome of something the user did. One with an action stays until it is used or dismissed. */
export function showToast(toast: Toast): void {
  publish([...toasts.slice(-2), { ...toast, id: nextId++ }])
}

function dismiss(id: number) {
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
  return (
    <div
      role="log"
      className="pointer-events-none fixed right-4 bottom-4 z-toast grid justify-items-end gap-2 phone:inset-x-2 phone:bottom-[calc(var(--spacing-tabbar)+8px)] phone:justify-items-stretch"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} dismissLabel={dismissLabel} />
      ))}
    </div>
  )
}

function ToastCard({ toast, dismissLabel }: { toast: Shown; dismissLabel: string }) {
  const [held, setHeld] = useState(false)
  /** Where the focus was before it came here: it goes back there when the toast goes. */
  const cameFrom = useRef<Element | null>(null)
  const leaves = !held && !toast.action
  useEffect(() => {
    if (!leaves) return undefined
    const timer = setTimeout(() => dismiss(toast.id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [leaves, toast.id])
  const failed = toast.tone === 'failed'
  const close = () => {
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected)
      cameFrom.current.focus({ preventScroll: true })
    dismiss(toast.id)
  }
  return (
    <span
      role="none"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setHeld(true)
        if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex max-w-120 animate-rise items-center gap-2.5 rounded-3 bg-raised py-1.5 pr-1.5 pl-3 text-13 shadow-float forced-colors:border"
    >
      <Icon name={failed ? 'cloud-off' : 'check'} className={failed ? 'text-missed' : 'text-answered'} />
      <span className="mr-auto">{toast.text}</span>
      {toast.action && (
        <LinkButton
          onClick={() => {
            toast.action?.onPress()
            close()
          }}
        >
          {toast.action.label}
        </LinkButton>
      )}
      <button
        type="button"
        aria-label={dismissLabel}
        onClick={close}
        className="grid size-7 shrink-0 cursor-default place-items-center rounded-2 text-text-2 hover:bg-hover-raised hover:text-text phone:size-10"
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}
