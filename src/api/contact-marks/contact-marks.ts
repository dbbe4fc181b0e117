import { queryOptions } from '@tanstack/react-query'
import { marksKept, marksPath } from '#/contract/contact-marks/contact-marks.ts'
import { parse, send } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

/** How many contacts of an account and its clients people have marked. */
export const marksKeptQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'marks_kept'),
    queryFn: async ({ signal }): Promise<number> =>
      parse(marksKept, await send('GET', `${marksPath(null)}/kept`, { scope: ofAccount(principal), signal }))
        .contacts,
  })

/** Deletes every mark, note, tag and score of an account and its clients. */
export const forgetMarks = async (principal: string): Promise<void> => {
  await send('DELETE', marksPath(null), { scope: ofAccount(principal) })
}
