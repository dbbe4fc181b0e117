import { useState } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { findClients } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox, Radio } from '#/ui/control/checkbox.tsx'
import { SearchField } from '#/ui/control/field.tsx'
import { FilterPill } from '#/ui/control/pill.tsx'

/** A user does not read through more checkboxes than this: the search narrows them. */
const MOST_LISTED = 50

/** Checkboxes of clients, with a search where there are many. @param most how many may be chosen at once */
export const ClientChecks = ({
  clients,
  chosen,
  onChange,
  most = Infinity,
}: {
  clients: readonly ClientRead[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  most?: number
}) => {
  const [sought, setSought] = useState('')
  const found = findClients(clients, sought)
  const toggle = (client: string) => {
    const next = new Set(chosen)
    if (!next.delete(client)) next.add(client)
    onChange(next)
  }
  return (
    <div className="grid min-w-0 gap-2">
      <SearchField
        label={m.client_search()}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      <fieldset className="max-h-64 min-w-0 overflow-y-auto overscroll-contain">
        <legend className="sr-only">{m.rollup_choose_clients()}</legend>
        {found.slice(0, MOST_LISTED).map((client) => (
          <Checkbox
            key={client.client}
            checked={chosen.has(client.client)}
            disabled={!chosen.has(client.client) && chosen.size >= most}
            onChange={() => toggle(client.client)}
          >
            <bdi className="wrap-anywhere">{clientName(client)}</bdi>
          </Checkbox>
        ))}
        {found.length === 0 && <p className="py-1 text-13 text-text-3">{m.switch_none_found()}</p>}
      </fieldset>
      {found.length > MOST_LISTED && (
        <p className="text-12 text-text-3">
          {m.rollup_first_of({ shown: formatNumber(MOST_LISTED), total: formatNumber(found.length) })}
        </p>
      )}
    </div>
  )
}

/** Whom the figures are loaded of. */
const SCOPES = ['shown', 'pinned', 'chosen'] as const
export type RollUpScope = (typeof SCOPES)[number]

const WORDS = {
  shown: m.rollup_scope_shown,
  pinned: m.rollup_scope_pinned,
  chosen: m.rollup_scope_chosen,
} as const satisfies Record<RollUpScope, (inputs: { shown: string }) => string>

/** The clients of a scope, in the table's order. */
export const clientsIn = (
  scope: RollUpScope,
  clients: readonly ClientRead[],
  pinned: ReadonlySet<string>,
  chosen: ReadonlySet<string>,
): readonly ClientRead[] =>
  scope === 'shown'
    ? clients
    : clients.filter(({ client }) => (scope === 'pinned' ? pinned : chosen).has(client))

export const ScopeChoice = ({
  clients,
  pinned,
  chosen,
  onChoose,
  scope,
  onScope,
}: {
  clients: readonly ClientRead[]
  pinned: ReadonlySet<string>
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  scope: RollUpScope
  onScope: (scope: RollUpScope) => void
}) => {
  const words = (one: RollUpScope) =>
    WORDS[one]({ shown: formatNumber(clientsIn(one, clients, pinned, chosen).length) })
  return (
    <FilterPill name={m.rollup_scope()} value={words(scope)} removeLabel="">
      {() => (
        <div className="grid w-72 gap-2 phone:w-full">
          <fieldset>
            <legend className="sr-only">{m.rollup_scope()}</legend>
            {SCOPES.map((one) => (
              <Radio
                key={one}
                name="rollup-scope"
                checked={one === scope}
                data-autofocus={one === scope || undefined}
                onChange={() => onScope(one)}
              >
                {words(one)}
              </Radio>
            ))}
          </fieldset>
          {scope === 'chosen' && (
            <div className="border-t border-line pt-3">
              <ClientChecks clients={clients} chosen={chosen} onChange={onChoose} />
            </div>
          )}
        </div>
      )}
    </FilterPill>
  )
}
