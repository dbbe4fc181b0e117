import { fireEvent } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { words } from '#/test/page.ts'
import { allowConsole, eventually, type RenderedApp } from '#/test/render-app.tsx'

const isAnnounced = () =>
  [...document.querySelectorAll('[role=status] strong')].some((bar) => words(bar) === 'You are offline.')

/** The browser loses its network, and the page says so. @returns gives it back, until the page is glad of it */
export const goOffline = async ({ api }: Pick<RenderedApp, 'api'>): Promise<() => Promise<void>> => {
  allowConsole(/./)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  api.standInFront(() => Response.error())
  await eventually(() => {
    // What hears it comes a moment after the page.
    fireEvent(window, new Event('offline'))
    expect(isAnnounced()).toBe(true)
  })
  return async () => {
    onLine.mockRestore()
    api.standInFront(null)
    fireEvent(window, new Event('online'))
    await eventually(() => expect(isAnnounced()).toBe(false))
  }
}

/** What a control that saves says of itself meanwhile. */
export const NO_NETWORK = 'You are offline: it can be saved once the network is back.'
