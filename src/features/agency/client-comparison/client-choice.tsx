import { useState } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { findClients } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { SearchField } from '#/ui/control/field.tsx'

const MOST_LISTED = 50

/** Checkboxes of clients, with a search for many. @param most limit of the selection */
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
  const [query, setQuery] = useState('')
  const found = findClients(clients, query)
  const toggle = (client: string) => {
    const next = new Set(chosen)
    if (!next.delete(client)) next.add(client)
    onChange(next)
  }
  return (
    <div className="grid min-w-0 gap-2">
      <SearchField
        label={m.client_search()}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <fieldset className="max-h-64 min-w-0 overflow-y-auto overscroll-contain">
        <legend className="sr-only">{m.client_comparison_choose_clients()}</legend>
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
          {m.client_comparison_first_of({
            shown: formatNumber(MOST_LISTED),
            total: formatNumber(found.length),
          })}
        </p>
      )}
    </div>
  )
}
