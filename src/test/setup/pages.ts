import { vi } from 'vitest'

/*
 * One process runs many files of page tests, one after another (vitest.config.ts): each begins with modules of ours that
 * were not used before, and with an empty window.
 */
vi.resetModules()
document.head.replaceChildren()
document.body.replaceChildren()
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
