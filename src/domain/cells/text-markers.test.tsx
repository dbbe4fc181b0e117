// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MarkedText, TextMarkers, useTextMarker } from './text-markers.tsx'

const Marked = ({ q }: { q: string | undefined }) => (
  <TextMarkers marker={useTextMarker(q)}>
    <p>
      <MarkedText text="Custom kitchens to measure" />
    </p>
  </TextMarkers>
)

test('what is searched for is marked in any form of its word, and nothing is where nothing is searched for', async () => {
  const { rerender } = render(<Marked q="kitchen" />)
  const mark = await screen.findByText('kitchens')
  expect(mark.tagName).toBe('MARK')
  rerender(<Marked q={undefined} />)
  expect(screen.queryByText('kitchens')).toBeNull()
  screen.getByText('Custom kitchens to measure')
})
