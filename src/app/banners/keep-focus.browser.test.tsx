import { Suspense, use, useEffect, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, press, pressOn } from '#/test/browser.tsx'
import { keepFocus } from './keep-focus.ts'

/** Buttons that remove themselves or others. */
const Page = () => {
  const [gone, setGone] = useState<readonly string[]>([])
  useEffect(keepFocus, [])
  const away = (name: string, what = name) =>
    gone.includes(name) ? null : (
      <button onClick={() => setGone([...gone, what])} disabled={gone.includes(`${name} off`)}>
        {name}
      </button>
    )
  return (
    <div id="main" role="group" tabIndex={-1} aria-label="Page">
      {away('Chip')}
      {!gone.includes('Sources') && (
        <section aria-label="Sources">
          {away('Source')}
          {away('Save', 'Save off')}
          {away('Hide', 'Sources')}
        </section>
      )}
    </div>
  )
}

/** Only Chromium reports blur on removal. */
const muteBlur = () => {
  const stop = (event: FocusEvent) => {
    if (event.relatedTarget === null) event.stopImmediatePropagation()
  }
  addEventListener('focusout', stop, true)
  onTestFinished(() => removeEventListener('focusout', stop, true))
}

test.each([
  ['in Chromium', false],
  ['where the browser does not say that it goes', true],
])('what is pressed and goes leaves the focus in its section, or on the page: %s', async (_, isSilent) => {
  if (isSilent) muteBlur()
  await mount(<Page />)
  const button = (name: string) => page.getByRole('button', { name })
  const sources = page.getByRole('region', { name: 'Sources' })
  await pressOn(button('Source'), 'Enter')
  await expect.element(sources).toHaveFocus()
  await press('Tab')
  await expect.element(button('Save')).toHaveFocus()
  await press('Enter')
  await expect.element(button('Save')).toBeDisabled()
  // All browsers report disabling.
  if (!isSilent) await expect.element(sources).toHaveFocus()
  await pressOn(button('Hide'), 'Enter')
  await expect.element(page.getByRole('group', { name: 'Page' })).toHaveFocus()
  await pressOn(button('Chip'), 'Enter')
  await expect.element(button('Chip')).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Page' })).toHaveFocus()
})

let answerNow = () => {}

/** Shows a placeholder while requesting. */
const PageRequests = ({ isFramed }: { readonly isFramed: boolean }) => {
  const [comes, setComes] = useState<Promise<string> | null>(null)
  useEffect(keepFocus, [])
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    answerNow = () => resolve('came')
    setComes(promise)
  }
  const rows = (
    <section aria-label="Rows">
      <button onClick={ask}>Ask</button>
      <p>{comes ? <Answer comes={comes} /> : null}</p>
    </section>
  )
  return isFramed ? (
    <div id="main" role="group" tabIndex={-1} aria-label="Page">
      <Suspense fallback={<p>Loading</p>}>{rows}</Suspense>
    </div>
  ) : (
    <Suspense fallback={<p>Loading</p>}>
      <div id="main" role="group" tabIndex={-1} aria-label="Page">
        {rows}
      </div>
    </Suspense>
  )
}
const Answer = ({ comes }: { readonly comes: Promise<string> }) => use(comes)

test('what is hidden while an answer is waited for leaves the focus to the page', async () => {
  await mount(<PageRequests isFramed />)
  await pressOn(page.getByRole('button', { name: 'Ask' }), 'Enter')
  await expect.element(page.getByText('Loading')).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Page' })).toHaveFocus()
})

test('where the page itself is gone for a while, the focus waits for it', async () => {
  await mount(<PageRequests isFramed={false} />)
  await pressOn(page.getByRole('button', { name: 'Ask' }), 'Enter')
  await expect.element(page.getByText('Loading')).toBeVisible()
  await expect.poll(() => document.activeElement).toBe(document.body)
  answerNow()
  await expect.element(page.getByText('came')).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('#main')).not.toBeNull()
})
