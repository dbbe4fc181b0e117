import type { ListedCallRead } from '#/contract/call.ts'
import { CHANNEL } from '#/contract/figures/dimensions.ts'
import { callStatusName } from '#/contract/codes.ts'
import { formatPhone } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Value of the caller filter for withheld numbers. */
export const WITHHELD_NUMBER = 'anonymous'

export const isWithheld = (typed: string): boolean => typed.trim().toLowerCase() === WITHHELD_NUMBER

/** The number, or that it is withheld; null: contacts without one, such as chats. */
export const callerLabel = ({
  caller,
  phone_number_from: number,
  status,
}: Pick<ListedCallRead, 'caller' | 'phone_number_from' | 'status'>): string | null => {
  if (caller !== null) return formatPhone(caller)
  const name = callStatusName(status)
  return number?.trim() || (name && CHANNEL[name] === 'call') ? m.caller_withheld() : null
}
