import { useLocation } from '@tanstack/react-router'
import { m } from '#/i18n/paraglide/messages.js'
import { CopyButton } from '#/ui/control/copy-button.tsx'

/** Copies the address of what is shown. The caller is personal data and not in it: the page says so before and after copying. */
export const CopyLink = ({ hasCaller }: { hasCaller: boolean }) => {
  const href = useLocation({ select: ({ publicHref }) => publicHref })
  return (
    <span className="inline-flex shrink-0 items-center">
      {hasCaller && <span className="text-12 whitespace-nowrap text-text-3">{m.link_without_caller()}</span>}
      <CopyButton
        text={new URL(href, location.origin).href}
        label={m.copy_link()}
        copiedLabel={hasCaller ? `${m.copied()}. ${m.link_without_caller()}` : m.copied()}
        manualLabel={m.call_copy_manually()}
      />
    </span>
  )
}
