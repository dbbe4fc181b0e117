import { useEffect, useRef, useState } from 'react'

/**
 * Text being typed into a filter. A draft belongs to the value it started from: external changes (Back, "Clear
 * filters") drop it.
 * @param apply `replace` within one visit of the field, so that Back doesn't step by letters
 * @param pauseMs delay after the last letter; 0: immediately
 * @param isReady others are never applied
 */
export const useDraft = (
  applied: string,
  apply: (value: string, options: { replace: boolean }) => void,
  { pauseMs = 0, isReady = () => true }: { pauseMs?: number; isReady?: (value: string) => boolean } = {},
): {
  readonly text: string
  readonly type: (text: string) => void
  readonly settle: () => void
  readonly leave: () => void
} => {
  // `values`: the initial one, and those sent but not yet applied.
  const [draft, setDraft] = useState<{ text: string; values: string[]; sent: boolean } | null>(null)
  const arrived = draft?.values.lastIndexOf(applied) ?? 0
  if (draft && arrived < 0) setDraft(null)
  if (draft && arrived > 0) setDraft({ ...draft, values: draft.values.slice(arrived) })

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  const send = (text: string) => {
    clearTimeout(pause.current)
    const value = text.trim()
    const values = draft?.values ?? [applied]
    const isNew = value !== values.at(-1) && isReady(value)
    setDraft({ text, values: isNew ? [...values, value] : values, sent: draft?.sent || isNew })
    if (isNew) apply(value, { replace: draft?.sent ?? false })
  }
  const settle = () => {
    if (draft) send(draft.text)
  }
  // The delayed call needs the filters as they are then.
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  return {
    text: draft?.text ?? applied,
    type: (text) => {
      if (pauseMs === 0) return send(text)
      setDraft({ text, values: draft?.values ?? [applied], sent: draft?.sent ?? false })
      clearTimeout(pause.current)
      pause.current = setTimeout(() => latest.current(), pauseMs)
    },
    settle,
    leave: () => {
      settle()
      setDraft(null)
    },
  }
}
