import { useState, type ReactNode } from 'react'
import { cutText } from './cut-text.ts'
import { LinkButton } from '#/ui/control/button.tsx'

/** UTF-16 units before "Show all". */
export const CLAMP_LENGTH = 2000

/**
 * External text with line breaks, isolated direction and limited length.
 * @param renderText renders the visible part
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
