import type { ListedCallRead } from '#/contract/call.ts'
import { CHANNEL } from '#/analytics/columns/dimensions.ts'
import { callStatusName } from '#/contract/codes.ts'
import { formatPhone } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What the filter by caller holds for all who withhold their number. */
export const WITHHELD_NUMBER = 'anonymous'

export const isWithheld = (typed: string): boolean => typed.trim().toLowerCase() === WITHHELD_NUMBER

/** Who called, in readable form: the number, or that it is withheld; null: it is a contact without one, such as a chat. */
export const callerWords = ({
  caller,
  phone_number_from: said,
  status,
}: Pick<ListedCallRead, 'caller' | 'phone_number_from' | 'status'>): string | null => {
  if (caller !== null) return formatPhone(caller)
  const name = callStatusName(status)
  return said?.trim() || (name && CHANNEL[name] === 'call') ? m.caller_withheld() : null
}
