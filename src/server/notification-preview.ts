import { Hono } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { objectCallsAnswer } from '#/contract/call.ts'
import { CLIENT_PREFIX } from '#/contract/endpoint.ts'
import { matchEndpoint } from '#/contract/endpoints.ts'
import { isReadable } from '#/contract/field.ts'
import {
  fillHtml,
  isPlainTemplate,
  placeholderValues,
  SAMPLE_CONTACT,
  type NotificationContact,
} from '#/contract/notification-template.ts'
import { objectAnswer, type ObjRead } from '#/contract/object.ts'
import { Failure, failure } from './http/failure.ts'
import { previewHeaders, type Framing } from './headers.ts'
import { withoutHidden } from './hidden-fields.ts'
import { callContext, requireSession, type AppContext, type AppEnv } from './http/exchange.ts'
import { masked } from './privacy-mode/masked.ts'
import { masksOf } from './http/privacy-mode.ts'
import { withoutSecrets } from './upstream/proxy.ts'
import type { SessionCall, SessionCalls } from './upstream/session-calls.ts'

const PATH = /^\/api(?:\/clients\/([^/]+))?\/notification-preview\/([^/]+)$/

/** The preview is a document of its own, so its texts are not among the app's messages. */
const WORDS = {
  en: {
    title: 'Notification preview',
    session: 'Your session has ended. Sign in again.',
    forbidden: 'Your account can’t see this object.',
    notFound: 'The service has no such object, or it has no message template.',
    contactGone: 'This contact is no longer among the newest. Refresh the preview.',
    busy: 'Too many requests. Wait a little and refresh the preview.',
    unavailable: 'The call-tracking service is not answering. Refresh the preview in a while.',
    unreadable: 'The service sent an answer that cannot be read.',
    failed: 'The preview could not be made.',
  },
  ru: {
    title: 'Предпросмотр уведомления',
    session: 'Сеанс закончился. Войдите снова.',
    forbidden: 'Вашему аккаунту этот объект недоступен.',
    notFound: 'В сервисе нет такого объекта, или у него нет шаблона письма.',
    contactGone: 'Этого обращения уже нет среди новых. Обновите предпросмотр.',
    busy: 'Слишком много запросов. Подождите немного и обновите предпросмотр.',
    unavailable: 'Сервис коллтрекинга не отвечает. Обновите предпросмотр чуть позже.',
    unreadable: 'Ответ сервиса не удалось прочитать.',
    failed: 'Не получилось собрать предпросмотр.',
  },
} as const
type Language = keyof typeof WORDS
type Reason = Exclude<keyof (typeof WORDS)['en'], 'title'>

const languageOf = (c: AppContext): Language => (c.req.query('lang') === 'ru' ? 'ru' : 'en')

const REASON_BY_STATUS: Readonly<Record<number, Reason>> = {
  401: 'session',
  403: 'forbidden',
  404: 'notFound',
  410: 'contactGone',
  429: 'busy',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}
const reasonOf = ({ status, code }: Failure): Reason =>
  code === 'upstream_bad_response' ? 'unreadable' : (REASON_BY_STATUS[status] ?? 'failed')

/**
 * Sandbox and policy block requests, but Chromium connects to a frame's host before, and preconnects are not
 * covered. Renamed, these elements do nothing.
 */
const REACHES_OUT = /<(\/?)(?=i?frame|fencedframe|portal|object|embed|link)/gi

/**
 * White as in mail programs, in any theme. Our base comes first and wins: links without a target would open a
 * window, which the sandbox blocks.
 */
