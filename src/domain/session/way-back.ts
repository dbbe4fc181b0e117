import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type MouseEvent } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { areKeysOff, pageKey } from '#/ui/page-keys.ts'

/**
 * Props of a link back to the history entry the page was opened from, with its scroll position; also on Esc.
 * @param isBefore the previous entry is that one; else pushes
 */
export const useWayBack = (isBefore: boolean) => {
  const ref = useRef<HTMLAnchorElement>(null)
  const router = useRouter()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (pageKey(event) === 'Escape') ref.current?.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return {
    ref,
    'aria-keyshortcuts': 'Escape',
    ...(!areKeysOff() && { title: m.back_by_esc() }),
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (!isPlain || !isBefore || !router.history.canGoBack()) return
      event.preventDefault()
      router.history.back()
    },
  }
}
