// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedCall } from '#/contract/call.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import { button, region, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const openContact = async () => {
  const app = await renderApp('/objects', { account: 'marketer' })
  const { calls } = (await app.api.get('/api/v2/calls?period=month')) as { calls: ListedCall[] }
  const [contact] = calls
  const { obj_oid: oid, id } = contact!
  app.open(`/objects/${oid}/calls/${id}`)
  await screen.findByRole('button', { name: 'Called' })
  const path = `/api/marks/${oid}/${id}`
  return {
    ...app,
    path,
    paneText: () => words(region('Marks')),
    stored: async () => {
      const { marks: annotations } = (await app.api.get(
        `/api/marks?contact=${encodeURIComponent(`${id}:${oid}`)}`,
      )) as {
        marks: Annotation[]
      }
      return annotations[0]
    },
    elsewhere: async (values: object, version: number) => app.api.write('PUT', path, { version, ...values }),
  }
}
const pressed = (name: string) => button(name, region('Marks')).ariaPressed

test('a contact has an outcome, is judged, tagged and noted; each is kept, says who, and can be taken back', async () => {
  const { user, paneText, stored } = await openContact()
  expect(paneText()).not.toContain('Last change')
  await user.click(button('Called'))
  await eventually(() => expect(pressed('Called')).toBe('true'))
  await eventually(() => expect(paneText()).toMatch(/Called, igor@domograd\.ru, \d\d:\d\d/))
  await user.click(button('Score 4 of 5'))
  await eventually(() => expect(pressed('Score 4 of 5')).toBe('true'))
  for (const tag of ['  kitchen ', 'Tuesday']) {
    await user.type(screen.getByRole('textbox', { name: 'New tag' }), `${tag}{Enter}`)
    await screen.findByRole('button', { name: `Remove the tag ${tag.trim()}` })
  }
  await user.click(button('Add note'))
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Wants a garage')
  await user.click(button('Save note'))
  await eventually(() => expect(paneText()).toContain('Wants a garage'))
  expect(await stored()).toMatchObject({
    outcome: 'called',
    score: 4,
    tags: ['kitchen', 'Tuesday'],
    note: 'Wants a garage',
    who: 'igor@domograd.ru',
  })
  expect(paneText()).toContain('Last change: igor@domograd.ru')

  await user.click(button('Score 4 of 5'))
  await eventually(() => expect(pressed('Score 4 of 5')).toBe('false'))
  await user.click(button('Remove the tag kitchen'))
  await eventually(() => expect(screen.queryByRole('button', { name: 'Remove the tag kitchen' })).toBeNull())
  await user.click(button('Called'))
  await eventually(() => expect(pressed('Called')).toBe('false'))
  expect(await stored()).toMatchObject({ outcome: null, score: null, tags: ['Tuesday'] })
})

test('a tag that is too long says so and stays typed', async () => {
  const { user, stored } = await openContact()
  const field = screen.getByRole('textbox', { name: 'New tag' })
  await user.type(field, `${'a'.repeat(41)}{Enter}`)
  await screen.findByText('A tag has at most 40 characters.')
  expect(field).toHaveProperty('value', 'a'.repeat(41))
  expect(await stored()).toBeUndefined()
})

test('of two people at once each keeps what is theirs, and is told where they differ', async () => {
  const { user, elsewhere, stored, paneText } = await openContact()
  await elsewhere({ tags: ['theirs'], score: 2 }, 0)
  await user.type(screen.getByRole('textbox', { name: 'New tag' }), 'mine{Enter}')
  await eventually(() => expect(paneText()).toContain('mine'))
  expect(await stored()).toMatchObject({ tags: ['theirs', 'mine'], score: 2 })
  await eventually(() => expect(pressed('Score 2 of 5')).toBe('true'))

  await elsewhere({ score: 1 }, 2)
  await user.click(button('Score 5 of 5'))
  await screen.findByText(/^Not saved: .+ changed it first\. It now says: Score 1 of 5/)
  await eventually(() => expect(pressed('Score 1 of 5')).toBe('true'))
  expect(await stored()).toMatchObject({ score: 1 })
})

test('saves outcome and score when only other fields have changed meanwhile', async () => {
  const { user, api, path, elsewhere, stored } = await openContact()
  await elsewhere({ tags: ['theirs'] }, 0)
  const release = api.hold(new RegExp(path))
  await user.click(button('Called'))
  await user.click(button('Score 4 of 5'))
  release()
  await eventually(() => expect(pressed('Called')).toBe('true'))
  await eventually(() => expect(pressed('Score 4 of 5')).toBe('true'))
  expect(await stored()).toMatchObject({ outcome: 'called', score: 4, tags: ['theirs'] })
  expect(screen.queryByText(/^Not saved/)).toBeNull()
})

test('an outcome or score corrected before the first is answered is no conflict with oneself', async () => {
  const { user, api, path, stored } = await openContact()
  const release = api.hold(new RegExp(path))
  await user.click(button('Score 4 of 5'))
  await user.click(button('Score 5 of 5'))
  await user.click(button('Called'))
  await user.click(button('No answer'))
  release()
  await eventually(() => expect(pressed('Score 5 of 5')).toBe('true'))
  await eventually(() => expect(pressed('No answer')).toBe('true'))
  expect(await stored()).toMatchObject({ score: 5, outcome: 'no_answer' })
  expect(screen.queryByText(/^Not saved/)).toBeNull()
})

test('tags removed one after the other before the first is answered are no conflict', async () => {
  const { user, api, path, elsewhere, stored } = await openContact()
  await elsewhere({ tags: ['a', 'b', 'c', 'd'] }, 0)
  await user.type(screen.getByRole('textbox', { name: 'New tag' }), 'e{Enter}')
  await screen.findByRole('button', { name: 'Remove the tag d' })
  const release = api.hold(new RegExp(path))
  for (const tag of ['a', 'b', 'c']) await user.click(button(`Remove the tag ${tag}`))
  release()
  await eventually(() => expect(screen.queryByRole('button', { name: /^Remove the tag [abc]$/ })).toBeNull())
  expect(await stored()).toMatchObject({ tags: ['d', 'e'] })
  expect(screen.queryByText(/^Not saved/)).toBeNull()
})

test('a note stays open until its save is answered', async () => {
  const { user, api, path, elsewhere } = await openContact()
  await elsewhere({ note: 'theirs' }, 0)
  await user.click(button('Add note'))
  const note = await screen.findByRole('textbox', { name: 'Note' })
  await user.type(note, 'mine')
  const release = api.hold(new RegExp(path))
  await user.click(button('Save note'))
  await user.click(button('Cancel'))
  release()
  await screen.findByText(/changed this note/)
  expect(note).toHaveProperty('value', 'mine')
})
