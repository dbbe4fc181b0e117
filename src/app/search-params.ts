/** Search parameters are plain strings in and out (`target_filter=1`), never quoted JSON: a link reads like the API call. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export const stringifySearch = (search: Record<string, unknown>): string => {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
