import { agencyAnswer } from '#/contract/agency.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { AgencyLogos } from './store.ts'

export interface AgencyBrand {
  readonly name: string
  readonly domain: string | null
  readonly logo: string | null
}

/**
 * Null: the user manages no agency, or an unknown one.
 * @throws Failure
 */
export const agencyBrand = async (
  { calls, agencyLogos }: { readonly calls: SessionCalls; readonly agencyLogos: Pick<AgencyLogos, 'of'> },
  session: StoredSession,
  context: CallContext,
): Promise<AgencyBrand | null> => {
  if (!session.user.is_agency_manager) return null
  const answer = await calls.call(session, { name: 'agency', values: {}, clientId: null }, context)
  const [agency] = agencyAnswer.lenient.safeParse(answer).data ?? []
  const name = agency?.name?.trim() || session.user.agency
  if (!name) return null
  return { name, domain: agency?.domain?.trim() || null, logo: await agencyLogos.of(session.account) }
}
