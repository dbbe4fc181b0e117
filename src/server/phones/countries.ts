import { country } from '#/contract/object.ts'
import { phoneCountry, type PhoneCountry } from '#/contract/phones/read-number.ts'

/*
 * G29: an object's country has the service's own number, a name and a translation, but no code. The code is
 * found by country names in the service's languages.
 */

const LANGUAGES = ['en', 'ru'] as const
const STYLES = ['long', 'short'] as const
const LETTERS = Array.from({ length: 26 }, (_, nth) => String.fromCharCode(65 + nth))

const plain = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()

let known: ReadonlyMap<string, PhoneCountry> | null = null
/** Lazy: there are hundreds of countries. */
const names = (): ReadonlyMap<string, PhoneCountry> => {
  if (known) return known
  const all = new Map<string, PhoneCountry>()
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => phoneCountry(first + second)))
  for (const language of LANGUAGES)
    for (const style of STYLES) {
      const called = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })
      for (const code of codes) {
        const name = code && called.of(code)
        if (code && name) all.set(plain(name), code)
      }
    }
  for (const code of codes) if (code) all.set(plain(code), code)
  return (known = all)
}

/**
 * Null: unknown.
 * @param raw `country` of an object, as the service sends it
 */
export const countryOf = (raw: unknown): PhoneCountry | null => {
  const read = country.lenient.safeParse(raw)
  if (!read.success) return null
  const { name, translated_name } = read.data
  for (const countryName of [name, translated_name]) {
    const found = countryName === null ? undefined : names().get(plain(countryName))
    if (found) return found
  }
  return null
}
