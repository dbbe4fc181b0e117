import type { ContactMark } from '#/contract/annotations/annotations.ts'
import type { ContactMarks } from './store.ts'

/** Everything people have marked of an account's contacts. */
export const allMarks = async (
  marks: Pick<ContactMarks, 'since'>,
  account: string,
): Promise<readonly ContactMark[]> => {
  const all: ContactMark[] = []
  let after: Parameters<ContactMarks['since']>[2] = null
  do {
    const { marks: some, next } = await marks.since(account, 0, after)
    all.push(...some)
    after = next
  } while (after !== null)
  return all
}
