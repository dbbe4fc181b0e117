import { useLocation } from '@tanstack/react-router'
import { maskedFilters, readableByOthers } from '#/domain/privacy-mode/readable.ts'
import { setPrivacyMode } from '#/i18n/privacy-mode.ts'
import { MASK, maskedPhone } from '#/i18n/privacy-masks.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { filterName } from '#/domain/contact-list/filter-labels.ts'
import { turnPrivacyMode } from '#/domain/privacy-mode/turn-privacy-mode.ts'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

/** Presentation mode banner, with dropped filters; short on a phone. */
const PrivacyModeBar = () => {
  const masked = useLocation({ select: ({ state }) => state.masked })
  return (
    <section
      aria-label={m.privacy_mode_on()}
      className="flex items-center gap-x-4 border-b border-line bg-selected px-4 py-2 text-13 phone:gap-x-3 phone:py-1"
    >
      <Icon name="eye" className="text-accent" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{m.privacy_mode_on()}</strong>{' '}
        <span className="phone:sr-only">{m.privacy_mode_what()}</span>
        {masked && (
          <span className="block" role="status">
            {m.privacy_mode_no_filters({ names: masked.map(filterName).join(', ') })}
          </span>
        )}
      </p>
      <Button onClick={() => void turnPrivacyMode(false)}>{m.privacy_mode_end()}</Button>
    </section>
  )
}

/** Before the first render. */
export const present = (): void =>
  setPrivacyMode({
    of: /callboard-presenting=([^;]*)/.exec(document.cookie)?.[1] ?? '',
    phone: maskedPhone,
    sum: MASK,
    Bar: PrivacyModeBar,
    end: m.privacy_mode_stop,
    noSaving: m.save_presenting,
    noCallers: m.privacy_mode_no_caller_search,
    readable: readableByOthers,
    masked: maskedFilters,
  })
