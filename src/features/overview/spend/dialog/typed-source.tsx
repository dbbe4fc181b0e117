import { useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { SpendPlace } from '#/analytics/spend/amounts.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import { IconButton } from '#/ui/control/button.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Td } from '#/ui/table/table.tsx'
import { amountDaysLabel, problemLabel } from './labels.ts'
import { useCampaigns } from './use-known.ts'
import type { Typed } from './use-typed.ts'

interface SourceProps {
  readonly source: string
  /** Null: none in the period. */
  readonly contacts: number | null
  readonly month: string
  readonly typed: Typed
  readonly onPasteSheet: (text: string) => void
}

/** A source's amount, and its campaigns' on demand or if entered. */
export const TypedSource = ({ source, contacts, month, typed, onPasteSheet }: SourceProps) => {
  const hidden = useHiddenFields()
  const entered = typed.places.filter((place) => place.source === source && place.campaign !== null)
  const [isOpen, setOpen] = useState(entered.some((place) => place.month === month))
  const found = useCampaigns(source, isOpen)
  const counts = new Map((found ?? []).map(({ name, contacts: count }) => [name, count]))
  const campaigns = [...new Set([...counts.keys(), ...entered.flatMap(({ campaign }) => campaign ?? [])])]
  const row = { month, typed, onPasteSheet }
  return (
    <>
      <AmountRow
        {...row}
        place={{ source, campaign: null, month }}
        name={source}
        contacts={contacts}
        opener={
          hidden.has('utm') ? null : (
            <IconButton
              icon={isOpen ? 'chevron-down' : 'chevron-right'}
              label={m.spend_open_campaigns({ name: source })}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          )
        }
        note={isOpen && campaigns.length > 0 ? m.spend_beside_campaigns() : null}
      />
      {isOpen &&
        campaigns.map((campaign) => (
          <AmountRow
            key={campaign}
            {...row}
            place={{ source, campaign, month }}
            name={campaign}
            contacts={counts.get(campaign) ?? null}
            opener={<span className="w-10 shrink-0" />}
            note={null}
          />
        ))}
      {isOpen && found !== null && campaigns.length === 0 && (
        <tr>
          <Td colSpan={3} className="pl-10 text-12 text-text-3">
            {m.spend_no_campaigns()}
          </Td>
        </tr>
      )}
    </>
  )
}

/** Arrow keys move between amounts as in a sheet, selecting the content. */
const moveBetween = (event: KeyboardEvent<HTMLInputElement>) => {
  const steps =
    event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey)
      ? 1
      : event.key === 'ArrowUp' || event.key === 'Enter'
        ? -1
        : 0
  if (steps === 0 || event.nativeEvent.isComposing) return
  event.preventDefault()
  const cells = [...(event.currentTarget.closest('table')?.querySelectorAll('input') ?? [])]
  const next = cells[cells.indexOf(event.currentTarget) + steps]
  next?.focus()
  next?.select()
}

const AmountRow = ({
  place,
  name,
  contacts,
  opener,
  note,
  typed,
  onPasteSheet,
}: Omit<SourceProps, 'source'> & {
  place: SpendPlace
  name: string
  opener: ReactNode
  note: string | null
}) => {
  const problem = typed.problemOf(place)
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    // A single copied cell ends with a line break too.
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    onPasteSheet(text)
  }
  return (
    <tr className="hover:bg-hover-raised">
      <th scope="row" className="w-full max-w-0 border-b border-line font-normal text-text">
        <span className="flex min-h-9 items-center phone:min-h-12">
          {opener}
          <span className="grid min-w-0">
            <bdi title={name} className="truncate">
              {name}
            </bdi>
            {note !== null && <span className="text-12 text-text-3">{note}</span>}
          </span>
        </span>
      </th>
      <Td numeric className="phone:hidden">
        {contacts === null ? <Absent reason={m.spend_unknown()} /> : formatNumber(contacts)}
      </Td>
      <Td numeric className="py-0.5">
        <TextField
          label={
            place.campaign === null
              ? m.spend_amount_of({ name: place.source })
              : m.spend_amount_of_campaign({ name: place.source, campaign: place.campaign })
          }
          labelHidden
          inputMode="decimal"
          autoComplete="off"
          value={typed.textOf(place)}
          readOnly={privacyMode !== null}
          onChange={({ currentTarget }) => typed.type(place, currentTarget.value)}
          onKeyDown={moveBetween}
          onPaste={paste}
          error={problem ? problemLabel(problem.problem, problem.text) : undefined}
          hint={amountDaysLabel(place.month, typed.spansOf(place)) ?? undefined}
          className="ml-auto w-40 whitespace-normal text-left [&_input]:text-right [&_input]:tabular-nums phone:w-36"
        />
      </Td>
    </tr>
  )
}
