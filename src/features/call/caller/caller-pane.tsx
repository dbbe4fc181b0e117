import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ComponentProps } from 'react'
import { callerContactsQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import type { Contact } from '#/features/call/contact.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { storyFilters } from './story-filters.ts'

const fetchStory = () => import('./caller-story.tsx')

/** What the same person has done besides, so that one person is one story. */
export const CallerPane = ({ contact, scope }: { contact: Contact; scope: Scope }) => {
  // The days do not move under the reader, who may sit here over midnight.
  const [now] = useState(() => currentTime())
  const filters = useMemo(() => storyFilters(contact.call, now), [contact.call, now])
  if (contact.hidden.has('phone_number_from')) return null
  return filters === null ? (
    <Section title={m.call_this_caller()}>
      <p className="text-13 text-text-2">{m.call_caller_unnumbered()}</p>
    </Section>
  ) : (
    <Story contact={contact} scope={scope} filters={filters} now={now} />
  )
}

/** It is asked for at once; what draws it comes once the page is idle. */
const Story = (props: ComponentProps<Awaited<ReturnType<typeof fetchStory>>['CallerStory']>) => {
  const code = useIdleCode(fetchStory)
  useQuery(callerContactsQuery(props.scope, props.contact.oid, props.filters))
  return code ? (
    <code.CallerStory {...props} />
  ) : (
    <Section title={m.call_this_caller()}>
      <SkeletonLines lines={3} label={m.loading()} />
    </Section>
  )
}
