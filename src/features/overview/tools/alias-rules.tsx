import { useId, useState } from 'react'
import { RENAMED, type Renamed } from '#/analytics/aliases.ts'
import type { UtmValue } from '#/domain/utm-cleaner.ts'
import { COUNTED_NAME_MAX, type AliasRule } from '#/contract/preferences.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { SelectField, TextField } from '#/ui/control/field.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { useRuleBlocked, type AddRule } from './proposal-item.tsx'

const SUGGESTED = 200

export const CountAsRules = ({
  rules,
  names,
  isFull,
  onAdd,
  onRemove,
}: {
  rules: readonly AliasRule[]
  names: Readonly<Record<Renamed, readonly UtmValue[]>>
  isFull: boolean
  onAdd: AddRule
  onRemove: (rule: AliasRule) => void
}) => {
  const cutOff = useSaveBlocked()
  return (
    <>
      <h3 className="text-13">{m.utm_rules()}</h3>
      <p className="text-text-2">{rules.length === 0 ? m.utm_rules_none() : m.utm_rules_note()}</p>
      {rules.length > 0 && (
        <Table edge="none" aria-label={m.utm_rules()} className="mt-2 max-w-180">
          <thead>
            <tr>
              <Th>{m.utm_rule_by()}</Th>
              <Th>{m.utm_rule_raw()}</Th>
              <Th>{m.utm_rule_as()}</Th>
              <Th>
                <span className="sr-only">{m.utm_remove_column()}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <Tr key={`${rule.by} ${rule.raw}`}>
                <Td className="text-text-2">{dimensionName(rule.by)}</Td>
                <Td>
                  <bdi className="inline-block max-w-full py-1 whitespace-normal wrap-anywhere">
                    {rule.raw}
                  </bdi>
                </Td>
                <Td>
                  <bdi className="inline-block max-w-full py-1 whitespace-normal wrap-anywhere">
                    {rule.as}
                  </bdi>
                </Td>
                <Td className="text-right">
                  <IconButton
                    icon="close"
                    label={m.utm_remove({ raw: rule.raw })}
                    disabledReason={cutOff}
                    onClick={() => onRemove(rule)}
                  />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <NewRule names={names} isFull={isFull} onAdd={onAdd} />
    </>
  )
}

const NewRule = ({
  names,
  isFull,
  onAdd,
}: {
  names: Readonly<Record<Renamed, readonly UtmValue[]>>
  isFull: boolean
  onAdd: AddRule
}) => {
  const listId = useId()
  const [by, setBy] = useState<Renamed>('source')
  const [raw, setRaw] = useState('')
  const [as, setAs] = useState('')
  const blocked = useRuleBlocked([raw], isFull)
  return (
    <form
      aria-label={m.utm_add()}
      className="mt-3 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (blocked !== undefined || raw === '' || as.trim() === '') return
        onAdd(by, [raw], as.trim())
        setRaw('')
        setAs('')
      }}
    >
      <SelectField
        label={m.utm_rule_by()}
        value={by}
        onChange={({ currentTarget }) =>
          setBy(RENAMED.find((one) => one === currentTarget.value) ?? 'source')
        }
        className="w-36"
      >
        {RENAMED.map((one) => (
          <option key={one} value={one}>
            {dimensionName(one)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={m.utm_rule_raw()}
        list={listId}
        autoComplete="off"
        maxLength={COUNTED_NAME_MAX}
        value={raw}
        onChange={({ currentTarget }) => setRaw(currentTarget.value)}
        className="w-56"
      />
      <TextField
        label={m.utm_rule_as()}
        list={listId}
        autoComplete="off"
        maxLength={COUNTED_NAME_MAX}
        value={as}
        onChange={({ currentTarget }) => setAs(currentTarget.value)}
        className="w-56"
      />
      <Button type="submit" disabledReason={blocked} className="h-8 phone:h-10">
        {m.utm_add()}
      </Button>
      <datalist id={listId}>
        {names[by].slice(0, SUGGESTED).map(({ value }) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </datalist>
    </form>
  )
}
