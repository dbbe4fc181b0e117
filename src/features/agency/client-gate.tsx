import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { needsClient } from '#/features/shell/session/scope.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { ChooseClient } from './choose-client.tsx'

/**
 * Stands before what shows one client's data. An agency manager chooses a client first, and one that is not among the
 * agency's is refused in words instead of by failing requests. While the agency's list is on its way, or did not come,
 * the page goes on: our server checks every request anyway.
 * @param head shown above the message in place of the page: its bar with the title
 */
export const ClientGate = ({ head, children }: { head?: ReactNode; children: ReactNode }) => {
  const { session, scope } = useSignedIn()
  const { data: agencies } = useQuery({ ...agencyQuery(scope.principal), enabled: scope.client !== null })
  if (needsClient(session, scope))
    return (
      <>
        {head}
        <ChooseClient />
      </>
    )
  if (agencies && scope.client !== null && !clientsOf(agencies).some(({ client }) => client === scope.client))
    return (
      <>
        {head}
        <UnknownClient />
      </>
    )
  return children
}

const UnknownClient = () => (
  <StateMessage
    icon="clients"
    tone="warning"
    level={2}
    title={m.client_unknown_title()}
    className="px-4"
    actions={
      <Link to="/clients" className={buttonClass({ variant: 'primary' })}>
        {m.choose_client()}
      </Link>
    }
  >
    {m.client_unknown_text()}
  </StateMessage>
)
