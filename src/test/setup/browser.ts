import '#/styles.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// Page errors fail tests, unhandled ones fail the run.
const complaints: unknown[][] = []
beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
})
afterEach(() => expect(complaints, 'complaints of the page').toEqual([]))
