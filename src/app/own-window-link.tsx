import { useLocation } from '@tanstack/react-router'
import { unframed } from '#/domain/session/framed.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

export const OwnWindowLink = () => {
  const href = useLocation({ select: (location) => unframed(location.href) })
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      title={m.open_in_new_tab()}
      aria-label={m.open_in_new_tab()}
      className="grid size-8 shrink-0 place-items-center rounded-2 text-text-2 hover:bg-hover phone:size-10"
    >
      <Icon name="arrow-up-right" />
    </a>
  )
}
