import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { objectsQuery } from '#/api/objects.ts'
import { useLinkTo } from '#/domain/navigation-context.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** Empty list: without objects, a link to first steps; else the list's text. */
export const NoObjectsOr = ({ children }: { children: ReactNode }) => {
  const { scope } = useSignedIn()
  const { data, isPending } = useQuery(objectsQuery(scope, undefined))
  if (isPending) return null
  if (data === undefined || data.objects.length > 0 || data.gaps.length > 0) return children
  return <NoObjectsYet text={m.no_objects_text()} />
}

/** No objects yet, with a link to first steps. */
export const NoObjectsYet = ({
  text,
  actions,
}: {
  text: string
  /** Actions of the page. */
  actions?: ReactNode
}) => {
  const linkTo = useLinkTo()
  const ofClient = useSignedIn().scope.client !== null
  return (
    <StateMessage
      icon="inbox"
      level={2}
      className="px-4"
      title={ofClient ? m.objects_none_client_title() : m.objects_none_title()}
      actions={
        <>
          {actions}
          <Link
            {...linkTo('/overview', null)}
            className={buttonClass({ variant: actions ? 'ghost' : 'default' })}
          >
            {m.no_objects_first_steps()}
          </Link>
          {ofClient && (
            <Link {...linkTo('/clients')} className={buttonClass({ variant: 'ghost' })}>
              {m.choose_client()}
            </Link>
          )}
        </>
      }
    >
      {ofClient ? m.objects_none_client_text() : text}
    </StateMessage>
  )
}
