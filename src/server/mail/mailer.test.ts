import fc from 'fast-check'
import { readMail } from './read-mail-testing.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { SMTPServerOptions } from 'smtp-server'
import { isMailbox, readRecipients, RECIPIENTS_MAX } from '#/contract/delivery/recipients.ts'
import { readConfig } from '#/server/config/config.ts'
import { NoEffectError } from '#/server/schedule/run-failures.ts'
import { createMailer, headerText, MailUncertain, type Mail, type MailLimits } from './mailer.ts'
import { smtpRefusal, startMailServer } from './mail-server-testing.ts'

const MAIL: Mail = {
  to: 'olga@sever.example',
  subject: 'Север Медиа: 1 486 обращений',
  text: 'Больше обращений',
  html: '<p>Больше обращений</p>',
  stop: 'https://calls.example.com/mail/stop/abc',
}
const QUICK: MailLimits = { connectionMs: 500, greetingMs: 500, inactivityMs: 300, allMs: 2_000 }

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const mailerTo = async (options: SMTPServerOptions = {}, limits?: MailLimits) => {
  const mailServer = await startMailServer(options)
  open.push(mailServer.close)
  const { mail } = readConfig({ SMTP_URL: mailServer.url, MAIL_FROM: 'Callboard <callboard@sever.example>' })
  return { ...mailServer, send: createMailer(mail, limits)! }
}
const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a mail arrives as it was written, with a text part and a link that ends these mails', async () => {
  const { caught, send } = await mailerTo()
  await send({ ...MAIL, attachments: [{ name: 'Обращения.csv', type: 'text/csv', content: 'a,b\r\n' }] })
  const [mail] = caught
  expect(mail).toMatchObject({ from: 'callboard@sever.example', to: ['olga@sever.example'] })
  const { headers, parts } = readMail(mail!.raw)
  expect(headers['from']).toBe('Callboard <callboard@sever.example>')
  expect(headers['to']).toBe('olga@sever.example')
  expect(headers['subject']).toBe(MAIL.subject)
  expect(headers['list-unsubscribe']).toBe('<https://calls.example.com/mail/stop/abc>')
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'text/csv'])
  expect(parts.map(({ text }) => text)).toEqual([MAIL.text, MAIL.html, 'a,b\r\n'])
})

describe('a mail server that', () => {
  test('refuses the mailbox is believed', async () => {
    const { send } = await mailerTo({
      onRcptTo: (_, __, callback) => callback(smtpRefusal(550, 'no such user p.gusev@dentika.ru')),
    })
    const error = await thrownBy(send(MAIL))
    expect(error).toBeInstanceOf(NoEffectError)
    expect(error).toMatchObject({
      reason: 'mailbox_refused',
      isForGood: true,
      reply: expect.stringMatching(/^550 /),
    })
  })
  test('greylists is asked again, and then takes it', async () => {
    let seen = 0
    const { send, caught } = await mailerTo({
      onRcptTo: (_, __, callback) =>
        callback(seen++ === 0 ? smtpRefusal(451, 'greylisted, try later') : null),
    })
    expect(await thrownBy(send(MAIL))).toMatchObject({
      name: 'NoEffectError',
      reason: 'mail_put_off',
      isForGood: false,
    })
    await send(MAIL)
    expect(caught).toHaveLength(1)
  })
  test('refuses the mail after it was sent has not taken it', async () => {
    const { send } = await mailerTo({
      onData: (stream, _, callback) => {
        stream.resume().on('end', () => callback(smtpRefusal(452, 'no room')))
      },
    })
    expect(await thrownBy(send(MAIL))).toMatchObject({ name: 'NoEffectError', reason: 'mail_put_off' })
  })
  test('hangs up before the mail is asked again', async () => {
    const { send, server } = await mailerTo(
      { onMailFrom: () => server.connections.forEach((one) => one.close()) },
      QUICK,
    )
    expect(await thrownBy(send(MAIL))).toMatchObject({ name: 'NoEffectError', reason: 'mail_unreachable' })
  })
  test('hangs up after the mail, or never answers it, may have taken it', async () => {
    const dropping = await mailerTo({
      onData: (stream) => {
        stream.resume().on('end', () => dropping.server.connections.forEach((one) => one.close()))
      },
    })
    expect(await thrownBy(dropping.send(MAIL))).toBeInstanceOf(MailUncertain)
    const silent = await mailerTo({ onData: (stream) => void stream.resume() }, QUICK)
    expect(await thrownBy(silent.send(MAIL))).toBeInstanceOf(MailUncertain)
  })
  test('does not greet, or is not there, is asked again', async () => {
    const { send } = await mailerTo({ onConnect: () => undefined }, QUICK)
    expect(await thrownBy(send(MAIL))).toMatchObject({ name: 'NoEffectError', reason: 'mail_unreachable' })
    const gone = await mailerTo()
    await gone.close()
    expect(await thrownBy(gone.send(MAIL))).toMatchObject({
      name: 'NoEffectError',
      reason: 'mail_unreachable',
    })
  })
  test('does not know us says so', async () => {
    const { server, close, url } = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_, __, callback) => callback(smtpRefusal(535, 'authentication failed')),
    })
    open.push(close)
    expect(server).toBeDefined()
    const { mail } = readConfig({ SMTP_URL: url.replace('//', '//me:secret@'), MAIL_FROM: 'a@sever.example' })
    const error = await thrownBy(createMailer(mail)!(MAIL))
    expect(error).toMatchObject({ name: 'NoEffectError', reason: 'mail_refused_us' })
    expect(JSON.stringify(error)).not.toContain('secret')
  })
})

