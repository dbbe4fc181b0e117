import { useMemo, useState } from 'react'
import {
  Autocomplete,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  TextField,
} from 'react-aria-components'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Highlighted } from '#/ui/control/search-listbox.tsx'
import { Icon } from '#/ui/icon.tsx'
import { choicesOf, type ChoiceGroup, type ClientOption, type OrderedClients } from './client-choices.ts'

const GROUP_WORD = {
  pinned: m.switch_pinned,
  recent: m.switch_recent,
  others: m.switch_others,
} as const satisfies Record<ChoiceGroup, () => string>

/** Grouped combobox with a limit, for thousands of clients: arrows, Home and End move, Enter chooses. */
export const ClientOptions = ({
  clients,
  selected,
  onSelect,
}: {
  clients: OrderedClients
  selected: string | null
  onSelect: (client: string) => void
}) => {
  const [query, setQuery] = useState('')
  const { groups, shown, total } = useMemo(() => choicesOf(clients, query), [clients, query])
  const option = ({ id, name, note }: ClientOption) => (
    <ListBoxItem
      key={id}
      id={id}
      textValue={name}
      className="flex min-h-9 scroll-mt-14 scroll-mb-2 cursor-default items-center gap-3 rounded-2 px-2.5 text-14 outline-none hover:bg-hover-raised data-focused:bg-selected phone:min-h-12 phone:text-15 forced-colors:data-focused:outline-2"
    >
      {/* The name is truncated before the matched e-mail. */}
      <span className="mr-auto min-w-16 truncate">
        <bdi>
          <Highlighted text={name} query={query} />
        </bdi>
      </span>
      {note !== undefined && (
        <span className="max-w-56 shrink-0 truncate text-12 text-text-3">
          <bdi>
            <Highlighted text={note} query={query} />
          </bdi>
        </span>
      )}
      {id === selected && <Icon name="check" className="shrink-0 text-accent" />}
    </ListBoxItem>
  )
  return (
    <Autocomplete inputValue={query} onInputChange={setQuery}>
      <TextField
        aria-label={m.clients_title()}
        type="search"
        className="sticky top-0 z-sticky grid items-center bg-raised pb-1.5"
      >
        <Icon name="search" className="pointer-events-none absolute left-2.5 mb-1.5 text-text-3" />
        <Input
          data-autofocus
          placeholder={m.client_search()}
          className="h-9 w-full appearance-none rounded-2 border border-line-control bg-raised pr-2.5 pl-8.5 text-14 text-text focus:-outline-offset-1 phone:h-12 phone:text-16 [&::-webkit-search-cancel-button]:hidden"
        />
      </TextField>
      <ListBox
        aria-label={m.clients_title()}
        selectionMode="single"
        // Escape belongs to the popover.
        escapeKeyBehavior="none"
        selectedKeys={selected === null ? [] : [selected]}
        onSelectionChange={(keys) => {
          // Choosing the selected one deselects it in the list; it is still the answer.
          const [id = selected] = keys === 'all' ? [] : keys
          if (id !== null) onSelect(String(id))
        }}
        renderEmptyState={() => (
          <div className="px-2.5 py-2 text-13 text-text-3">{m.switch_none_found()}</div>
        )}
        className="outline-none"
      >
        {/* A single group has no header. */}
        {groups.length === 1
          ? groups[0]?.choices.map(option)
          : groups.map(({ group, choices }) => (
              <ListBoxSection key={group} id={group}>
                <Header className="px-2.5 pt-2.5 pb-1 text-12 text-text-3">{GROUP_WORD[group]()}</Header>
                {choices.map(option)}
              </ListBoxSection>
            ))}
      </ListBox>
      {shown < total && (
        <p className="px-2.5 pt-2 text-12 text-text-3">
          {m.switch_more({ shown: formatNumber(shown), total: formatNumber(total) })}
        </p>
      )}
    </Autocomplete>
  )
}
