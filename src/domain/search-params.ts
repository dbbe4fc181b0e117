/** Parameters are plain strings (`target_filter=1`), not quoted JSON, so links read like API calls; empty ones are none. */
export const parseSearch = (search: string): Record<string, string> =>
  textsOf(Object.fromEntries(new URLSearchParams(search)))

/** Redirect that takes the names of dropped values into the history state; null: nothing to drop. */
export const arriveWithout = <S extends object>({
  search,
  dropped,
}: {
  readonly search: S
  readonly dropped: readonly string[]
}): { readonly search: S; readonly state: { readonly dropped: readonly string[] } } | null =>
  dropped.length === 0 ? null : { search, state: { dropped } }

export const stringifySearch = (search: object): string => {
  const texts = new URLSearchParams(textsOf(search)).toString()
  return texts === '' ? '' : `?${texts}`
}

const LONGEST_SEARCH = 200

/** `q`, the search text of a list, where there is one. */
export const readListSearch = ({ q }: Readonly<Record<string, unknown>>): { readonly q?: string } =>
  typeof q === 'string' && q !== '' ? { q: q.slice(0, LONGEST_SEARCH) } : {}

export const textsOf = (search: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )
