import {
  DURATION_FILTERS,
  FILTERED_STATUSES,
  isCustomStatus,
  MISSED_FILTER,
  MISSED_FILTER_CODES,
  statusFilterCode,
} from '#/contract/call-filters.ts'
import { statusFilterWord } from '#/domain/cells/status-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { OptionList, type ListOption } from '#/ui/control/option-list.tsx'
import { currentValue, type FieldProps } from './field-props.ts'
import { DURATION_WORDS, filterName } from '#/domain/contact-list/filter-labels.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { filterOptionsQuery } from '#/api/filter-options/filter-options.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { RetryButton } from '#/domain/notice/retry-button.tsx'

/** Candidates (4.4) or their union (G9), with a note while incomplete. */
export const useCandidates = (oid: string | null) => {
  const { scope } = useSignedIn()
  const { data, isLoading, isError, refetch } = useQuery(filterOptionsQuery(scope, oid))
  const retry = <RetryButton onPress={() => void refetch()} />
  let notice: ReactNode
  if (isLoading) notice = m.loading()
  else if (isError)
    notice = (
      <>
        {m.options_failed()} {retry}
      </>
    )
  else if (data?.partial)
    notice = (
      <>
        {m.options_partial()} {data.failed && retry}
      </>
    )
  return { data, isLoading, notice }
}

const ANY = ''
const any = (): ListOption<string> => ({ id: ANY, label: m.any() })

export const DurationChoice = ({ journal, autoFocus, onDone }: FieldProps) => (
  <OptionList
    label={filterName('duration_filter')}
    groups={[
      { options: [any(), ...DURATION_FILTERS.map((code) => ({ id: code, label: DURATION_WORDS[code]() }))] },
    ]}
    selected={journal.search.duration_filter ?? ANY}
    autoFocus={autoFocus}
    onSelect={(code) => {
      journal.change({ duration_filter: DURATION_FILTERS.find((one) => one === code) })
      onDone()
    }}
  />
)

const optionOf = (code: string): ListOption<string> => ({ id: code, label: statusFilterWord(code) ?? code })
const MISSED_CODES: ReadonlySet<string> = new Set(MISSED_FILTER_CODES)
const OTHER_CODES = FILTERED_STATUSES.map(statusFilterCode).filter((code) => !MISSED_CODES.has(code))

/**
 * "Missed", then its statuses. Documented ones are available at once, custom ones with the object's candidates
 * (4.4, G9).
 */
export const StatusFilter = ({ journal, oid, autoFocus, onDone }: FieldProps) => {
  const { data, notice } = useCandidates(oid)
  const chosen = currentValue(journal, 'status_filter')
  const others = [
    ...OTHER_CODES.map(optionOf),
    ...(data?.statuses ?? []).map(({ code, label }) => ({
      id: code,
      label: statusFilterWord(code) ?? label,
    })),
  ]
  const custom = (data?.customStatuses ?? []).map(({ code, label }) => ({ id: code, label }))
  const known = new Set([ANY, MISSED_FILTER, ...MISSED_CODES, ...[...others, ...custom].map(({ id }) => id)])
  // A linked code outside the candidates stays selected.
  if (!known.has(chosen)) (isCustomStatus(chosen) ? custom : others).push({ id: chosen, label: chosen })
  return (
    <OptionList
      label={filterName('status_filter')}
      groups={[
        { options: [any(), { ...optionOf(MISSED_FILTER), note: m.status_all_six() }] },
        { label: m.statuses_missed_group(), options: MISSED_FILTER_CODES.map(optionOf) },
        { label: m.statuses_group(), options: others },
        ...(custom.length > 0 ? [{ label: m.custom_statuses_group(), options: custom }] : []),
      ]}
      selected={chosen}
      autoFocus={autoFocus}
      onSelect={(code) => {
        journal.change({ status_filter: code || undefined })
        onDone()
      }}
      footer={notice}
    />
  )
}
