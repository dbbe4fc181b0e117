/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { axeFindings } from '#/test/screens/axe.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

/*
 * The end-to-end tests ask axe of the English pages. What is said of a control and what is seen of it are two messages,
 * which each translation has to keep together: who speaks to the computer says what they see.
 */

test.each([
  ['/objects', 'marketer', 'table'],
  ['/calls', 'marketer', 'table'],
  ['/overview', 'marketer', 'table'],
  ['/clients', 'agency_manager', 'table'],
  ['/settings', 'marketer', 'region'],
  ['/health', 'marketer', 'region'],
  ['/call-back', 'marketer', 'table'],
  ['/alerts', 'marketer', 'region'],
  ['/console?endpoint=all_calls', 'marketer', 'region'],
] as const)('in Russian: what is seen of a control of %s is in its name', async (url, account, role) => {
  const { queryClient } = await renderApp(url, { account, locale: 'ru' })
  await screen.findAllByRole(role)
  await eventually(() => expect(queryClient.isFetching()).toBe(0))
  expect(await axeFindings(['label-content-name-mismatch'])).toEqual([])
})
