import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { filterOptionsQuery } from '#/api/filter-options.ts'
import { DURATION_FILTERS, FILTERED_STATUSES, statusFilterCode } from '#/contract/call-filters.ts'
import { statusFilterWord } from '#/domain/marks/status-look.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { SelectField } from '#/ui/control/field.tsx'
import { currentValue, type FieldProps } from './field-props.ts'
import { DURATION_WORDS, filterName } from './filter-words.ts'

const Choice = ({
  name,
  journal,
  autoFocus,
  children,
  hint,
}: FieldProps & {
  name: 'duration_filter' | 'status_filter'
  children: ReactNode
  hint?: string | undefined
}) => (
  <SelectField
    label={filterName(name)}
    value={currentValue(journal, name)}
    hint={hint}
    data-autofocus={autoFocus || undefined}
    onChange={(event) => journal.change({ [name]: event.target.value || undefined })}
  >
    <option value="">{m.any()}</option>
    {children}
  </SelectField>
)

export const DurationChoice = (props: FieldProps) => (
  <Choice name="duration_filter" {...props}>
    {DURATION_FILTERS.map((code) => (
      <option key={code} value={code}>
        {DURATION_WORDS[code]()}
      </option>
    ))}
  </Choice>
)

/** Documented statuses are there at once; the object's own and the service's other codes when its candidates come (4.4, G9). */
export const StatusFilter = (props: FieldProps) => {
  const { scope } = useSignedIn()
  const { data, isLoading, isError, refetch } = useQuery(filterOptionsQuery(scope, props.oid))
  const built = [
    ...FILTERED_STATUSES.map(statusFilterCode).map((code) => ({
      code,
      label: statusFilterWord(code) ?? code,
    })),
    ...(data?.statuses ?? []),
  ]
  const custom = (data?.customStatuses ?? []).map(({ code, label }) => ({ code: String(code), label }))
  const chosen = props.journal.search.status_filter
  if (chosen !== undefined && ![...built, ...custom].some(({ code }) => code === chosen))
    (/^\d+$/.test(chosen) ? custom : built).push({ code: chosen, label: chosen })
  return (
    <>
      <Choice
        name="status_filter"
        hint={isLoading ? m.loading() : data?.partial ? m.options_partial() : undefined}
        {...props}
      >
        <optgroup label={m.statuses_group()}>
          {built.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </optgroup>
        {custom.length > 0 && (
          <optgroup label={m.custom_statuses_group()}>
            {custom.map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
      </Choice>
      {isError && (
        <p className="mt-1 text-12 text-text-3">
          {m.options_failed()} <LinkButton onClick={() => void refetch()}>{m.retry()}</LinkButton>
        </p>
      )}
    </>
  )
}
