import { expect, test } from 'vitest'
import { userChanges } from './user-changes.ts'

const CHANGELOG = `# Changelog

All that one notices.

## [Unreleased]

### What changed

- One thing that
  takes two lines.

### Что изменилось

- Одно.

### Added

- \`PORT\` for operators.

## [0.2.1] - 2026-12-24

### Fixed

- A log line.

## [0.2.0] - 2026-12-01

### What changed

- Old.
- Older.

### Что изменилось

- Старое.
- Ещё старее.
`

test('people are told what concerns them, by version, in both languages', () => {
  expect(userChanges(CHANGELOG, '0.3.0')).toEqual([
    { version: '0.3.0', date: null, lines: { en: ['One thing that takes two lines.'], ru: ['Одно.'] } },
    {
      version: '0.2.0',
      date: '2026-12-01',
      lines: { en: ['Old.', 'Older.'], ru: ['Старое.', 'Ещё старее.'] },
    },
  ])
})

test('a line that one language lacks stops the build', () => {
  expect(() => userChanges(CHANGELOG.replace('- Ещё старее.\n', ''), '0.3.0')).toThrow(
    'CHANGELOG.md, 0.2.0: 2 lines in English, 1 in Russian',
  )
})
