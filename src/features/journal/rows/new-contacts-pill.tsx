import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

/** "5 new contacts": over the list without moving it, and it brings them. */
export const NewContactsPill = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div
    aria-live="polite"
    // Under the header, where the day in view is told: it covers no contact.
    className="pointer-events-none absolute inset-x-0 top-7.5 z-bar flex justify-center phone:top-1"
  >
    {count > 0 && (
      <button
        type="button"
        title={m.show_new_contacts()}
        onClick={onShow}
        className="pointer-events-auto inline-flex h-7 items-center gap-1.5 rounded-full bg-accent px-3 text-13 font-semibold text-on-accent tabular-nums shadow-float transition-colors hover:bg-accent-hover motion-safe:animate-rise phone:h-10 phone:px-4 forced-colors:border"
      >
        <Icon name="arrow-up" size={14} />
        {m.new_contacts(counted(count))}
      </button>
    )}
  </div>
)
