import { DialogButton } from '#/domain/notice/dialog-button.tsx'
import { useMay, useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'

const fetchDialog = async () => (await import('./share-dialog.tsx')).ShareDialog

export const ShareButton = ({ isIconOnPhone = false }: { isIconOnPhone?: boolean }) => {
  // Links belong to one client.
  const { client } = useSignedIn().scope
  return useMay('export') ? (
    <span role="none" data-tool="share" className="contents">
      <DialogButton
        key={client}
        title={m.shared_report_share()}
        icon="link"
        isIconOnPhone={isIconOnPhone}
        fetchDialog={fetchDialog}
      />
    </span>
  ) : null
}
