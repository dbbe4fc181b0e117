import { expect, test } from 'vitest'
import { recipientsOf } from './notifications.tsx'

test.each([
  ['a@example.com\nb@example.com', ['a@example.com', 'b@example.com']],
  ['\r\n a@example.com \r\n\r\nПродажи <b@example.com>\r', ['a@example.com', 'Продажи <b@example.com>']],
  ['a@example.com, b@example.com', ['a@example.com, b@example.com']],
  [' \n\t\n', []],
  ['', []],
  [null, []],
])('recipients of %j', (text, recipients) => {
  expect(recipientsOf(text)).toEqual(recipients)
})