const documentOf = (language: Language, body: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${WORDS[language].title}</title>
<base target="_blank">
<style>
:root { color-scheme: light; background: #fff; }
body { margin: 16px; color: #1f1d1a; font: 14px/20px system-ui, sans-serif; overflow-wrap: anywhere; }
mark { padding: 0 2px; background: #ffe9a8; color: inherit; }
img { max-width: 100%; }
.plain { white-space: pre-wrap; }
</style>
</head>
<body>
${body.replace(REACHES_OUT, '<$1x-')}
</body>
</html>
`

const messageOf = (object: ObjRead, contact: NotificationContact): string => {
  const template = object.email_notification?.obj_email_notify_config?.message_template
  if (!template?.trim()) throw failure('not_found')
  const filled = fillHtml(template, placeholderValues(object, contact))
  return isPlainTemplate(template) ? `<div class="plain">${filled}</div>` : filled
}

/** @throws Failure 410 when the contact is no longer on the first page */
const contactOf = (answer: unknown, wanted: string | undefined): NotificationContact => {
  const parsed = objectCallsAnswer.lenient.safeParse(answer)
  if (!parsed.success) throw failure('upstream_bad_response')
  const contacts = parsed.data.calls.filter(isReadable)
  if (wanted === undefined) return contacts[0] ?? SAMPLE_CONTACT
  const contact = contacts.find(({ id }) => String(id) === wanted)
  if (!contact) throw new Failure(410, 'contact_gone')
  return contact
}

/**
 * `/api/notification-preview/<oid>` and `/api/clients/<client>/notification-preview/<oid>` (G3): the object's e-mail template
 * (API document 2.3), filled, as an inert document. `contact`: the id of one of the newest contacts, or `sample`; default the
 * newest. `lang`: language of our texts. Failures are documents too, since a frame can't read errors.
 */
export const notificationPreviewRoutes = (
  { call, access, concealer }: SessionCalls,
  framing?: Framing,
): Hono<AppEnv> => {
  const headers = previewHeaders(framing)
  const filledMessage = async (c: AppContext): Promise<string> => {
    const session = requireSession(c)
    const [, client, oid] = PATH.exec(new URL(c.req.url).pathname) ?? []
    const prefix = client === undefined ? '' : `/${CLIENT_PREFIX}/${client}`
    const match = matchEndpoint('GET', `/v2${prefix}/objs/${oid}`)
    if (match?.name !== 'object') throw failure('not_found')
    const wanted = c.req.query('contact')
    const { hiddenFields } = await access(session, match.clientId, callContext(c))
    const hidden = new Set(hiddenFields)
    const read = async (requested: SessionCall) => {
      const answer = await call(session, requested, callContext(c))
      const seen = withoutSecrets(withoutHidden(requested.name, answer, hidden), concealer(session))
      const masks = masksOf(c)
      return masks === null ? seen : masked(seen, masks)
    }
    const [object, contact] = await Promise.all([
      read(match).then((answer) => objectAnswer.lenient.safeParse(answer)),
      wanted === 'sample'
        ? SAMPLE_CONTACT
        : read({ ...match, name: 'object_calls', query: { period: 'all' } }).then((answer) =>
            contactOf(answer, wanted),
          ),
    ])
    if (!object.success) throw failure('upstream_bad_response')
    return messageOf(object.data.obj, contact)
  }

  const send = (c: AppContext, body: string, status = 200) => {
    const bytes = new TextEncoder().encode(documentOf(languageOf(c), body))
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    // It cannot express "our own page only"; the policy does.
    c.header('X-Frame-Options')
    c.set('bytes', bytes.byteLength)
    c.status(status as StatusCode)
    return c.newResponse(bytes)
  }

  const handle = async (c: AppContext) => {
    if (c.req.method !== 'GET') throw failure('method_not_allowed', { headers: { Allow: 'GET' } })
    try {
      return send(c, await filledMessage(c))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      c.set('error', error.code)
      if (error.code === 'session_ended') c.set('session', null)
      return send(c, `<p>${WORDS[languageOf(c)][reasonOf(error)]}</p>`, error.status)
    }
  }
  return new Hono<AppEnv>()
    .all('/api/notification-preview/:oid', handle)
    .all('/api/clients/:client/notification-preview/:oid', handle)
}
