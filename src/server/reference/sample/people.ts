import type { SampleObject } from './objects.ts'
import { FAR_CODES } from './places.ts'
import { hash } from './random.ts'
import type { Words } from './words.ts'

export interface Person {
  readonly name: string
  readonly firstName: string
  readonly email: string
}

const at = (items: readonly string[], index: number): string => items[index % items.length] ?? ''
const spelled = (entry: string) => {
  const [name = '', latin = name.toLowerCase()] = entry.split(' ')
  return { name, latin }
}

export const personOf = (number: number, words: Words): Person => {
  const isWoman = hash(number, 14) % 100 < 54
  const given = spelled(at(words(isWoman ? 'woman' : 'man'), hash(number, 11)))
  const family = spelled(at(words('family'), hash(number, 12)))
  // The listed Russian surnames form the feminine with one letter.
  const [ending, latin] = isWoman && /\P{ASCII}/u.test(family.name) ? ['а', 'a'] : ['', '']
  const host = at(['mail.example', 'post.example', 'inbox.example'], hash(number, 13))
  return {
    name: `${given.name} ${family.name}${ending}`,
    firstName: given.name,
    email: `${given.latin}.${family.latin}${latin}@${host}`,
  }
}

export interface SampleCaller {
  readonly digits: string
  readonly region: string | null
  readonly person: Person
}

const SUBSCRIBERS = 10_000_000
/** Coprime to {@link SUBSCRIBERS}, so it visits every number. */
const STEP = 4_567_891

/**
 * An object's nth caller, computed so that a million contacts need no list. Digits are unique within an
 * object, and each caller is always the same person.
 */
export const callerOf = ({ id, place, language, words }: SampleObject, index: number): SampleCaller => {
  const mixed = hash(id, index)
  const subscriber = (index * STEP + id * 1_299_721) % SUBSCRIBERS
  const codes = mixed % 100 < 14 ? FAR_CODES[language] : place.codes
  const [code = '', region = place.region] = at(codes, mixed >>> 8).split(/ (.*)/)
  return {
    digits: code + String(subscriber).padStart(7, '0'),
    region: (mixed >>> 20) % 33 === 0 ? null : region,
    person: personOf(mixed, words),
  }
}

/** A Russian number as people type it in forms; others unchanged. */
export const asTyped = (digits: string): string =>
  digits.replace(/^7(\d{3})(\d{3})(\d\d)(\d\d)$/, '8 ($1) $2-$3-$4')
