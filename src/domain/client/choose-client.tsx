import { Link } from '@tanstack/react-router'
import { useLinkTo } from '#/domain/navigation-context.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

export const ChooseClient = () => {
  const linkTo = useLinkTo()
  return (
    <StateMessage
      icon="clients"
      level={2}
      title={m.choose_client_title()}
      className="px-4"
      actions={
        <Link {...linkTo('/clients')} className={buttonClass({ variant: 'primary' })}>
          {m.choose_client()}
        </Link>
      }
    >
      {m.choose_client_text()}
    </StateMessage>
  )
}
