import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Metadata } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/min/metadata'

/* Writes src/i18n/calling-codes.ts from libphonenumber. Run after updating it; a test tells when. */

const FILE = join(import.meta.dirname, '../src/i18n/calling-codes.ts')
const LONGEST_LEADING = 16
/** Countries whose numbers need them. */
const WITH_LONG: ReadonlySet<string> = new Set(['43', '44', '48', '49'])
/** Others are grouped by length. */
const GROUPED: ReadonlySet<string> = new Set(
  (
    '1 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 54 55 57 61 65 66 81 82 84 86 90 91 ' +
    '98 353 358 359 370 371 372 373 374 375 380 381 420 421 966 971 972 992 993 994 995 996 998'
  ).split(' '),
)
const groupsOf = (pattern: string): string =>
  [...pattern.matchAll(/\\d(?:\{(\d+)(?:,(\d+))?\})?/g)]
    .map(([, least, most]) => [least ?? '1', most].filter(Boolean))
    .map((lengths) => lengths.map((length) => Number(length).toString(36)).join('-'))
    .join('')

interface Plan {
  readonly selectNumberingPlan: (country: undefined, code: string) => void
  readonly numberingPlan: {
    readonly formats: () => readonly {
      readonly pattern: () => string
      readonly leadingDigitsPatterns: () => readonly string[]
      readonly internationalFormat: () => string
    }[]
  }
}

const rulesOf = (code: string): string[] => {
  const plan = new Metadata(metadata) as unknown as Plan
  plan.selectNumberingPlan(undefined, code)
  return plan.numberingPlan.formats().flatMap((format) => {
    const leading = format.leadingDigitsPatterns().at(-1)?.replaceAll('\\d', '.') ?? ''
    const isLong = leading.length > LONGEST_LEADING && !WITH_LONG.has(code)
    if (format.internationalFormat() === 'NA' || isLong) return []
    return [groupsOf(format.pattern()) + (leading && `/${leading}`)]
  })
}

/** A line per code: code, then rules, first match wins. */
export const callingCodes = (): string =>
  [...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic)]
    .map((code) => [code, ...(GROUPED.has(code) ? rulesOf(code) : [])].join(' '))
    .toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b))
    .join('\n')

if (process.argv[1] === import.meta.filename)
  writeFileSync(
    FILE,
    `// Written by scripts/calling-codes.ts.\nexport const CALLING_CODES = \`\n${callingCodes()}\`\n`,
  )
