import type { Receipt } from '#/domain/receipt/receipt.tsx'
import { counted, formatDay, formatNumber, formatOffset, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { JudgedObject } from './evaluate.ts'
import { oneInText, usualText } from '#/domain/inactivity/inactivity-labels.ts'

/** How an object's silence was judged: its norm week by week, and what was left out of it. */
export const inactivityReceipt = (judged: JudgedObject): Receipt => {
  const { silence, now, offset, days, missingWeeks, undated, unreadable } = judged
  const { contacts, usual, usualSince, last, look, weeks } = silence
  const chance = oneInText(silence.chance)
  return {
    title: m.silence_contacts_today(),
    value: formatNumber(contacts),
    definition: m.silence_definition(),
    formula:
      look === 'pause'
        ? m.silence_formula_pause({ usual: usualText(usualSince), chance })
        : m.silence_formula({ shown: formatNumber(contacts), usual: usualText(usual), chance }),
    inputs: [
      {
        label: m.silence_today_by({ day: formatDay(now.day), time: timeOf(now.minute) }),
        value: formatNumber(contacts),
      },
      ...weeks.map((count, week) => ({ label: formatDay(days[week] ?? ''), value: formatNumber(count) })),
      { label: m.silence_mean(), value: formatNumber(usual) },
      { label: m.silence_last(), value: last === null ? m.silence_no_last() : timeOf(last) },
      ...(last === null ? [] : [{ label: m.silence_mean_since(), value: formatNumber(usualSince) }]),
      {
        label: m.silence_clock(),
        value: offset === null ? m.silence_clock_device() : formatOffset(offset),
      },
    ],
    notes: [
      m.silence_note_poisson(),
      m.silence_note_bounds(),
      ...(missingWeeks > 0
        ? [
            m.silence_weeks_missing({
              ...counted(missingWeeks),
              all: formatNumber(missingWeeks + weeks.length),
            }),
          ]
        : []),
      ...(undated > 0 ? [m.silence_note_undated(counted(undated))] : []),
      ...(unreadable > 0 ? [m.silence_note_unreadable(counted(unreadable))] : []),
    ],
  }
}
