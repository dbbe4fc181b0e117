import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MISSED_FILTER } from '#/contract/call-filters.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { Menu, type MenuItem } from '#/ui/overlay/menu.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'
import { toolWordClass } from '#/features/journal/table/table-tools.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { copyText } from '#/domain/copy.ts'
import type { ViewDialog } from './view-dialogs.tsx'
import type { OwnView, ViewsProps } from './use-views.ts'
import { viewDaysLabel } from './view-labels.ts'
import { unframed } from '#/domain/session/framed.ts'

export const linkHere = () => location.origin + unframed(location.href)

const fetchDialogs = async () => (await import('./view-dialogs.tsx')).ViewDialogs

const DIALOG_TITLES = {
  save: m.view_save,
  rename: m.view_rename_title,
  link: m.copy_link,
} as const satisfies Record<ViewDialog, () => string>

/** Actions of the open view, or of unsaved filters. */
export const ViewTools = ({
  oid,
  journal,
  views,
  shown,
  today,
  focusTab,
}: ViewsProps & {
  /** Focus target after the pressed button disappears. */
  focusTab: (id: string) => void
}) => {
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<ViewDialog | null>(null)
  const dialogs = useOnIntent(fetchDialogs)
  const openDialog = (next: ViewDialog) => {
    dialogs.load()
    setDialog(next)
  }
  const [announcement, setAnnouncement] = useState('')
  const { open } = views
  const cutOff = useSaveBlocked()
  const close = () => setDialog(null)
  const save = () => openDialog('save')

  const update = ({ view, update: put }: OwnView) => {
    const { now, undo } = put()
    const stopped = now.filters.period === 'custom' && now.rolling === undefined
    const moved = view.filters.period !== 'custom' || view.rolling !== undefined
    const days = viewDaysLabel(journal.search, today)
    offerUndo(
      stopped && moved
        ? m.view_updated_fixed({ name: view.name, days })
        : m.view_updated({ name: view.name }),
      undo,
    )
  }
  const remove = ({ view, remove: take }: OwnView) => {
    offerUndo(m.view_deleted({ name: view.name }), take())
    focusTab('all')
  }
  const move = ({ view, move: put }: OwnView, place: number) => {
    put(place)
    setAnnouncement(m.view_moved({ name: view.name, place: place + 1, count: views.own.length }))
  }
  const copyLink = async () => {
    // The address has everything except the caller.
    const message = journal.caller === undefined ? m.copied() : m.view_link_copied_no_caller()
    if (!(await copyText(linkHere(), message))) openDialog('link')
  }

  const saveNew = () => (views.full ? showToast({ tone: 'failed', text: m.view_limit() }) : save())
  const groupsOf = (one: OwnView): MenuItem[][] => [
    [
      { id: 'update', label: m.view_update(), disabledReason: cutOff, onSelect: () => update(one) },
      { id: 'save', label: m.view_save_new(), onSelect: saveNew },
      { id: 'discard', label: m.view_discard(), onSelect: one.discard },
    ].filter(({ id }) => one.changed && (isPhone || id === 'save')),
    [
      { id: 'rename', label: m.view_rename(), onSelect: () => openDialog('rename') },
      { id: 'link', label: m.copy_link(), onSelect: () => void copyLink() },
    ],
    [
      {
        id: 'email',
        label: m.view_email(),
        onSelect: () => void navigate({ to: '/alerts', search: { email_view: one.view.id } }),
      },
      {
        id: 'alert',
        label: m.view_alert(),
        onSelect: () => void navigate({ to: '/alerts', search: alertOn(one.view, oid) }),
      },
    ],
    [
      { id: 'left', label: m.view_move_left(), to: one.place - 1 },
      { id: 'right', label: m.view_move_right(), to: one.place + 1 },
    ]
      .filter(({ to }) => to >= 0 && to < views.own.length)
      .map(({ to, ...item }) => ({ ...item, disabledReason: cutOff, onSelect: () => move(one, to) })),
    [{ id: 'delete', label: m.view_delete(), disabledReason: cutOff, onSelect: () => remove(one) }],
  ]
  const limit = views.full ? m.view_limit() : undefined

  return (
    <div {...dialogs.handlers} className="ml-auto flex shrink-0 items-center gap-2">
      {open?.changed && !isPhone && (
        <>
          <Button
            variant="ghost"
            onClick={() => {
              open.discard()
              focusTab(open.view.id)
            }}
          >
            {m.view_discard()}
          </Button>
          <Button
            disabledReason={cutOff}
            onClick={() => {
              update(open)
              focusTab(open.view.id)
            }}
          >
            {m.view_update()}
          </Button>
        </>
      )}
      {open ? (
        <Menu
          label={m.view_actions({ name: open.view.name })}
          align="end"
          header={cutOff}
          groups={groupsOf(open)
            .filter((items) => items.length > 0)
            .map((items) => ({ items }))}
          renderTrigger={(trigger) => (
            <IconButton {...trigger} icon="more" label={m.view_actions({ name: open.view.name })} />
          )}
        />
      ) : isPhone ? (
        <IconButton icon="bookmark" label={m.view_save()} disabledReason={limit} onClick={save} />
      ) : (
        <Tooltip text={m.view_save()}>
          <Button variant="ghost" icon="bookmark" disabledReason={limit} onClick={save}>
            <span className={toolWordClass}>{m.view_save()}</span>
          </Button>
        </Tooltip>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {dialogs.code ? (
        <dialogs.code {...{ dialog, close, oid, journal, views, shown, today, focusTab }} />
      ) : (
        <Dialog
          open={dialog !== null && dialogs.error !== null}
          title={DIALOG_TITLES[dialog ?? 'save']()}
          onClose={close}
          actions={<Button onClick={close}>{m.close()}</Button>}
        >
          <LoadError error={dialogs.error} level={3} onRetry={dialogs.load} className="" />
        </Dialog>
      )}
    </div>
  )
}

/** Alerts don't filter: missed calls if the view has those, else number of contacts. */
const alertOn = ({ id, filters }: OwnView['view'], oid: string | null) => ({
  alert: filters.status_filter === MISSED_FILTER ? ('missed_rate' as const) : ('below_usual' as const),
  ...(oid !== null && { object: oid }),
  view: id,
})

const offerUndo = (text: string, undo: () => void) =>
  showToast({ text, action: { label: m.undo(), onPress: undo } })
