import { expect, type Page } from '@playwright/test'
import { pageFaults } from '#/test/page-faults.ts'

/**
 * No value is a leftover of the program, no link leads where none may, nothing of the data has become markup or run,
 * and the page is as wide as its window. Read in one go, so that nothing changes meanwhile.
 */
export const survives = async (page: Page) =>
  expect(await page.evaluate(pageFaults), `faults on ${page.url()}`).toEqual([])
