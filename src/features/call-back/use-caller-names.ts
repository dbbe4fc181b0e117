import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callerNamesQuery } from '#/api/caller-names/caller-names.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import type { CallerRow } from './rows.ts'

/**
 * What callers have called themselves in forms and chats, and the company that their deal names: asked for the rows that are drawn, once all that tells it is here.
 * @returns null for a caller who has not, and until it is known
 */
export const useCallerNames = (
  rows: readonly CallerRow[],
  hidden: ReadonlySet<string>,
  isComing: boolean,
): ((row: CallerRow) => string | null) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...callerNamesQuery(
      queryClient,
      scope,
      rows.map(({ key }) => key),
    ),
    enabled: rows.length > 0 && !isComing && !hidden.has('custom_data'),
  })
  return ({ key }) => {
    const { caller_name: name = null, company_name: company = null } = data?.[key] ?? {}
    if (company === null) return name
    return name === null ? m.call_back_company({ company }) : m.call_back_of_company({ name, company })
  }
}
