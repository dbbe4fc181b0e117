import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { AGENCY_LOGO_PATH, agencyLogoAnswer } from '#/contract/agency-logo/agency-logo.ts'
import { parse, send } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

/** Logo as a `data:` URL; null: none. */
export const agencyLogoQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'agency_logo'),
    queryFn: async ({ signal }): Promise<string | null> =>
      parse(agencyLogoAnswer, await send('GET', AGENCY_LOGO_PATH, { scope: ofAccount(principal), signal }))
        .logo,
    staleTime: Infinity,
  })

/** @param data Base64 @throws ApiError with `logo` in fields: `type`, `size` or `unsafe` */
export const saveAgencyLogo = async (
  queryClient: QueryClient,
  principal: string,
  data: string | null,
): Promise<void> => {
  const scope = ofAccount(principal)
  const answer =
    data === null
      ? await send('DELETE', AGENCY_LOGO_PATH, { scope })
      : await send('PUT', AGENCY_LOGO_PATH, { scope, body: { data } })
  queryClient.setQueryData(agencyLogoQuery(principal).queryKey, parse(agencyLogoAnswer, answer).logo)
}
