import { createCipheriv, createHash } from 'node:crypto'
import { MASK, MASKED_DIGITS, MASKED_NUMBER, MASKED_OTHER, maskedPhone } from '#/i18n/privacy-masks.ts'
import { identityOfCaller } from '#/contract/phones/caller.ts'
import { readNumber } from '#/contract/phones/read-number.ts'
import { saysNoNumber } from '#/contract/phones/withheld.ts'

/** What stands for people and their words while a screen is shown to others. The same is masked the same within a visit. */
export interface Masks {
  /**
   * Of a caller as contract/phones/caller.ts has it, with or without an extension: digits of no number there is. Two callers are never one: what is counted by caller stays right. A withheld number
   * stays what it is.
   */
  readonly phone: (phone: string) => string
  /** The number that a mask stands for, a withheld one included; null: it stands for none that can be told. */
  readonly unmaskPhone: (mask: string) => string | null
  /** What an object or a company is called, by its initials: `Д••• О•••`. */
  readonly title: (title: string) => string
  /** A person: `••••• 4117`. */
  readonly name: (name: string) => string
  /** Several in one text. */
  readonly names: (text: string) => string
  /** What such a text was before; what was not masked lately stays. */
  readonly unmaskNames: (masked: string) => string
  readonly email: (email: string) => string
  readonly emails: (text: string) => string
  /** What a person has said or written: its shape and its times of day stay. */
  readonly text: (text: string) => string
  /** A text that is not personal in itself, such as an address: without the phone numbers and e-mails in it. */
  readonly rest: (text: string) => string
}

const NATIONAL = 10
const NUMBERS = 10 ** NATIONAL
/** A Feistel network over two halves of 17 bits, walked until it is a number of ten digits again: reversible, and no two alike. */
const HALF_BITS = 17
const HALF = 2 ** HALF_BITS
const ROUNDS = 6
/** As numbers of Russia are kept: with the country, or as they came where it is not known. */
const RUSSIAN = /^(\+?)7(\d{10})$/

/** A time of day in a conversation is not personal, and tells its lines apart. */
const CLOCK_OR_CHARACTER = /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])|[\p{L}\p{N}]/gu
const EMAIL = /[^\s@<>"'(),;:=&?/|]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/giu
/** Eleven digits that begin as a number of Russia does, however they are written. */
const PHONE =
  /(?<![\d.])(?:(?:\+|%2B)[1-9]|(?<!\d[\s-])[78](?=[\s(-]*[3489]))(?:(?:[\s().+-]|%20|%28|%29|%2D){0,3}\d){9,12}(?!\d)/gi

/** Without e-mails and phone numbers: where they stood, nothing tells one from another. */
export const withoutContactDetails = (text: string): string => text.replace(EMAIL, MASK).replace(PHONE, MASK)

/** A number in a text, as its caller is masked: {@link PHONE} finds those of Russia without their country. */
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

/** @param of the value of the presentation's cookie */
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
    // The halves change places after the last round, so that the way back is the same with the rounds reversed.
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
      // Two people are two, though there are few such masks.
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
      const isWhole = mask.length === NATIONAL + 2 && /^\d+$/.test(mask)
      if (!isWhole || (begin !== MASKED_NUMBER && begin !== MASKED_DIGITS)) return null
      return `${begin === MASKED_NUMBER ? '+' : ''}7${padded(walk(Number(mask.slice(2)), back))}`
    },
    text: (text) => text.replace(CLOCK_OR_CHARACTER, (found) => (found.length > 2 ? found : '•')),
    rest: (text) =>
      text
        .replace(EMAIL, email)
        .replace(PHONE, (found) => maskedPhone(phone(numberIn(found.replaceAll(/%../g, ' '))))),
  }
}
