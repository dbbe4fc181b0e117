import { useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { LiveRegion } from '#/ui/state/live-region.tsx'

const SAYS_COPIED_MS = 2000

export type CopyButtonProps = {
  text: string
  label: string
  copiedLabel: string
  /** Shown without clipboard access: "Press Ctrl+C to copy" */
  manualLabel: string
  className?: string | undefined
}

/** `copy` resolves to whether it has copied. */
export function useCopy(text: string, onManual?: () => void) {
  const [state, setState] = useState<'idle' | 'copied' | 'manual'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    clearTimeout(timer.current)
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      timer.current = setTimeout(() => setState('idle'), SAYS_COPIED_MS)
      return true
    } catch {
      onManual?.()
      setState('manual')
      return false
    }
  }
  return { state, copy, reset: () => setState('idle') }
}

/** Copies with confirmation. Without clipboard access, it selects the text. */
export function CopyButton({ text, label, copiedLabel, manualLabel, className }: CopyButtonProps) {
  const { state, copy, reset } = useCopy(text)
  if (state === 'manual')
    return (
      <input
        readOnly
        value={text}
        aria-label={manualLabel}
        title={manualLabel}
        ref={(input) => input?.select()}
        onBlur={reset}
        className="h-7 w-40 min-w-0 rounded-2 border border-line-control bg-raised px-2 text-13"
      />
    )
  return (
    <>
      <IconButton
        icon={state === 'copied' ? 'check' : 'copy'}
        label={label}
        onClick={() => void copy()}
        className={className}
      />
      <LiveRegion>{state === 'copied' ? copiedLabel : null}</LiveRegion>
    </>
  )
}
