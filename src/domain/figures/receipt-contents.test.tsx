// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ReceiptContents } from './receipt-contents.tsx'

test('formula and rules are behind "How this is decided", closed at first', () => {
  render(
    <ReceiptContents
      onClose={() => undefined}
      receipt={{
        title: 'Missed rate',
        value: '25.0%',
        definition: 'Calls without an answer.',
        formula: '1 of 4 = 25.0%',
        inputs: [{ label: 'Filters', value: 'All objects' }],
        rules: ['The ranges do not touch.'],
        notes: ['Partial'],
      }}
    />,
  )
  const decided = screen.getByText('How this is decided').closest('details')!
  expect(decided.open).toBe(false)
  expect(decided.contains(screen.getByText('1 of 4 = 25.0%'))).toBe(true)
  expect(decided.contains(screen.getByText('The ranges do not touch.'))).toBe(true)
  for (const shown of ['All objects', 'Partial', 'Calls without an answer.'])
    expect(decided.contains(screen.getByText(shown))).toBe(false)
})
