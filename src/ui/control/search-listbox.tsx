import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  Autocomplete,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  TextField,
} from 'react-aria-components'
import { Icon } from '#/ui/icon.tsx'
import { MarkedPieces } from '#/ui/data/marked-pieces.tsx'
import { matchPieces } from './match.ts'

export type SearchOption = {
  readonly id: string
  readonly label: string
  /** Site, e-mail or count after it; what is typed is highlighted in it. */
  readonly note?: string | undefined
  /** Count at the end; not searched. */
  readonly aside?: string | undefined
}

export type SearchResult = {
  /** The label is shown if there are several. */
  readonly groups: readonly {
    readonly id: string
    readonly label?: string
    readonly options: readonly SearchOption[]
  }[]
  /** Below options that are not all: how many there are. */
  readonly more?: string | undefined
}

export type SearchListboxProps = {
  label: string
  placeholder?: string | undefined
  find: (query: string) => SearchResult
  /** `combobox`: a form field with a value, not a command search. */
  kind?: 'search' | 'combobox'
  /** Selected id. */
  selected?: string | undefined
  onSelect: (id: string) => void
  /** Replaces an empty list. */
  empty: ReactNode
  footer?: ReactNode
}

/**
 * Search field with a listbox; focus stays in the field, Enter chooses. Load lazily: it imports
 * react-aria-components.
 */
export function SearchListbox({
  label,
  placeholder,
  find,
  kind = 'search',
  selected,
  onSelect,
  empty,
  footer,
}: SearchListboxProps) {
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { groups, more } = find(query)
  const toItem = (option: SearchOption) => (
    <ListBoxItem
      key={option.id}
      id={option.id}
      textValue={option.label}
      className="flex min-h-9 scroll-mt-14 scroll-mb-2 cursor-default items-center gap-2 rounded-2 px-2.5 text-14 outline-none hover:bg-hover-raised data-focused:bg-selected touch:min-h-12 phone:text-15 forced-colors:data-focused:outline-2"
    >
      {/* Truncated before the note, which may hold the match. */}
      <span className="mr-auto min-w-16 truncate">
        <bdi>
          <Highlighted text={option.label} query={query} />
        </bdi>
      </span>
      {option.note !== undefined && (
        <span className="max-w-56 shrink-0 truncate text-12 text-text-3">
          <bdi>
            <Highlighted text={option.note} query={query} />
          </bdi>
        </span>
      )}
      {option.aside !== undefined && (
        <span className="shrink-0 text-12 text-text-3 tabular-nums">{option.aside}</span>
      )}
      {option.id === selected && <Icon name="check" className="shrink-0 text-accent" />}
    </ListBoxItem>
  )
  return (
    <Autocomplete inputValue={query} onInputChange={setQuery}>
      <TextField
        aria-label={label}
        type={kind === 'combobox' ? 'text' : 'search'}
        className="sticky top-0 z-sticky grid items-center bg-raised pb-1.5"
      >
        <Icon name="search" className="pointer-events-none absolute left-2.5 mb-1.5 text-text-3" />
        <Input
          ref={field}
          data-autofocus
          {...(kind === 'combobox' && { role: 'combobox', 'aria-expanded': true })}
          {...(placeholder !== undefined && { placeholder })}
          className="h-9 w-full appearance-none rounded-2 border border-line-control bg-raised pr-2.5 pl-8.5 text-14 text-text focus:-outline-offset-1 touch:h-12 phone:text-16 [&::-webkit-search-cancel-button]:hidden"
        />
      </TextField>
      <ListBox
        aria-label={label}
        selectionMode="single"
        // Selecting on press-down moves focus before the press ends, for lists that disappear.
        shouldSelectOnPressUp={kind === 'combobox'}
        // Escape belongs to the surrounding popover.
        escapeKeyBehavior="none"
        selectedKeys={selected === undefined ? [] : [selected]}
        onSelectionChange={(keys) => {
          // Choosing the selected option deselects it in the list; it is still the answer.
          const [id = selected] = keys === 'all' ? [] : keys
          if (id !== undefined) onSelect(String(id))
        }}
        renderEmptyState={() => <div className="px-2.5 py-2 text-13 text-text-3">{empty}</div>}
        className="outline-none"
      >
        {groups.length === 1
          ? groups[0]?.options.map(toItem)
          : groups.map(({ id, label: head, options }) => (
              <ListBoxSection key={id} id={id}>
                <Header className="px-2.5 pt-2.5 pb-1 text-12 text-text-3">{head}</Header>
                {options.map(toItem)}
              </ListBoxSection>
            ))}
      </ListBox>
      {more !== undefined && <p className="px-2.5 pt-2 text-12 text-text-3">{more}</p>}
      {footer !== undefined && (
        <div className="mt-1.5 border-t border-line px-2.5 pt-2 pb-1 text-12 text-text-2">{footer}</div>
      )}
    </Autocomplete>
  )
}

function Highlighted({ text, query }: { text: string; query: string }) {
  return <MarkedPieces pieces={matchPieces(text, query)} />
}
