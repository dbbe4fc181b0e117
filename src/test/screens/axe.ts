import axe from 'axe-core'
import { vi } from 'vitest'

axe.configure({
  checks: [
    {
      id: 'label-content-name-mismatch',
      // 0: fonts aren't measured.
      options: {
        pixelThreshold: 0.1,
        occurrenceThreshold: 0,
        valueTextRoles: ['switch', 'checkbox', 'radio', 'menuitemcheckbox', 'menuitemradio'],
      },
    },
  ],
})

/**
 * What axe finds wrong with the page as it is: its rules and the elements. Colours and sizes jsdom does not work out:
 * those are looked at in a browser (e2e/pages.e2e.ts).
 * @param rules all of them unless told
 * @param part what of the page is looked at
 */
export const axeFindings = async (rules?: readonly string[], part = document.body): Promise<string[]> => {
  const canvas = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ canvas: {} } as never)
  const { violations, incomplete } = await axe.run(part, {
    resultTypes: ['violations', 'incomplete'],
    ...(rules
      ? { runOnly: { type: 'rule', values: [...rules] } }
      : { rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } } }),
  })
  canvas.mockRestore()
  // Failing rules report nothing.
  const broken = incomplete.filter(({ nodes }) =>
    nodes.some(({ none }) => none.some(({ id }) => id === 'error-occurred')),
  )
  return [...violations, ...broken].flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
