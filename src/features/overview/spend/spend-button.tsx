import { DialogButton } from '#/domain/notice/dialog-button.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'

const fetchDialog = async () => (await import('./dialog/spend-dialog.tsx')).SpendDialog

/** Opens the way to enter what was paid. Its code, and what reads files, comes only then. */
export const SpendButton = () => {
  // Another client's is another dialog: nothing that was typed for one is ever saved for the other.
  const { client } = useSignedIn().scope
  return <DialogButton key={client} title={m.spend_title()} fetchDialog={fetchDialog} />
}
