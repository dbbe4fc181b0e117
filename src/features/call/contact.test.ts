import { describe, expect, test } from 'vitest'
import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import { call as callRecord, listedCall } from '#/contract/call.ts'
import { CALL_STATUS, type CallStatus } from '#/contract/codes.ts'
import { callerName, callerToCopy, mayHaveText, type Contact, type ListedText } from './contact.ts'
import { readCustomData } from './text/custom-data.ts'
import type { CallRow } from './use-call-row.ts'

const nothing: HiddenFields = new Set()
const callOf = (fields: object) => callRecord.lenient.parse({ id: 1, ...fields })
const contactOf = (status: CallStatus, row: CallRow, hidden = nothing): Contact => ({
  oid: 'abc',
  objectTitle: null,
  statusName: undefined,
  customStatuses: [],
  services: [],
  call: callOf({ status: CALL_STATUS[status] }),
  row,
  customData: readCustomData(null),
  hidden,
})
const found = (texts: object): CallRow => ({
  state: 'found',
  row: listedCall.lenient.parse({ id: 1, ...texts }),
})

describe('the caller', () => {
  test.each([
    ['89164821705', '+79164821705', '+7 916 482-17-05', '+79164821705'],
    ['89164821705,5', '+79164821705;ext=5', '+7 916 482-17-05 ext. 5', '+79164821705;ext=5'],
    ['sip:anna@pbx.example', 'anna', 'anna', 'anna'],
    ['anonymous', null, 'Number withheld', null],
    ['', null, 'Caller not known', null],
    [null, null, 'Caller not known', null],
  ])('fault-phone: %j, read as %j, is shown as %j and copied as %j', (number, caller, shown, copied) => {
    const call = callOf({ phone_number_from: number, caller })
    expect(callerName(call, nothing)).toBe(shown)
    expect(callerToCopy(call, nothing)).toBe(copied)
  })

  test('is neither shown nor copied when the agency hides it', () => {
    const call = callOf({ phone_number_from: '+79164821705', caller: '+79164821705' })
    const hidden = new Set(['phone_number_from'] as const)
    expect(callerName(call, hidden)).toBe('Caller not shown')
    expect(callerToCopy(call, hidden)).toBeNull()
  })
})

describe('texts of the journal’s row', () => {
  const panes = (contact: Contact) =>
    (['messages', 'sms_message', 'email_text', 'widget_text'] satisfies ListedText[]).filter((field) =>
      mayHaveText(contact, field),
    )

  test.each([
    ['chat', ['messages']],
    ['sms_incoming', ['sms_message']],
    ['sms_forward', ['sms_message']],
    ['email_incoming', ['email_text']],
    ['callback', ['widget_text']],
    ['feedback', ['widget_text']],
    ['second_chat', []],
    ['catch_form', []],
    ['answer', []],
  ] as const)('of a contact %s that is not found are expected as %j', (status, expected) => {
    for (const state of ['loading', 'missing'] as const)
      expect(panes(contactOf(status, { state }))).toEqual(expected)
  })

  test('are what the row has once it is found, whatever the kind', () => {
    expect(panes(contactOf('answer', found({ sms_message: 'Hi', widget_text: 'Hello' })))).toEqual([
      'sms_message',
      'widget_text',
    ])
    expect(panes(contactOf('chat', found({ messages: ' ' })))).toEqual([])
  })

  test('are left out when the agency hides them', () => {
    expect(panes(contactOf('chat', found({ messages: 'Hi' }), new Set(['messages'])))).toEqual([])
    expect(panes(contactOf('chat', { state: 'loading' }, new Set(['messages'])))).toEqual([])
  })
})
