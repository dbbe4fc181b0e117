import { currentTime } from '#/api/transport/server-facts.ts'
import type { Times } from '#/domain/preferences/times.ts'
import { formatOffset } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "Each object’s own", "My time, UTC+3" */
export const timesWords = (times: Times): string =>
  times === 'own'
    ? m.period_times_own()
    : m.period_times_mine({ offset: formatOffset(-new Date(currentTime()).getTimezoneOffset()) })
