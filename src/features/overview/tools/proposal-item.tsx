import { counted } from '#/i18n/format.ts'
import { useState } from 'react'
import type { Renamed } from '#/analytics/aliases.ts'
import type { UtmValue, Proposal } from '#/domain/utm-cleaner.ts'
import { COUNTED_NAME_MAX } from '#/contract/preferences.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { TextField } from '#/ui/control/field.tsx'

export type AddRule = (by: Renamed, raw: readonly string[], as: string) => void

/** Undefined: a rule can be made. */
export const useRuleBlocked = (names: readonly string[], isFull: boolean): string | undefined => {
  const cutOff = useSaveBlocked()
  if (isFull) return m.utm_full()
  return names.some((name) => name.length > COUNTED_NAME_MAX) ? m.utm_too_long() : cutOff
}

/** Spellings of one name, or an unexpanded macro, with the rule to fix it. */
export const ProposalItem = ({
  by,
  proposal,
  isFull,
  onAdd,
}: {
  by: Renamed
  proposal: Proposal
  isFull: boolean
  onAdd: AddRule
}) => {
  const values = proposal.is === 'twins' ? proposal.values : [proposal.value]
  const names = values.map(({ value }) => value)
  const blocked = useRuleBlocked(names, isFull)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 grow basis-72">
        <p className="text-12 text-text-3">
          {dimensionName(by)} · {proposal.is === 'twins' ? m.utm_twins() : m.utm_macro()}
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5">
          {values.map((named) => (
            <NameWithCount key={named.value} {...named} />
          ))}
        </p>
      </div>
      {proposal.is === 'twins' ? (
        <Button
          disabledReason={blocked}
          onClick={() =>
            onAdd(
              by,
              names.filter((name) => name !== proposal.into),
              proposal.into,
            )
          }
        >
          <span className="max-w-60 truncate">{m.utm_count_as_name({ name: proposal.into })}</span>
        </Button>
      ) : (
        <CountAsField raw={proposal.value.value} blocked={blocked} onCount={(as) => onAdd(by, names, as)} />
      )}
    </li>
  )
}

const NameWithCount = ({ value, contacts }: UtmValue) => (
  <span className="min-w-0 wrap-anywhere">
    <bdi className="inline-block max-w-full font-strong">{value}</bdi>{' '}
    <span className="text-12 text-text-3 tabular-nums">{m.contacts_count(counted(contacts))}</span>
  </span>
)

const CountAsField = ({
  raw,
  blocked,
  onCount,
}: {
  raw: string
  blocked: string | undefined
  onCount: (as: string) => void
}) => {
  const [as, setAs] = useState('')
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (as.trim() !== '' && blocked === undefined) onCount(as.trim())
      }}
    >
      <TextField
        label={m.utm_count_as_of({ raw })}
        labelHidden
        placeholder={m.utm_count_as()}
        maxLength={COUNTED_NAME_MAX}
        value={as}
        onChange={({ currentTarget }) => setAs(currentTarget.value)}
        className="w-44"
      />
      <Button type="submit" disabledReason={blocked} className="h-8 phone:h-10">
        {m.utm_count()}
      </Button>
    </form>
  )
}
