import { expect, type Page } from '@playwright/test'
import { pageFaults } from '#/test/page-faults.ts'

/** No placeholder values, unsafe links, injected markup or overflow. Read at once. */
export const survives = async (page: Page) =>
  expect(await page.evaluate(pageFaults), `faults on ${page.url()}`).toEqual([])
