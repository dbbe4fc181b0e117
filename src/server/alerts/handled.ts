import { contactText, isHandled } from '#/contract/contact-marks/contact-text.ts'
import type { ContactMarks } from '#/server/contact-marks/store.ts'
import { MARKS_LOOKED_BACK_MS } from './judge-account.ts'

/** Contacts that people of an account have done with, and when. */
export const handledContacts = async (
  marks: Pick<ContactMarks, 'since'>,
  account: string,
  now: number,
): Promise<readonly (readonly [contact: string, at: number])[]> => {
  const { marks: found } = await marks.since(account, now - MARKS_LOOKED_BACK_MS)
  return found.flatMap((mark) =>
    isHandled(mark.outcome) ? [[contactText(mark), mark.outcome_at ?? mark.at] as const] : [],
  )
}
