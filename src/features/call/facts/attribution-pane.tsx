import type { ReactNode } from 'react'
import { isByNumber } from '#/analytics/texts/caller-digits.ts'
import { callFilterSchemas } from '#/contract/call-filters.ts'
import type { Contact } from '#/features/call/contact.ts'
import { FilterLink } from '#/features/call/journal-link.tsx'
import { Copied, Copy, FirstOf, TextValue, UrlValue } from '#/domain/cells/values.tsx'
import { FIELD_WORDS, fieldName } from '#/domain/contact-list/field-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Fact, FactList, valueLinkClass } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import { FieldFact } from './field-fact.tsx'
import { splitUtm } from '#/contract/utm.ts'

const ATTRIBUTION = ['source', 'search_request', 'request_uri', 'referrer', 'utm'] as const
const TAGS_SHOWN = 30

export const AttributionPane = ({ contact }: { contact: Contact }) => {
  const { call, hidden } = contact
  if (ATTRIBUTION.every((field) => hidden.has(field))) return null
  return (
    <Section title={m.call_attribution()}>
      <FactList>
        <FieldFact field="source" hidden={hidden}>
          <Source contact={contact} />
        </FieldFact>
        <FieldFact field="search_request" hidden={hidden}>
          <CopiedIf text={call.search_request} label={fieldName('search_request')}>
            <TextValue value={call.search_request} absent={FIELD_WORDS.search_request.absent()} />
          </CopiedIf>
        </FieldFact>
        <FieldFact field="request_uri" hidden={hidden}>
          <Page contact={contact} />
        </FieldFact>
        <FieldFact field="referrer" hidden={hidden}>
          <CopiedIf text={call.referrer} label={fieldName('referrer')}>
            <UrlValue value={call.referrer} absent={FIELD_WORDS.referrer.absent()} />
          </CopiedIf>
        </FieldFact>
      </FactList>
      {!hidden.has('utm') && call.utm?.trim() && <Tags utm={call.utm} />}
    </Section>
  )
}

const CopiedIf = ({ text, label, children }: { text: string | null; label: string; children: ReactNode }) =>
  text?.trim() ? (
    <Copied text={text} label={m.copy_what({ what: label })}>
      {children}
    </Copied>
  ) : (
    children
  )

/** A URL opens the page; a path opens the journal of it. */
const Page = ({ contact: { oid, call, hidden } }: { contact: Contact }) => {
  const page = call.request_uri
  if (!page?.trim()) return <Absent reason={FIELD_WORDS.request_uri.absent()} />
  const filter = callFilterSchemas.uri_filter.safeParse(page)
  const isRefused = isByNumber('uri_filter', page, hidden)
  return (
    <Copied text={page} label={m.copy_what({ what: fieldName('request_uri') })}>
      {page.startsWith('/') && filter.success && !isRefused ? (
        <FilterLink
          oid={oid}
          filter={{ uri_filter: filter.data }}
          title={m.call_filter_by({ value: page })}
          className={valueLinkClass}
        >
          <bdi>{page}</bdi>
        </FilterLink>
      ) : (
        <UrlValue value={page} absent={FIELD_WORDS.request_uri.absent()} />
      )}
    </Copied>
  )
}

/** Links to the source's journal by code, as titles differ by object; the code is the fallback title. */
const Source = ({ contact: { oid, call } }: { contact: Contact }) => {
  const title = call.source?.title || call.src
  const filter = callFilterSchemas.source_filter.safeParse(call.src)
  return (
    <>
      {title && filter.success ? (
        <FilterLink
          oid={oid}
          filter={{ source_filter: filter.data }}
          title={m.call_filter_by({ value: title })}
          className={valueLinkClass}
        >
          <bdi>{title}</bdi>
        </FilterLink>
      ) : (
        <TextValue value={title} absent={FIELD_WORDS.source.absent()} />
      )}
      {call.source?.url && (
        <span className="block text-text-2">
          <UrlValue value={call.source.url} absent={m.not_supplied()} />
        </span>
      )}
    </>
  )
}

const Tags = ({ utm }: { utm: string }) => (
  <>
    <div className="mt-3 mb-1 flex items-center gap-1">
      <h3 className="text-13 font-medium text-text-2">{fieldName('utm')}</h3>
      <Copy text={utm} label={m.call_copy_tags()} />
    </div>
    <FirstOf items={splitUtm(utm)} limit={TAGS_SHOWN}>
      {(tags) =>
        tags.length === 0 ? (
          <p className="text-13 phone:text-14">
            <TextValue value={utm} />
          </p>
        ) : (
          <FactList>
            {tags.map(({ name, value }, index) => (
              // May contain duplicates.
              <Fact key={index} label={name.slice(0, 80)}>
                <TextValue value={value} absent={m.call_empty_tag()} />
              </Fact>
            ))}
          </FactList>
        )
      }
    </FirstOf>
  </>
)
