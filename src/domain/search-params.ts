/** Search parameters are plain strings in and out (`target_filter=1`), never quoted JSON: a link reads like the API call. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export const stringifySearch = (search: object): string => {
  const texts = new URLSearchParams(textsOf(search)).toString()
  return texts === '' ? '' : `?${texts}`
}

/** The parameters that say something. */
export const textsOf = (search: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )
