// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

const opened = async () => {
  vi.resetModules()
  return import('./density.ts')
}

beforeEach(() => localStorage.clear())

test('is regular until it is chosen, and then remembered on the device', async () => {
  const { getDensity, setDensity } = await opened()
  expect(getDensity()).toBe('regular')
  setDensity('compact')
  expect(getDensity()).toBe('compact')
  expect((await opened()).getDensity()).toBe('compact')
})

test('what is stored and no density is none', async () => {
  localStorage.setItem('callboard.density', '99px')
  expect((await opened()).getDensity()).toBe('regular')
})

test('works where nothing can be stored', async () => {
  const closed = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { getDensity, setDensity } = await opened()
  setDensity('relaxed')
  expect(getDensity()).toBe('relaxed')
  closed.mockRestore()
})
