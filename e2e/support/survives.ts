import { expect, type Page } from '@playwright/test'
import { pageFaults } from '#/test/page-faults.ts'

export const survives = async (page: Page) =>
  expect(await page.evaluate(pageFaults), `faults on ${page.url()}`).toEqual([])
