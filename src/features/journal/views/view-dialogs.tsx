import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { linkHere } from './view-tools.tsx'
import { namesOf, NameDialog, SaveViewDialog } from './save-view-dialog.tsx'
import type { ViewsProps } from './use-views.ts'

export type ViewDialog = 'save' | 'rename' | 'link'

/** Dialogs of views, loaded on first interaction. */
export const ViewDialogs = ({
  dialog,
  close,
  oid,
  journal,
  views,
  shown,
  today,
  focusTab,
}: ViewsProps & {
  dialog: ViewDialog | null
  close: () => void
  focusTab: (id: string) => void
}) => (
  <>
    <SaveViewDialog
      open={dialog === 'save'}
      onClose={close}
      onSaved={focusTab}
      {...{ oid, journal, views, shown, today }}
    />
    {views.open && (
      <NameDialog
        open={dialog === 'rename'}
        title={m.view_rename_title()}
        submit={m.view_rename()}
        initial={views.open.view.name}
        taken={namesOf(views).filter((name) => name !== views.open?.view.name)}
        onSubmit={views.open.rename}
        onClose={close}
      />
    )}
    <LinkDialog open={dialog === 'link'} hasCaller={journal.caller !== undefined} onClose={close} />
  </>
)

/** Shows the link for copying without clipboard access. */
const LinkDialog = ({
  open,
  hasCaller,
  onClose,
}: {
  open: boolean
  hasCaller: boolean
  onClose: () => void
}) => (
  <Dialog
    open={open}
    title={m.copy_link()}
    onClose={onClose}
    actions={<Button onClick={onClose}>{m.close()}</Button>}
  >
    <TextField
      label={m.view_link()}
      readOnly
      value={linkHere()}
      hint={m.view_link_by_hand()}
      onFocus={(event) => event.target.select()}
    />
    {hasCaller && <p className="pt-2 text-13">{m.view_link_no_caller()}</p>}
  </Dialog>
)
