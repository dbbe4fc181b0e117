import { MORE_CONTACTS, test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

// Small samples have days without missed callers.
test.use({ env: MORE_CONTACTS })

for (const language of ['en', 'ru'])
  test.describe(`in ${language}`, () => {
    test('the figures and what narrows the list are one line, and no head of the table is over another', async ({
      page,
      second,
    }) => {
      await page.goto(`${second.origin}/sign-in`)
      await signIn(page, 'marketer')
      await page.evaluate((chosen) => localStorage.setItem('callboard.language', chosen), language)
      await page.goto(`${second.origin}/call-back`)
      const source = page.getByRole('button', { name: /^(Source|Источник)$/ })
      const figure = page.getByRole('button', { name: /^(Time to reconnect|До разговора)/ })
      const heads = page.getByRole('table', { name: /^(Callers|Кто звонил)$/ }).getByRole('columnheader')
      await expect(figure).toBeVisible()
      await expect(heads.first()).toBeVisible()
      for (const width of [1180, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const middle = async (of: typeof source) => {
          const { y, height } = (await of.boundingBox())!
          return y + height / 2
        }
        await expect
          .poll(async () => Math.abs((await middle(source)) - (await middle(figure))))
          .toBeLessThan(8)
        await expect
          .poll(() =>
            heads.evaluateAll((all) => all.filter((head) => head.scrollWidth > head.clientWidth).length),
          )
          .toBe(0)
      }
      // Widest window: nothing is truncated.
      const tries = page.getByRole('cell').getByText(/^, /)
      expect(await tries.count()).toBeGreaterThan(0)
      expect(
        await tries.evaluateAll(
          (all) =>
            all.filter(
              (one) => one.getBoundingClientRect().right > one.closest('td')!.getBoundingClientRect().right,
            ).length,
        ),
      ).toBe(0)
    })
  })
