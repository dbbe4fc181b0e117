import type { ReactNode } from 'react'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

/** "5 new contacts": overlays the list and loads them. */
export const NewContactsPill = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <ListPill title={m.show_new_contacts()} onPress={onShow}>
    {count > 0 && (
      <>
        <Icon name="arrow-up" size={14} />
        {m.new_contacts(counted(count))}
      </>
    )}
  </ListPill>
)

/** Overlay over the list. Without content it doesn't catch presses. */
export const ListPill = ({
  title,
  onPress,
  children,
}: {
  title: string
  onPress: () => void
  children: ReactNode
}) => (
  <div
    aria-live="polite"
    // Over the header, so that it covers no contact.
    className="pointer-events-none absolute inset-x-0 top-0.5 z-bar flex justify-center phone:top-auto phone:bottom-3"
  >
    {children && (
      <button
        type="button"
        title={title}
        onClick={onPress}
        className="pointer-events-auto inline-flex h-7 items-center gap-1.5 rounded-full bg-accent px-3 text-13 font-semibold text-on-accent tabular-nums shadow-float transition-[background-color] hover:bg-accent-hover motion-safe:animate-rise phone:h-10 phone:px-4 forced-colors:border"
      >
        {children}
      </button>
    )}
  </div>
)
