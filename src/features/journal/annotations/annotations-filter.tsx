import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tagsInUseQuery } from '#/api/annotations/tags-in-use.ts'
import { readValues, writeValues } from '#/contract/archive/filters.ts'
import { SCORES } from '#/contract/annotations/annotations.ts'
import { tagKey, type AnnotationFilter } from '#/contract/annotations/annotation-filters.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { filterName, filterValue } from '#/domain/contact-list/filter-labels.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { OptionList } from '#/ui/control/option-list.tsx'

const CHOICES = {
  handled: ['1', '0'],
  note: ['1', '0'],
  score: [...SCORES.map(String).toReversed(), 'none'],
} as const satisfies Partial<Record<AnnotationFilter, readonly string[]>>

export const AnnotationsFilter = ({
  journal,
  autoFocus = false,
}: {
  journal: Journal
  autoFocus?: boolean
}) => (
  <div className="grid gap-3 desk:w-84">
    <Choice name="handled" journal={journal} autoFocus={autoFocus} />
    {/* Masked tags have no usable names. */}
    {!privacyMode && <Tags journal={journal} />}
    <Choice name="score" journal={journal} />
    <Choice name="note" journal={journal} />
  </div>
)

const Part = ({ name, children }: { name: AnnotationFilter; children: ReactNode }) => (
  <div>
    <p className="px-2 pb-1 text-12 text-text-3" aria-hidden="true">
      {filterName(name)}
    </p>
    {children}
  </div>
)

const ANY = ''

const Choice = ({
  name,
  journal,
  autoFocus = false,
}: {
  name: keyof typeof CHOICES
  journal: Journal
  autoFocus?: boolean
}) => (
  <Part name={name}>
    <OptionList
      label={filterName(name)}
      columns={3}
      groups={[
        {
          options: [
            { id: ANY, label: m.any() },
            ...CHOICES[name].map((id) => ({ id, label: filterValue(name, id, undefined) })),
          ],
        },
      ]}
      selected={journal.search[name] ?? ANY}
      autoFocus={autoFocus}
      onSelect={(value) => journal.change({ [name]: value || undefined })}
    />
  </Part>
)

const Tags = ({ journal }: { journal: Journal }) => {
  const { scope } = useSignedIn()
  const { data, error, refetch } = useQuery(tagsInUseQuery(scope))
  const { tag } = journal.search
  const chosen = tag === undefined ? [] : readValues(tag).values.filter((one) => one !== null)
  const isChosen = (one: string) => chosen.some((other) => tagKey(other) === tagKey(one))
  // Linked tags stay, even unused ones.
  const others = chosen.filter((one) => !data?.some((known) => tagKey(known.tag) === tagKey(one)))
  const toggle = (one: string) => {
    const values = isChosen(one) ? chosen.filter((other) => tagKey(other) !== tagKey(one)) : [...chosen, one]
    journal.change({ tag: values.length === 0 ? undefined : writeValues({ values, except: false }) })
  }
  const tags = [...others.map((one) => ({ tag: one, contacts: 0 })), ...(data ?? [])]
  return (
    <Part name="tag">
      {error !== null && data === undefined ? (
        <LoadError error={error} level={3} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="px-2 text-13 text-text-3">{m.loading()}</p>
      ) : tags.length === 0 ? (
        <p className="px-2 text-13 text-text-3">{m.filter_tags_none()}</p>
      ) : (
        <div role="group" aria-label={filterName('tag')} className="max-h-52 overflow-y-auto px-2">
          {tags.map(({ tag: one, contacts }) => (
            <Checkbox key={one} checked={isChosen(one)} onChange={() => toggle(one)}>
              <bdi className="wrap-anywhere">{one}</bdi>
              <span className="ml-2 text-12 text-text-3 tabular-nums">{formatNumber(contacts)}</span>
            </Checkbox>
          ))}
        </div>
      )}
    </Part>
  )
}
