import { createCipheriv, createHash } from 'node:crypto'
import { MASK, MASKED_DIGITS, MASKED_NUMBER, MASKED_OTHER, maskedPhone } from '#/i18n/privacy-masks.ts'
import { identityOfCaller } from '#/contract/phones/caller.ts'
import { readNumber } from '#/contract/phones/read-number.ts'
import { saysNoNumber } from '#/contract/phones/withheld.ts'

/** Masks of one presentation; equal values have equal masks. */
export interface Masks {
  /**
   * A caller of contract/phones/caller.ts, with or without an extension, as digits of no real number.
   * Injective, so that counts by caller stay correct. Withheld numbers stay.
   */
  readonly phone: (phone: string) => string
  readonly unmaskPhone: (mask: string) => string | null
  /** Title of an object or company, by initials: `Д••• О•••`. */
  readonly title: (title: string) => string
  /** A person: `••••• 4117`. */
  readonly name: (name: string) => string
  readonly names: (text: string) => string
  /** Reverses it; texts not masked recently stay. */
  readonly unmaskNames: (masked: string) => string
  readonly email: (email: string) => string
  readonly emails: (text: string) => string
  /** Personal text: keeps its shape and times of day. */
  readonly text: (text: string) => string
  /** Other texts: removes phone numbers and e-mails. */
  readonly rest: (text: string) => string
}

const NATIONAL = 10
const NUMBERS = 10 ** NATIONAL
/** A Feistel network over two 17-bit halves, cycle-walked to ten digits: reversible and injective. */
const HALF_BITS = 17
const HALF = 2 ** HALF_BITS
const ROUNDS = 6
/** Russian numbers with country, or raw digits. */
const RUSSIAN = /^(\+?)7(\d{10})$/

/** Times in a conversation are not personal, and structure it. */
const CLOCK_OR_CHARACTER = /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])|[\p{L}\p{N}]/gu
const EMAIL = /[^\s@<>"'(),;:=&?/|]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/giu
/** Eleven digits like a Russian number, in any notation. */
const PHONE =
  /(?<![\d.])(?:(?:\+|%2B)[1-9]|(?<!\d[\s-])[78](?=[\s(-]*[3489]))(?:(?:[\s().+-]|%20|%28|%29|%2D){0,3}\d){9,12}(?!\d)/gi

/** Removes e-mails and phone numbers without distinction. */
export const withoutContactDetails = (text: string): string => text.replace(EMAIL, MASK).replace(PHONE, MASK)

/** The caller of a number in a text; {@link PHONE} finds Russian ones without country. */
const numberIn = (text: string): string => readNumber(text, 'RU') ?? text

const MOST_NAMES = 10_000
const MOST_PHONES = 200_000
const TRIES = 20

const eachName = (text: string, change: (name: string) => string): string =>
  text
    .split(/([,;\r\n])/)
    .map((part) => {
      const name = part.trim()
      return name === '' || /^[,;]$/.test(name) ? part : part.replace(name, () => change(name))
    })
    .join('')

const remembering = (
  most: number,
  make: (text: string) => string,
  onMade?: (made: string, text: string) => void,
) => {
  const made = new Map<string, string>()
  return (text: string): string => {
    let one = made.get(text)
    if (one === undefined) {
      if (made.size >= most) made.clear()
      made.set(text, (one = make(text)))
      onMade?.(one, text)
    }
    return one
  }
}

/** @param of the presentation cookie's value */
export const createMasks = (of: string): Masks => {
  const key = createHash('sha256').update(`callboard presenting ${of}`).digest()
  const cipher = createCipheriv('aes-256-ecb', key, null)
  const block = Buffer.alloc(16)
  const mixed = (round: number, half: number): number => {
    block.fill(0)
    block[0] = round
    block.writeUInt32LE(half, 4)
    return cipher.update(block).readUInt32LE(0) % HALF
  }
  const walk = (number: number, rounds: readonly number[]): number => {
    let [left, right] = [Math.floor(number / HALF), number % HALF]
    for (const round of rounds) [left, right] = [right, left ^ mixed(round, right)]
    // No swap after the last round, so that reversed rounds decrypt.
    const next = right * HALF + left
    return next < NUMBERS ? next : walk(next, rounds)
  }
  const there = Array.from({ length: ROUNDS }, (_, round) => round)
  const back = there.toReversed()
  const padded = (number: number) => String(number).padStart(NATIONAL, '0')
  const hash = (kind: string, text: string, size: number): string =>
    String(
      createHash('sha256').update(key).update(`${kind} ${text}`).digest().readUIntBE(0, 6) % 10 ** size,
    ).padStart(size, '0')

  const phone = remembering(MOST_PHONES, (text) => {
    if (saysNoNumber(text)) return text
    const caller = identityOfCaller(text)
    const [, plus, national] = RUSSIAN.exec(caller) ?? []
    return national !== undefined
      ? (plus ? MASKED_NUMBER : MASKED_DIGITS) + padded(walk(Number(national), there))
      : MASKED_OTHER + hash('caller', caller, NATIONAL)
  })
  const names = new Map<string, string>()
  const name = remembering(
    MOST_NAMES,
    (text) => {
      if (text.trim() === '') return text
      // Avoids collisions: there are few masks.
      for (let nth = 0; ; nth++) {
        const mask = `${MASK}•• ${hash(`name ${nth}`, text.trim(), 4)}`
        if (nth === TRIES || (names.get(mask)?.trim() ?? text.trim()) === text.trim()) return mask
      }
    },
    (made, text) => {
      if (names.size >= MOST_NAMES) names.clear()
      names.set(made, text)
    },
  )
  const title = (text: string) =>
    text.replaceAll(/\S+/gu, (word) => `${/[\p{L}\p{N}]/u.exec(word)?.[0] ?? ''}${MASK}`)
  const email = (text: string) => (text.trim() === '' ? text : `${MASK}${hash('email', text, 4)}@${MASK}`)

  return {
    phone,
    title,
    name,
    email,
    names: (text) => eachName(text, name),
    unmaskNames: (text) => eachName(text, (mask) => names.get(mask) ?? mask),
    emails: (text) => eachName(text, email),
    unmaskPhone: (mask) => {
      if (saysNoNumber(mask)) return mask
      const begin = mask.slice(0, 2)
      const isFullLength = mask.length === NATIONAL + 2 && /^\d+$/.test(mask)
      if (!isFullLength || (begin !== MASKED_NUMBER && begin !== MASKED_DIGITS)) return null
      return `${begin === MASKED_NUMBER ? '+' : ''}7${padded(walk(Number(mask.slice(2)), back))}`
    },
    text: (text) => text.replace(CLOCK_OR_CHARACTER, (found) => (found.length > 2 ? found : '•')),
    rest: (text) =>
      text
        .replace(EMAIL, email)
        .replace(PHONE, (found) => maskedPhone(phone(numberIn(found.replaceAll(/%../g, ' '))))),
  }
}
