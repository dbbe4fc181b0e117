import { maskedFilters, readableByOthers } from '#/domain/presenting/readable.ts'
import { beginPresenting } from '#/i18n/presenting.ts'
import { MASK, maskedPhone } from '#/i18n/presenting-masks.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { PresentingBar } from './presenting-bar.tsx'

/** Before the page is drawn, where it is shown to others. */
export const present = (): void =>
  beginPresenting({
    of: /callboard-presenting=([^;]*)/.exec(document.cookie)?.[1] ?? '',
    phone: maskedPhone,
    sum: MASK,
    Bar: PresentingBar,
    end: m.presenting_stop,
    noSaving: m.save_presenting,
    noCallers: m.presenting_no_caller_search,
    readable: readableByOthers,
    masked: maskedFilters,
  })
