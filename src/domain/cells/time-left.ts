import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const timeLeft = (seconds: number): string =>
  seconds < 90
    ? m.seconds_left({ shown: formatNumber(Math.max(1, Math.ceil(seconds))) })
    : m.minutes_left({ shown: formatNumber(Math.ceil(seconds / 60)) })
