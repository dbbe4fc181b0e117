// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { followTyping, isUnsaved } from './unsaved.ts'

let stop = (): void => undefined
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

const page = (html: string): HTMLInputElement => {
  document.body.innerHTML = html
  return document.querySelector('input')!
}

test('a field of a form that was gone to before anything followed the typing counts as well', () => {
  const field = page('<form><input value="old"></form>')
  field.focus()
  stop = followTyping()
  expect(isUnsaved()).toBe(false)
  field.value = 'new'
  expect(isUnsaved()).toBe(true)
  field.value = 'old'
  expect(isUnsaved()).toBe(false)
})

test('what is typed into a field of its own, such as a search, is not unsaved; nor is what has left the page', () => {
  const search = page('<input>')
  stop = followTyping()
  search.focus()
  search.value = 'найти'
  expect(isUnsaved()).toBe(false)
  const field = page('<form><input></form>')
  field.focus()
  field.value = 'typed'
  expect(isUnsaved()).toBe(true)
  field.remove()
  expect(isUnsaved()).toBe(false)
})
