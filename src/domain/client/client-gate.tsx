import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { agencyQuery } from '#/api/agency.ts'
import { useLinkToAllClients } from '#/domain/navigation-context.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { ChooseClient } from './choose-client.tsx'
import { forgetClient, readmitClient } from './client-access.ts'
import { useClientAccess } from './current-client.ts'

export const ClientGate = ({ head, children }: { head?: ReactNode; children: ReactNode }) => {
  const { session, scope } = useSignedIn()
  const access = useClientAccess()
  if (needsClient(session, scope))
    return (
      <>
        {head}
        <ChooseClient />
      </>
    )
  if (access.state === 'closed')
    return (
      <>
        {head}
        <ClosedClient key={scope.client} name={access.name} />
      </>
    )
  return children
}

/** @param name last known name */
const ClosedClient = ({ name }: { name: string | null }) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const agencies = useQuery(agencyQuery(scope.principal))
  const linkToAll = useLinkToAllClients()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Observed queries could only be emptied; now they can be removed.
    forgetClient(queryClient, scope)
    // The focused element is gone.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [queryClient, scope])
  const checkAgain = () => {
    readmitClient(queryClient, scope)
    void agencies.refetch()
  }
  return (
    <div ref={box} role="alert" tabIndex={-1} className="outline-none">
      <StateMessage
        icon="clients"
        tone="warning"
        level={2}
        title={name === null ? m.client_unknown_title() : m.client_lost_title({ name })}
        className="px-4"
        actions={
          <>
            <Link {...linkToAll} className={buttonClass({ variant: 'primary' })}>
              {m.choose_client()}
            </Link>
            <Button icon="refresh" pending={agencies.isFetching} onClick={checkAgain}>
              {m.check_again()}
            </Button>
          </>
        }
      >
        {name === null ? m.client_unknown_text() : m.client_lost_text()}
      </StateMessage>
    </div>
  )
}
