import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

const STEPS = {
  texts: { weight: 1, title: 'Texts' },
  app: { weight: 3, title: 'App' },
} as const

const outputOf = (isTTY: boolean) => {
  let output = ''
  const progress = createProgress(STEPS, { isTTY, write: (text) => (output += text) })
  progress.tell('texts', 1)
  progress.tell('app', 0.5)
  progress.tell('app', 1)
  progress.end()
  return output
}

test('says each step that is over in a line of its own where there is no terminal', () => {
  expect(outputOf(false)).toBe('Texts: done\nApp: done\n')
})

test('draws one line again and again in a terminal, and leaves nothing of it', () => {
  const output = outputOf(true)
  expect(output).not.toContain('\n')
  const [, ...drawn] = output.split('\r\u001B[K')
  expect(drawn.map((line) => /(\d+) %/.exec(line)?.[1])).toEqual(['25', '62', '100', undefined])
  expect(drawn[1]).toContain('App')
  expect(drawn[1]).not.toContain('Texts')
})
