// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DayBars } from './day-bars.tsx'

test('days above the limit are red with their figure; a day that is not known is no zero', () => {
  const { container } = render(
    <DayBars
      days={[
        { name: 'Nov 1', value: 10, words: null },
        { name: 'Nov 2', value: null, words: null },
        { name: 'Nov 3', value: 0, words: null },
        { name: 'Nov 4', value: 40, words: '40' },
      ]}
      limit={{ value: 20, words: '20%' }}
    />,
  )
  const drawn = (selector: string) => container.querySelectorAll(selector).length
  expect(drawn('path[fill="var(--missed)"]')).toBe(1)
  expect(drawn('path[fill="var(--chart-8)"]')).toBe(1)
  expect(drawn('path[stroke-dasharray="2 1.5"]')).toBe(1)
  expect([...container.querySelectorAll('text')].map(({ textContent }) => textContent).toSorted()).toEqual([
    '20%',
    '40',
    'Nov 1',
    'Nov 4',
  ])
})
