import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { updateAgencyBody } from '#/contract/agency.ts'
import { runs } from '#/test/runs.ts'
import { changedSettings, SETTING_WORD, SETTINGS, settingsOf, toSend } from './settings.ts'

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

  it('are exactly the four documented fields, whatever else an agency has', () => {
    const agency = { ...saved, phone_number: null, clients: [], auth_token: 'secret', balance: 7 }
    const sent = toSend(settingsOf(agency))
    const documented = Object.keys(updateAgencyBody.shape.agency.shape)
    expect(Object.keys(sent)).toEqual(documented)
    expect(Object.keys(toSend({ ...saved, ...agency, phone_number: '' }))).toEqual(documented)
    expect([SETTINGS, Object.keys(SETTING_WORD)]).toEqual([documented, documented])
    expect(JSON.stringify({ agency: sent })).toBe(
      '{"agency":{"name":"Agency","domain":"agency.ru","phone_number":"","is_active":true}}',
    )
  })

  it('that are sent and kept are no change, whatever was typed', () => {
    const settings = fc.record({
      name: fc.string({ unit: 'grapheme' }),
      domain: fc.string(),
      phone_number: fc.string(),
      is_active: fc.boolean(),
    })
    fc.assert(
      fc.property(settings, settings, (before, typed) => {
        expect(changedSettings(toSend(typed), typed)).toEqual([])
        expect(changedSettings(before, typed)).toEqual(changedSettings(typed, before))
      }),
      runs(200, 5000),
    )
  })
})
