import type { ObjectInactivity } from '#/contract/figures/answers.ts'
import { formatNumber, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const usualText = (usual: number): string =>
  formatNumber(usual < 9.95 ? Math.round(usual * 10) / 10 : Math.round(usual))

/** `0 since 11:00` after a pause, `2 today` by count. */
export const todayText = ({ look, last, contacts, hours }: ObjectInactivity): string => {
  if (look === 'count') return m.inactivity_today({ shown: formatNumber(contacts) })
  return m.inactivity_since({ time: timeOf(last ?? (hours[0]?.hour ?? 0) * 60) })
}

/** `usually 9 by now`, or since the last contact. */
export const insteadText = ({ look, last, usual, usualSince }: ObjectInactivity): string =>
  look === 'pause' && last !== null
    ? m.inactivity_usual_since({ usual: usualText(usualSince) })
    : m.inactivity_usual_now({ usual: usualText(usual) })

const MILLION = 1_000_000

const timesOf = (chance: number) => {
  const times = 1 / chance
  const unit = 10 ** Math.max(Math.floor(Math.log10(times)) - 1, 0)
  return formatNumber(Math.round(times / unit) * unit)
}

/** `about 1 in 12,000 by chance` */
export const chanceText = (chance: number): string =>
  chance * MILLION < 1 ? m.inactivity_chance_tiny() : m.inactivity_chance({ times: timesOf(chance) })

/** `1 in 12,000` */
export const oneInText = (chance: number): string =>
  chance * MILLION < 1 ? m.inactivity_one_in_tiny() : m.inactivity_one_in({ times: timesOf(chance) })
