import { Fragment } from 'react'
import {
  Button,
  buttonClass,
  type ButtonVariant,
  IconButton,
  LinkButton,
  linkClass,
} from '#/ui/control/button.tsx'
import { Checkbox, Radio } from '#/ui/control/checkbox.tsx'
import { SearchField, SelectField, TextField } from '#/ui/control/field.tsx'
import { TextArea } from '#/ui/control/text-area.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { Part, Row, Specimen } from './specimen.tsx'

const VARIANTS = {
  primary: { verb: 'Save', doing: 'Saving', icon: 'check', reason: 'Nothing has changed yet.' },
  default: {
    verb: 'Export',
    doing: 'Exporting',
    icon: 'download',
    reason: 'There is no contact to export.',
  },
  ghost: { verb: 'Undo', doing: 'Undoing', icon: 'undo', reason: 'Nothing has changed yet.' },
  danger: { verb: 'Delete', doing: 'Deleting', icon: 'close', reason: 'The last view cannot be deleted.' },
} satisfies Record<ButtonVariant, { verb: string; doing: string; icon: IconName; reason: string }>

const pressed = (name: string) => () => showToast({ text: `${name}: pressed` })

const Buttons = () => (
  <Specimen title="Button" note="A disabled button keeps its place in the tab order and says why.">
    <div className="grid grid-cols-[repeat(4,auto)] items-center justify-start justify-items-start gap-2 phone:gap-x-1.5">
      {['Default', 'With icon', 'Pending', 'Disabled'].map((state) => (
        <span key={state} className="text-12 text-text-3">
          {state}
        </span>
      ))}
      {Object.entries(VARIANTS).map(([name, { verb, doing, icon, reason }]) => {
        const variant = name as ButtonVariant
        return (
          <Fragment key={variant}>
            <Button variant={variant} onClick={pressed(verb)}>
              {verb}
            </Button>
            <Button variant={variant} icon={icon} onClick={pressed(verb)}>
              {verb}
            </Button>
            <Button variant={variant} pending onClick={pressed(doing)}>
              {doing}
            </Button>
            <Button variant={variant} disabledReason={reason} onClick={pressed(verb)}>
              {verb}
            </Button>
          </Fragment>
        )
      })}
    </div>
    <Row>
      <Button variant="primary" size="lg" onClick={pressed('Sign in')}>
        Sign in
      </Button>
      <Button size="lg" icon="key" onClick={pressed('Use an API key')}>
        Use an API key
      </Button>
      <a href="#buttons" className={buttonClass()}>
        A link like a button
      </a>
    </Row>
  </Specimen>
)

const Links = () => (
  <Specimen title="Link">
    <Row className="text-13">
      <LinkButton onClick={pressed('Retry')}>Retry</LinkButton>
      <a href="#links" className={linkClass}>
        A link in text
      </a>
    </Row>
  </Specimen>
)

const IconButtons = () => (
  <Specimen title="Icon button" note="Default, open, on, pending, disabled. Its name is its tooltip.">
    <Row className="gap-x-2">
      <IconButton icon="refresh" label="Refresh" shortcut="R" onClick={pressed('Refresh')} />
      <IconButton icon="columns" label="Columns" aria-expanded onClick={pressed('Columns')} />
      <IconButton icon="pin" label="Pin" aria-pressed onClick={pressed('Pin')} />
      <IconButton icon="download" label="Download" pending onClick={pressed('Download')} />
      <IconButton
        icon="chevron-left"
        label="Previous"
        disabledReason="This is the first contact."
        onClick={pressed('Previous')}
      />
    </Row>
  </Specimen>
)

const Fields = () => (
  <Specimen title="Field">
    <div className="grid gap-3 desk:grid-cols-3">
      <TextField label="Page address" placeholder="/price" />
      <TextField label="Source title" defaultValue="/implantation" hint="Part of the title is enough." />
      <TextField label="Duration" defaultValue="abc" error="Write it in seconds, such as 90." />
      <TextField label="From" type="date" defaultValue="2026-11-20" />
      <TextArea
        label="Note"
        rows={3}
        defaultValue="Wants a garage as well."
        hint="Seen by everybody of the account."
      />
      <TextField
        label="Domain"
        disabled
        defaultValue="dentika.example"
        hint="Only the owner of the account can change it."
      />
      <SearchField label="Search clients" className="desk:pt-6" />
      <TextField size="lg" label="Email" type="email" defaultValue="anna@dentika.example" />
      <TextField size="lg" label="Password" type="password" defaultValue="twelve chars" />
      <TextField size="lg" label="API key" icon="key" error="Fill in the API key." />
    </div>
  </Specimen>
)

const STATUSES = ['Any', 'Answered', 'No answer', 'Busy']
const Selects = () => (
  <Specimen title="Select">
    <div className="grid gap-3 desk:grid-cols-3">
      {[
        { label: 'Status', defaultValue: 'Busy', hint: 'Loading your own statuses …' },
        { label: 'Status to set', error: 'Choose a status.' },
        { label: 'Status of the deal', disabled: true, hint: 'The CRM sets it.' },
      ].map((field) => (
        <SelectField key={field.label} {...field}>
          {STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </SelectField>
      ))}
    </div>
  </Specimen>
)

const Choices = () => (
  <Specimen title="Checkbox and radio">
    <Row className="gap-x-5">
      <Checkbox>Off</Checkbox>
      <Checkbox defaultChecked>On</Checkbox>
      <Checkbox indeterminate>Some</Checkbox>
      <Checkbox disabled>Off, disabled</Checkbox>
      <Checkbox disabled defaultChecked>
        On, disabled
      </Checkbox>
    </Row>
    <Checkbox defaultChecked description="Keeps the source of the last visit.">
      Last source
    </Checkbox>
    <Checkbox disabled description="Your tariff has no call recording.">
      Record calls
    </Checkbox>
    <fieldset>
      <legend className="sr-only">Format</legend>
      <Row className="gap-x-5">
        <Radio name="format" defaultChecked>
          CSV
        </Radio>
        <Radio name="format">XLSX</Radio>
        <Radio name="format" disabled>
          PDF, disabled
        </Radio>
      </Row>
    </fieldset>
  </Specimen>
)

export const ButtonsPart = () => (
  <Part title="Buttons">
    <Buttons />
    <div>
      <IconButtons />
      <Links />
    </div>
  </Part>
)

export const FieldsPart = () => (
  <Part title="Fields and choices">
    <Fields />
    <div>
      <Selects />
      <Choices />
    </div>
  </Part>
)
