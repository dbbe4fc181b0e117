import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { objectsQuery } from '#/api/objects.ts'
import type { ConsoleRequest } from '#/api/console/send-request.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import { isReadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { SelectField } from '#/ui/control/field.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { aboutEndpoint, endpointNamed, isOfClient, isWrite, templateOf } from '../endpoint-labels.ts'
import { fieldsOf, readForm, type ConsoleDraft, type FieldProblem } from './fields.ts'
import { Parameter } from './parameter.tsx'

export const RequestForm = ({
  names,
  name,
  draft,
  pending,
  onEndpoint,
  onDraft,
  onSend,
}: {
  names: readonly EndpointName[]
  name: EndpointName
  draft: ConsoleDraft
  pending: boolean
  onEndpoint: (name: EndpointName) => void
  onDraft: (draft: ConsoleDraft) => void
  onSend: (request: ConsoleRequest) => void
}) => {
  const { session, scope } = useSignedIn()
  const endpoint = endpointNamed(name)
  const fields = fieldsOf(endpoint)
  const lacksClient = isOfClient(endpoint) && needsClient(session, scope)
  const blocked = useSaveBlocked()
  const form = useRef<HTMLFormElement>(null)
  // Errors show after the first try.
  const [tried, setTried] = useState<EndpointName | null>(null)
  const problems: Readonly<Record<string, FieldProblem>> =
    tried === name ? (readForm(endpoint, draft).problems ?? {}) : {}
  const offered = useOffered(fields.some(({ id }) => id in OFFERED) && !lacksClient)
  const reason = lacksClient ? m.console_choose_client() : isWrite(endpoint) ? blocked : undefined
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (pending || reason !== undefined) return
    const read = readForm(endpoint, draft)
    setTried(read.problems ? name : null)
    if (read.request) onSend(read.request)
    else {
      const first = fields.find(({ id }) => id in read.problems)
      form.current?.querySelector<HTMLElement>(`[data-field="${first?.id}"]`)?.focus()
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter sends from every field of it
    <form
      ref={form}
      noValidate
      aria-label={m.console_request()}
      onSubmit={submit}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
      }}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-4"
    >
      <div className="grid gap-1">
        <SelectField
          label={m.console_endpoint()}
          value={name}
          onChange={({ target }) => {
            const chosen = names.find((one) => one === target.value)
            if (chosen) onEndpoint(chosen)
          }}
          className="[&_select]:font-mono"
        >
          {names.map((one) => (
            <option key={one} value={one}>
              {`${endpointNamed(one).method} ${templateOf(endpointNamed(one))}`}
            </option>
          ))}
        </SelectField>
        <p className="text-12 text-text-3">
          {aboutEndpoint(name)}
          {aboutEndpoint(name) && '. '}
          {m.console_section({ section: endpoint.source.split(', ')[0]! })}
        </p>
      </div>
      {fields.length > 0 && (
        <div className="grid grid-cols-2 items-start gap-3">
          {fields.map((field) => (
            <Parameter
              key={`${name} ${field.id}`}
              field={field}
              value={draft[field.id] ?? ''}
              problem={problems[field.id]}
              offered={OFFERED[field.id]?.(offered)}
              onChange={(value) => onDraft({ ...draft, [field.id]: value })}
            />
          ))}
        </div>
      )}
      {lacksClient && <p className="text-12 text-warning">{m.console_choose_client()}</p>}
      <div className="bottom-0 flex items-center gap-2 bg-bg py-3 desk:sticky">
        <Button type="submit" variant="primary" pending={pending} disabledReason={reason}>
          {m.console_send()}
        </Button>
        <span aria-hidden="true" className="phone:hidden">
          <Kbd>Ctrl ↵</Kbd>
        </span>
        <Button
          variant="ghost"
          className="ml-auto"
          onClick={() => {
            setTried(null)
            onDraft({})
          }}
        >
          {m.console_clear()}
        </Button>
      </div>
    </form>
  )
}

/** The service lists no plans: those of the objects are known. */
const OFFERED: Readonly<
  Record<
    string,
    (objects: readonly ObjRead[]) => readonly { readonly value: string; readonly label: string }[]
  >
> = {
  'path.oid': (objects) => objects.map(({ oid, title }) => ({ value: oid, label: title ?? oid })),
  'path.plan_name': (objects) =>
    [...new Set(objects.flatMap(({ tariff }) => tariff?.name ?? []))].map((name) => ({
      value: name,
      label: name,
    })),
}

const useOffered = (isWanted: boolean): readonly ObjRead[] => {
  const { scope } = useSignedIn()
  const { data } = useQuery({ ...objectsQuery(scope, undefined), enabled: isWanted })
  return (data?.objects ?? []).filter(isReadable)
}
