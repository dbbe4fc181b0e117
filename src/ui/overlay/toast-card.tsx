import { useEffect, useRef, useState } from 'react'
import { LinkButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { dismissToast, type ShownToast } from './toast.tsx'

/** Duration of a toast without action, paused by hover and focus. */
const STAYS_MS = 6000

export function ToastCard({ toast, dismissLabel }: { toast: ShownToast; dismissLabel: string }) {
  const [isPaused, setPaused] = useState(false)
  /** Focus returns there when the toast goes. */
  const cameFrom = useRef<Element | null>(null)
  const leaves = !isPaused && !toast.action
  useEffect(() => {
    if (!leaves) return undefined
    const timer = setTimeout(() => dismissToast(toast.id), STAYS_MS)
    return () => clearTimeout(timer)
  }, [leaves, toast.id])
  const failed = toast.tone === 'failed'
  const close = () => {
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected)
      cameFrom.current.focus({ preventScroll: true })
    dismissToast(toast.id)
    toast.onGone?.()
  }
  return (
    <span
      role="none"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true)
        if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      onBlur={() => setPaused(false)}
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
