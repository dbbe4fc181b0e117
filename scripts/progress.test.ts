import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

const STEPS = {
  texts: { weight: 1, title: 'Texts' },
  app: { weight: 3, title: 'App' },
} as const

const toldTo = (isTTY: boolean) => {
  let said = ''
  const progress = createProgress(STEPS, { isTTY, write: (text) => (said += text) })
  progress.tell('texts', 1)
  progress.tell('app', 0.5)
  progress.tell('app', 1)
  progress.end()
  return said
}

test('says each step that is over in a line of its own where there is no terminal', () => {
  expect(toldTo(false)).toBe('Texts: done\nApp: done\n')
})

test('draws one line again and again in a terminal, and leaves nothing of it', () => {
  const said = toldTo(true)
  expect(said).not.toContain('\n')
  const [, ...drawn] = said.split('\r\u001B[K')
  expect(drawn.map((line) => /(\d+) %/.exec(line)?.[1])).toEqual(['25', '62', '100', undefined])
  expect(drawn[1]).toContain('App')
  expect(drawn[1]).not.toContain('Texts')
})
