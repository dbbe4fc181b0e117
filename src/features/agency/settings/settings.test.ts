import { describe, expect, it } from 'vitest'
import { changedSettings, settingsOf, toSend } from './settings.ts'

const saved = { name: 'Agency', domain: 'agency.ru', phone_number: '', is_active: true }

describe('agency settings', () => {
  it('read what is absent as empty, and an unreadable "active" as active', () => {
    expect(settingsOf({ name: null, domain: null, phone_number: null, is_active: null })).toEqual({
      name: '',
      domain: '',
      phone_number: '',
      is_active: true,
    })
    expect(settingsOf({ ...saved, is_active: false }).is_active).toBe(false)
  })

  it('have changed only where a value differs, spaces apart', () => {
    expect(changedSettings(saved, {})).toEqual([])
    expect(changedSettings(saved, { name: ' Agency ', is_active: true })).toEqual([])
    expect(changedSettings(saved, { name: 'Other', phone_number: '7', is_active: false })).toEqual([
      'name',
      'phone_number',
      'is_active',
    ])
    expect(changedSettings({ ...saved, name: 'Agency ' }, { name: 'Agency' })).toEqual([])
  })

  it('are sent without spaces around them', () => {
    expect(toSend({ ...saved, name: ' A ', domain: ' a.ru', phone_number: '7 ' })).toEqual({
      name: 'A',
      domain: 'a.ru',
      phone_number: '7',
      is_active: true,
    })
  })
})
