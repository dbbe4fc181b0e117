import type { Unreadable } from '#/contract/field.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "One record could not be read: id" */
export const unreadableLabel = ({ field }: Unreadable): string =>
  [m.record_unreadable(), field].filter(Boolean).join(': ')
