import { useEffect, useRef, useState } from 'react'

/**
 * What is being typed into a filter, until it is applied. A draft belongs to the value it was typed over: when that
 * changes from outside (Back, "Clear filters"), the draft is forgotten, so that it never comes back over the change.
 * @param applied the filter's value now
 * @param apply sets it; `replace` while one visit to the field goes on, so that Back does not walk letter by letter
 * @param pauseMs how long after the last letter it applies by itself; 0: with each
 * @param isReady what is not is never applied
 */
export const useDraft = (
  applied: string,
  apply: (value: string, options: { replace: boolean }) => void,
  { pauseMs = 0, isReady = () => true }: { pauseMs?: number; isReady?: (value: string) => boolean },
): {
  readonly text: string
  readonly type: (text: string) => void
  /** Applies what is typed at once. */
  readonly settle: () => void
  /** Applies it, and the visit to the field is over. */
  readonly leave: () => void
} => {
  // `values`: the one it was typed over, and those sent since that have not arrived yet.
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
  // What waits looks at the filters as they are then, not as they were when the letter was typed.
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
