import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { button } from '#/test/page.ts'

export const periodPicker = () => screen.findByRole('dialog', { name: /^(Period|Период)$/ })

/** Chooses a ready period, or a word of the service, in the picker that is open, and applies it. */
export const applyPeriod = async (user: UserEvent, name: string) => {
  const picker = within(await periodPicker())
  await picker.findByRole('listbox')
  await user.click(picker.queryByRole('option', { name }) ?? picker.getByRole('radio', { name }))
  await user.click(button('Apply'))
}
