import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { callerNames, NAMES_PER_REQUEST, type NamedCaller } from '#/contract/archive/caller-names.ts'
import { archivePath } from '#/contract/archive/shapes.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { parse, send, type Scope } from '../client.ts'
import { keyOf, keysOf } from '../keys.ts'

/** Names by `contactText`; null: unknown. */
export type CallerNamesByContact = Readonly<Record<string, NamedCaller | null>>

const knownNames = (client: QueryClient, scope: Scope): CallerNamesByContact =>
  Object.assign(
    {},
    ...client
      .getQueriesData<CallerNamesByContact>({ queryKey: keysOf(scope, 'caller_names') })
      .map(([, known]) => known),
  ) as CallerNamesByContact

const readNames = async (scope: Scope, contacts: readonly string[]): Promise<CallerNamesByContact> => {
  const query = new URLSearchParams(contacts.map((contact) => ['contact', contact]))
  const path = `${archivePath(scope.client)}/names?${query}`
  const answer = await send('GET', path, { scope, background: true })
  // Without an archive no names are known.
  const { names } = answer === null ? { names: [] } : parse(callerNames, answer)
  return Object.fromEntries([
    ...contacts.map((contact) => [contact, null] as const),
    ...names.map((one) => [contactText(one), one] as const),
  ])
}

/**
 * Names that callers gave in messages, from our archive. Skips contacts that other lists have requested.
 * @param contacts by `contactText`
 */
export const callerNamesQuery = (client: QueryClient, scope: Scope, contacts: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(scope, 'caller_names', { contacts: contacts.toSorted() }),
    // Answers are cached regardless of the current list.
    queryFn: async (): Promise<CallerNamesByContact> => {
      let known = knownNames(client, scope)
      const unknown = contacts.filter((contact) => known[contact] === undefined)
      for (let from = 0; from < unknown.length; from += NAMES_PER_REQUEST)
        known = {
          ...known,
          ...(await readNames(scope, unknown.slice(from, from + NAMES_PER_REQUEST))),
        }
      return Object.fromEntries(contacts.map((contact) => [contact, known[contact] ?? null]))
    },
    placeholderData: () => knownNames(client, scope),
    staleTime: Infinity,
    // Optional content: lowest priority.
    retry: false,
  })
