import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { ToastRegion } from '#/ui/overlay/toast.tsx'

/* Component tests in Chromium (`*.browser.test.tsx`). */

/** Shows `content` on a page with nothing else but the place for toasts. The first Tab leads to its first control. */
export const mount = async (content: ReactNode): Promise<void> => {
  const host = document.createElement('main')
  host.tabIndex = -1
  document.body.append(host)
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
    delete document.documentElement.dataset['theme']
    localStorage.clear()
  })
  root.render(
    <>
      {content}
      <ToastRegion dismissLabel="Dismiss" />
    </>,
  )
  await expect.element(page.getByRole('log')).toBeInTheDocument()
  host.focus()
}

export const press = async (...keys: readonly string[]) => {
  for (const key of keys) await userEvent.keyboard(key === 'Space' ? '[Space]' : `{${key}}`)
}

export const focus = async (control: Locator) => {
  const element = await control.findElement()
  element.focus()
}

/** Focuses and presses, as a user does who has tabbed there. */
export const pressOn = async (control: Locator, ...keys: readonly string[]) => {
  await focus(control)
  await press(...keys)
}

/** Tab leads through exactly these, in this order. */
export const tabsThrough = async (controls: readonly Locator[]) => {
  for (const control of controls) {
    await userEvent.tab()
    await expect.element(control).toHaveFocus()
  }
}
