import '#/styles.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// As in the end-to-end tests, a page that complains fails its test. What is thrown outside of a test fails the run.
const complaints: unknown[][] = []
beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
})
afterEach(() => expect(complaints, 'complaints of the page').toEqual([]))
