import { useState, type ReactNode } from 'react'
import { cutText } from './cut-text.ts'
import { LinkButton } from '#/ui/control/button.tsx'

/** More than this many UTF-16 units of a text from the API wait behind "Show all". */
export const CLAMP_LENGTH = 2000

/**
 * A text from outside, as it was written: its line breaks kept, its direction its own, its length bounded.
 * @param renderText draws what of it is shown; else it stands as it is
 */
export function Clamp({
  text,
  showAllLabel,
  renderText = (shown) => shown,
}: {
  text: string
  showAllLabel: string
  renderText?: (shown: string) => ReactNode
}) {
  const [all, setAll] = useState(false)
  const start = all ? text : cutText(text, CLAMP_LENGTH)
  const cut = start.length < text.length
  return (
    <>
      <bdi className="wrap-anywhere whitespace-pre-wrap">{renderText(cut ? `${start}…` : start)}</bdi>
      {cut && (
        <>
          {' '}
          <LinkButton onClick={() => setAll(true)}>{showAllLabel}</LinkButton>
        </>
      )}
    </>
  )
}
