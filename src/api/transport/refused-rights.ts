import { createSignal } from './watched.ts'

/** Codes of our server for what the session's person may not do or see, whatever the page was told when it asked. */
const CODES = ['right_missing', 'hidden_field']

const refused = createSignal()
/** Calls back when our server has refused something for want of a right. @returns ends it */
export const onRightRefused = refused.on

/** @param code of a refusal */
export const noticeRefusal = (code: string | null): void => {
  if (CODES.includes(code ?? '')) refused.tell()
}
