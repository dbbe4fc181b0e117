// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { indexOfRow, inRow, rowNumber, useFindKey, useRowKeys } from './row-keys.ts'

const go = vi.fn()
const open = vi.fn()
const clear = vi.fn()
const other = vi.fn((key: string) => key === 'p')
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const Page = ({ current, hasArrows }: { current: number; hasArrows: boolean }) => {
  const table = useRef<HTMLTableElement>(null)
  useRowKeys({
    table,
    hasArrows,
    count: () => 10,
    current: () => current,
    firstInView: () => 4,
    go,
    open,
    clear,
    other,
  })
  useFindKey(() => document.querySelector('input'))
  return (
    <>
      <input />
      <table ref={table}>
        <tbody>
          <tr aria-rowindex={rowNumber(41)}>
            <td>
              <a href="#sever">Sever Group</a>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

const shown = (current = -1, hasArrows = true) => {
  const { container } = render(<Page current={current} hasArrows={hasArrows} />)
  const find = (selector: string) => {
    const element = container.querySelector(selector)
    if (!element) throw new Error(selector)
    return element
  }
  /** Whether the key was handled. */
  const press = (key: string, at: Element = document.body) => !fireEvent.keyDown(at, { key })
  return { find, press }
}

describe('a row', () => {
  test('is found again by the number that it carries', () => {
    const { find } = shown()
    expect(inRow(find('table'), 41, 'a')?.textContent).toBe('Sever Group')
    expect(inRow(find('table'), 40, 'a')).toBeNull()
    expect(indexOfRow(find('a'))).toBe(41)
    expect(indexOfRow(find('input'))).toBeLessThan(0)
    expect(indexOfRow(null)).toBeLessThan(0)
  })
})

describe('keys', () => {
  test('j and k go from the current row, wherever the focus is', () => {
    const { press } = shown(6)
    expect(press('j')).toBe(true)
    expect(press('k')).toBe(true)
    expect(go.mock.calls).toEqual([
      [7, 1],
      [5, -1],
    ])
  })

  test('without a current row they go to the first in view', () => {
    const { press } = shown()
    press('j')
    press('k')
    expect(go.mock.calls.map(([index]) => index)).toEqual([4, 4])
  })

  test('Home, End and the arrows belong to the table', () => {
    const { press, find } = shown(6)
    expect(press('End')).toBe(false)
    expect(go).not.toHaveBeenCalled()
    for (const key of ['Home', 'End', 'ArrowDown', 'ArrowUp']) expect(press(key, find('td'))).toBe(true)
    expect(go.mock.calls.map(([index]) => index)).toEqual([0, 9, 7, 5])
  })

  test('arrows scroll where the table does not take them', () => {
    const { press, find } = shown(6, false)
    expect(press('ArrowDown', find('td'))).toBe(false)
    expect(go).not.toHaveBeenCalled()
  })

  test('Enter opens the current row, and leaves a link its own Enter', () => {
    const { press, find } = shown(6)
    expect(press('Enter', find('a'))).toBe(false)
    expect(press('Enter', find('td'))).toBe(true)
    expect(open).toHaveBeenCalledTimes(1)
    press('Escape', find('a'))
    expect(clear).toHaveBeenCalledTimes(1)
  })

  test('nothing opens or clears without a current row', () => {
    const { press, find } = shown()
    expect(press('Enter', find('td'))).toBe(false)
    expect(press('Escape', find('td'))).toBe(false)
    expect(open).not.toHaveBeenCalled()
    expect(clear).not.toHaveBeenCalled()
  })

  test('a further key is the current row’s, in the table alone', () => {
    const { press, find } = shown(6)
    expect(press('p')).toBe(false)
    expect(press('p', find('td'))).toBe(true)
    expect(other).toHaveBeenCalledExactlyOnceWith('p', 6)
    expect(press('x', find('td'))).toBe(false)
  })

  test('/ leads to the field, and nothing is taken of what is typed into it', () => {
    const { press, find } = shown(6)
    expect(press('/')).toBe(true)
    expect(document.activeElement).toBe(find('input'))
    expect(press('j', find('input'))).toBe(false)
    expect(go).not.toHaveBeenCalled()
  })
})
