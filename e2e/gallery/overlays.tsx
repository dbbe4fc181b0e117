import { useState, useSyncExternalStore } from 'react'
import { getTheme, setTheme, subscribeTheme, THEMES } from '#/domain/preferences/theme.ts'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Radio } from '#/ui/control/checkbox.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { FormButtons } from '#/ui/overlay/form-buttons.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { Popover } from '#/ui/overlay/popover.tsx'
import { matchingOptions } from '#/ui/control/match.ts'
import { SearchListbox } from '#/ui/control/search-listbox.tsx'
import { SwitcherButton } from '#/ui/control/switcher-button.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { Part, Row, Specimen } from './specimen.tsx'

const THEME_LABELS = {
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
  system: { label: 'System', icon: 'system' },
} as const

/** Sets the gallery's theme. */
const ThemeMenu = () => {
  const theme = useSyncExternalStore(subscribeTheme, getTheme)
  return (
    <Menu
      label="View"
      header={<span className="text-text-2">Shown above the items</span>}
      renderTrigger={(trigger) => <Button {...trigger}>View</Button>}
      groups={[
        {
          label: 'Theme',
          items: THEMES.map((id) => ({
            id,
            ...THEME_LABELS[id],
            checked: id === theme,
            onSelect: () => setTheme(id),
          })),
        },
        {
          items: [
            { id: 'copy', label: 'Copy link', note: 'C', onSelect: () => showToast({ text: 'Link copied' }) },
          ],
        },
      ]}
    />
  )
}

const Density = () => (
  <Popover label="Density" renderTrigger={(trigger) => <Button {...trigger}>Density</Button>}>
    {(close) => (
      <fieldset className="grid gap-1">
        <legend className="pb-2 text-13 font-semibold">Density</legend>
        <Radio name="density" defaultChecked data-autofocus>
          Compact, 32 px rows
        </Radio>
        <Radio name="density">Comfortable, 44 px rows</Radio>
        <Button className="mt-2 justify-self-start" onClick={close}>
          Done
        </Button>
      </fieldset>
    )}
  </Popover>
)

const CLIENTS = [
  { id: 'sever', label: 'Sever Group', note: 'office@sever.example' },
  { id: 'dentika', label: 'Dentika Tverskaya', note: 'anna@dentika.example' },
  { id: 'polyana', label: 'Dental Polyana', note: 'hello@polyana.example' },
  { id: 'ozero', label: 'Озёрный квартал', note: 'sales@ozero.example' },
]

const Clients = () => {
  const [selected, setSelected] = useState('sever')
  return (
    <Popover
      label="Choose a client"
      className="w-84 p-2"
      renderTrigger={(trigger) => (
        <SwitcherButton
          {...trigger}
          kind="Client"
          value={CLIENTS.find(({ id }) => id === selected)?.label ?? ''}
        />
      )}
    >
      {(close) => (
        <SearchListbox
          label="Clients"
          placeholder="Company"
          find={(query) => ({ groups: [{ id: 'clients', options: matchingOptions(CLIENTS, query) }] })}
          selected={selected}
          onSelect={(id) => {
            setSelected(id)
            close()
          }}
          empty="No client has that name."
          footer={
            <>
              <Kbd>↑</Kbd> <Kbd>↓</Kbd> to move
            </>
          }
        />
      )}
    </Popover>
  )
}

const LeaveDialog = () => {
  const [open, setOpen] = useState(false)
  const [wide, setWide] = useState(false)
  const close = () => {
    setOpen(false)
    setWide(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Leave</Button>
      <Button onClick={() => setWide(true)}>Show a record</Button>
      <Dialog
        open={open}
        title="Leave without saving?"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>Keep editing</Button>
            <Button variant="danger" onClick={close}>
              Discard changes
            </Button>
            <Button variant="primary" onClick={close}>
              Save changes
            </Button>
          </>
        }
      >
        2 changes to the tracking script of Dentika Tverskaya would be lost.
      </Dialog>
      <Dialog
        open={wide}
        size="wide"
        title="Record"
        onClose={close}
        actions={<Button onClick={close}>Close</Button>}
      >
        A wide one, for what needs columns.
        <FormButtons>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Save
          </Button>
        </FormButtons>
      </Dialog>
    </>
  )
}

export const OverlaysPart = () => (
  <Part title="Overlays">
    <div>
      <Specimen title="Menu and popover">
        <Row className="gap-x-2">
          <ThemeMenu />
          <Density />
          <Clients />
        </Row>
      </Specimen>
      <Specimen title="Dialog">
        <Row className="gap-x-2">
          <LeaveDialog />
        </Row>
      </Specimen>
    </div>
    <div>
      <Specimen title="Toast">
        <Row className="gap-x-2">
          <Button
            onClick={() =>
              showToast({
                text: 'Tracking script saved',
                action: { label: 'Undo', onPress: () => showToast({ text: 'Undone' }) },
              })
            }
          >
            Save script
          </Button>
          <Button
            onClick={() =>
              showToast({
                tone: 'failed',
                text: 'Export stopped: the service did not answer',
                action: { label: 'Continue', onPress: () => {} },
              })
            }
          >
            Fail an export
          </Button>
          <Button onClick={() => showToast({ text: 'Saved' })}>Say it shortly</Button>
        </Row>
      </Specimen>
      <Specimen title="Tooltip" note="After half a second of pointing, at once on keyboard focus.">
        <Row>
          <IconButton
            icon="copy"
            label="Copy number"
            shortcut="C"
            onClick={() => showToast({ text: 'Copied' })}
          />
        </Row>
      </Specimen>
    </div>
  </Part>
)
