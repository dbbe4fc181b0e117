import type { PrivacyMode } from '#/i18n/privacy-mode.ts'

/** Filters with values that presentation mode masks. */
const MASKED_FILTERS = ['manager', 'tag']
const NONE = '~'

const isMask = (value: string) => value === NONE || value.includes('•')

/** Removes masked values; a filter has several separated by `|`. */
const unmasked = (raw: Readonly<Record<string, unknown>>) =>
  MASKED_FILTERS.filter((name) => {
    const written = raw[name]
    return typeof written === 'string' && !written.split('|').every(isMask)
  })

export const readableByOthers: PrivacyMode['readable'] = (raw) => ({
  ...raw,
  ...Object.fromEntries(unmasked(raw).map((name) => [name, undefined])),
})

export const maskedFilters: PrivacyMode['masked'] = (raw) => {
  const names = unmasked(raw)
  return names.length === 0 ? {} : { masked: names }
}
