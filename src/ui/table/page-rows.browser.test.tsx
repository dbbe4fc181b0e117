import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { usePageRows } from './page-rows.ts'

const ROW = 40
const nothing = { above: 0, below: 0 }

const List = () => {
  const body = useRef<HTMLUListElement>(null)
  const { height, drawn } = usePageRows({
    body,
    count: 1000,
    sizeOf: () => ROW,
    keyOf: String,
    keep: -1,
    covered: nothing,
  })
  return (
    <ul ref={body} style={{ position: 'relative', height }}>
      {drawn.map(({ index, start }) => (
        <li key={index} style={{ position: 'absolute', top: start, height: ROW }}>{`Row ${index}`}</li>
      ))}
    </ul>
  )
}

test('a list that is left and come back to within one frame has its rows where the page is', async () => {
  const host = document.createElement('main')
  document.body.append(host)
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  const draw = (content: ReactNode) => flushSync(() => root.render(content))
  const row = page.getByText('Row 500', { exact: true })
  draw(<List />)
  window.scrollTo({ top: 500 * ROW })
  await expect.element(row).toBeInViewport()

  draw('Another page, which is short.')
  expect(window.scrollY).toBe(0)
  draw(<List />)
  window.scrollTo({ top: 500 * ROW })
  await expect.element(row).toBeInViewport()
})
