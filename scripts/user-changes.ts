import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Locale } from '../src/i18n/locale.ts'

const HEADINGS = { en: 'What changed', ru: 'Что изменилось' } satisfies Record<Locale, string>

/** What a version brought to the people who use it; the same lines in each language. */
export interface UserChanges {
  readonly version: string
  /** `2026-11-23`; null: not released yet. */
  readonly date: string | null
  readonly lines: Readonly<Record<Locale, readonly string[]>>
}

const linesUnder = (version: string, heading: string): readonly string[] => {
  const part = version.split(/^### /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  return part
    .split(/^- /m)
    .slice(1)
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
}

/**
 * The versions of a changelog that tell people something, newest first; what concerns operators stays in the file.
 * @param next the version that "Unreleased" will be
 * @throws Error where the languages do not say the same
 */
export const userChanges = (changelog: string, next: string): readonly UserChanges[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const { name = '', date = null } =
        /^\[(?<name>[^\]]+)\](?: - (?<date>\d{4}-\d\d-\d\d))?/.exec(text)?.groups ?? {}
      const lines = { en: linesUnder(text, HEADINGS.en), ru: linesUnder(text, HEADINGS.ru) }
      if (lines.en.length !== lines.ru.length)
        throw new Error(
          `CHANGELOG.md, ${name}: ${lines.en.length} lines in English, ${lines.ru.length} in Russian`,
        )
      return { version: name === 'Unreleased' ? next : name, date, lines }
    })
    .filter(({ lines }) => lines.en.length > 0)

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

/** What the app is built with: see `src/domain/changes`. */
export const changesOfThisBuild = (): Readonly<Record<string, string>> => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
  const changes = userChanges(read('CHANGELOG.md'), version)
  return {
    USER_CHANGES: JSON.stringify(changes),
    NEWEST_IN_CHANGELOG: JSON.stringify(changes[0]?.version ?? ''),
  }
}
