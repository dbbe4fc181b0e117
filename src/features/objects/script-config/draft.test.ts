import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SCRIPT_OPTION, SCRIPT_OPTIONS } from '#/contract/script-config.ts'
import { runs } from '#/test/runs.ts'
import { codesOf, diffConfig, draftOf, isSameConfig, toggled } from './use-script-editor.ts'

const POSSIBLE = { script_config: [], script_config_possible_values: SCRIPT_OPTION }
const CODES = codesOf(POSSIBLE)

const config = fc.array(fc.constantFrom(...SCRIPT_OPTIONS, 'legacy', 'toString', '__proto__'))

describe('config diff', () => {
  test('what a save switches on and off, and what it cannot send', () => {
    const draft = { base: ['utm', 'gtm', 'legacy'], chosen: ['gtm', 'legacy', 'referrer'] }
    expect(diffConfig(draft, CODES)).toEqual({
      added: ['referrer'],
      removed: ['utm'],
      unknown: ['legacy'],
    })
  })

  test('order and repetition are no change', () => {
    expect(diffConfig({ base: ['utm', 'gtm', 'utm'], chosen: ['gtm', 'utm'] }, CODES)).toEqual({
      added: [],
      removed: [],
      unknown: [],
    })
  })

  test('what was added and removed leads from the one to the other, and back', () => {
    fc.assert(
      fc.property(config, config, (base, chosen) => {
        const { added, removed, unknown } = diffConfig({ base, chosen }, CODES)
        const made = [...base.filter((option) => !removed.includes(option)), ...added]
        expect(isSameConfig(made, chosen)).toBe(true)
        const back = diffConfig({ base: chosen, chosen: base }, CODES)
        expect([new Set(back.added), new Set(back.removed)]).toEqual([new Set(removed), new Set(added)])
        expect(isSameConfig(base, chosen)).toBe(added.length + removed.length === 0)
        expect(draftOf(base, chosen) === null).toBe(isSameConfig(base, chosen))
        expect(new Set(unknown)).toEqual(new Set(chosen.filter((option) => !CODES.has(option))))
      }),
      runs(500, 50_000),
    )
  })

  test('a toggle is undone by another', () => {
    fc.assert(
      fc.property(config, fc.constantFrom(...SCRIPT_OPTIONS), (chosen, option) => {
        const once = toggled(chosen, option)
        expect(once.includes(option)).toBe(!chosen.includes(option))
        expect(isSameConfig(toggled(once, option), chosen)).toBe(true)
      }),
      runs(200, 20_000),
    )
  })
})

test('options that are on but not listed: the documented keep their code, others have none', () => {
  const object = { script_config: ['utm', 'legacy'], script_config_possible_values: { visitor_id: 6 } }
  expect([...codesOf(object, ['gone'])]).toEqual([
    ['visitor_id', 6],
    ['utm', 3],
    ['legacy', null],
    ['gone', null],
  ])
})