test('mail-headers-cannot-be-injected: whatever stands in names, subjects and addresses, no header is added', async () => {
  const { caught, send } = await mailerTo()
  const lineEnds = fc.constantFrom('\r\n', '\n', '\r', '\u2028', '\u0085', '\u0000', ' ', ',', '<', '>', '"')
  const hostile = fc
    .array(
      fc.oneof(lineEnds, fc.constantFrom('Bcc: x@evil.example', 'x@evil.example', 'a', 'Ж', '=?utf-8?q?x?=')),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (subject, name, address) => {
      caught.length = 0
      await send({ ...MAIL, subject, attachments: [{ name, type: 'text/csv', content: 'a' }] })
      const [mail] = caught
      expect(mail?.to).toEqual([MAIL.to])
      const { headers } = readMail(mail!.raw)
      expect(Object.keys(headers).toSorted()).toEqual(
        [
          'auto-submitted',
          'content-type',
          'date',
          'from',
          'list-unsubscribe',
          'list-unsubscribe-post',
          'message-id',
          'mime-version',
          'subject',
          'to',
          'x-auto-response-suppress',
        ]
          .filter((header) => header !== 'subject' || headerText(subject) !== '')
          .toSorted(),
      )
      if (!isMailbox(address))
        expect(await thrownBy(send({ ...MAIL, to: address }))).toMatchObject({ reason: 'no_address' })
    }),
    { numRuns: 40 },
  )
})

describe('addresses', () => {
  test('are taken out of whatever was pasted, each once', () => {
    expect(readRecipients('anna@a.example, OLEG@b.example;anna@A.example\n не адрес')).toEqual({
      addresses: ['anna@a.example', 'OLEG@b.example'],
      wrong: ['не', 'адрес'],
      isTooMany: false,
    })
  })
  test.each([
    'a@b',
    'a b@c.example',
    'a@b.example\r\nBcc: x@y.example',
    '"a"@b.example',
    'Anna <a@b.example>',
    '@b.example',
    'a@-b.example',
    `${'a'.repeat(65)}@b.example`,
    'a..b@c.example',
    'a@b.example,c@d.example',
  ])('%j is none', (text) => expect(isMailbox(text)).toBe(false))
  test.each(['a@b.example', 'a.b+c@почта.рф', "o'neil@b.co.uk"])('%j is one', (text) =>
    expect(isMailbox(text)).toBe(true),
  )
  test(`10,000 of them are more than ${RECIPIENTS_MAX}, and are read at once`, () => {
    const many = Array.from({ length: 10_000 }, (_, nth) => `a${nth}@b.example`).join(', ')
    expect(readRecipients(many)).toMatchObject({ isTooMany: true })
    expect(isMailbox(`${'a.'.repeat(50_000)}@b.example`)).toBe(false)
  })
})

test('one line is left of any text, and no more than 200 letters', () => {
  expect(headerText('a\r\nBcc: b\u202ec')).toBe('a Bcc: b c')
  expect(headerText('x'.repeat(500))).toHaveLength(200)
})

test('where mail goes is checked at the start', () => {
  const SMTP_URL = 'smtps://me:secret@mail.example.com'
  expect(readConfig({}).mail).toBeNull()
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM is required with SMTP_URL')
  for (const wrong of ['mail.example.com', 'http://mail.example.com', 'smtp://'])
    expect(() => readConfig({ SMTP_URL: wrong, MAIL_FROM: 'a@b.example' })).toThrow('SMTP_URL must be')
  expect(() =>
    readConfig({ SMTP_URL: 'smtps://me:100%@mail.example.com', MAIL_FROM: 'a@b.example' }),
  ).toThrow('SMTP_URL has a user name or password that must be percent-encoded: write % as %25')
  for (const wrong of ['nobody', 'a@b.example, c@d.example', 'A\r\nBcc: x <a@b.example>'])
    expect(() => readConfig({ SMTP_URL, MAIL_FROM: wrong })).toThrow('MAIL_FROM must be')
  expect(readConfig({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@b.example' }).mail?.needsTls).toBe(
    true,
  )
})
