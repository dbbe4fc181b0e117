import { formatPhone } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What a line says in place of a number that the caller withholds. The filter by caller finds it as it is written. */
export const WITHHELD_NUMBER = 'anonymous'

export const isWithheld = (caller: string): boolean => caller.trim().toLowerCase() === WITHHELD_NUMBER

/** A caller in readable form: the formatted number, or that there is none. */
export const callerWords = (caller: string): string =>
  isWithheld(caller) ? m.caller_withheld() : formatPhone(caller)
