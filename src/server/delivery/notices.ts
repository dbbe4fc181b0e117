import * as z from 'zod'
import { DAY_MS } from '#/contract/day.ts'
import { plainMail } from '#/server/mail/plain-mail.ts'
import type { Task } from '#/server/schedule/scheduler.ts'
import { PermanentError } from '#/server/schedule/run-failures.ts'
import type { Schedule } from '#/server/schedule/schedules.ts'
import { sendToAll } from './to-all.ts'
import type { DeliveryTools } from './tools.ts'

export const NOTICE_KIND = 'notice'

const notice = z.object({
  why: z.enum(['standing_ended', 'not_mapped', 'client_forbidden', 'view_gone', 'export_forbidden']),
  who: z.string().nullable(),
  to: z.array(z.string()),
  language: z.enum(['en', 'ru']),
})
type Notice = z.infer<typeof notice>

/** Each of a person's schedules would report the same. */
const NOTICE_INTERVAL_MS = DAY_MS

export interface Addressed {
  readonly to: readonly string[]
  readonly language: Notice['language']
}

interface NoticeTools extends Pick<
  DeliveryTools,
  'schedules' | 'offlineAccess' | 'directory' | 'mailer' | 'now'
> {
  readonly addressedOf: (schedule: Schedule) => Promise<Addressed | null>
}

/**
 * A notice about a paused schedule. Expired access is reported to the person and the recipients; a lost
 * account or client, to the administrators and the person.
 */
export const noticeOfPause =
  (tools: NoticeTools) =>
  async (schedule: Schedule, reason: string): Promise<void> => {
    const { schedules, offlineAccess, directory, mailer, addressedOf, now } = tools
    const why = notice.shape.why.safeParse(reason).data
    if (why === undefined || mailer === null) return
    const { principal } = schedule
    if (why === 'standing_ended') {
      const state = await offlineAccess.stateOf(principal)
      // Never given or ended by the person, who knows.
      if (state.is !== 'ended' || state.why === 'person') return
    }
    const own = await schedules.list(principal)
    const notices = own.filter(({ kind }) => kind === NOTICE_KIND)
    for (const old of notices) if (old.created <= now() - NOTICE_INTERVAL_MS) await schedules.remove(old)
    const isRecent = notices.some(
      ({ what, created }) => created > now() - NOTICE_INTERVAL_MS && notice.safeParse(what).data?.why === why,
    )
    if (isRecent) return
    const who = await offlineAccess.personOf(principal)
    const all = why === 'standing_ended' ? own : [schedule]
    const addressed = (await Promise.all(all.map(addressedOf))).filter((one) => one !== null)
    const others =
      why === 'standing_ended'
        ? addressed.flatMap(({ to }) => to)
        : // Who has deleted a view can mend that alone.
          why === 'view_gone'
          ? []
          : directory.administrators()
    const to = [...new Set([...(who === null ? [] : [who]), ...others])]
    if (to.length === 0) return
    const what: Notice = { why, who, to, language: addressed[0]?.language ?? 'en' }
    // A paused schedule, used only for the retries and leases of its single run.
    const added = await schedules.add(principal, {
      kind: NOTICE_KIND,
      what,
      timing: { every: 'day', at: '09:00' },
      zone: 'UTC',
    })
    await schedules.pause(added, 'once')
    await schedules.ask(added.id)
  }

export const noticeTask =
  ({ mailer, mailStops, config }: Pick<DeliveryTools, 'mailer' | 'mailStops' | 'config'>): Task =>
  async (schedule, run) => {
    const { why, who, to, language } = notice.parse(schedule.what)
    if (mailer === null) throw new PermanentError('no_mail')
    // Loads all texts of the app, so only when needed.
    const { m } = await import('#/i18n/paraglide/messages.js')
    const locale = { locale: language }
    const name = who ?? m.notice_somebody({}, locale)
    const WHY = {
      standing_ended: m.notice_why_standing,
      not_mapped: m.notice_why_not_mapped,
      client_forbidden: m.notice_why_client,
      view_gone: m.notice_why_view,
      export_forbidden: m.notice_why_export,
    } as const satisfies Record<Notice['why'], unknown>
    const isOfReport = why === 'view_gone' || why === 'export_forbidden'
    const title = (isOfReport ? m.notice_report_title : m.notice_title)({ who: name }, locale)
    const whatNow = (isOfReport ? m.notice_report_what_now : m.notice_what_now)({ who: name }, locale)
    const stopped = await mailStops.of(NOTICE_KIND, to)
    const notices = await sendToAll(run, to, stopped, (address) => {
      const stop = `${config.publicUrl}${mailStops.linkOf({ schedule: NOTICE_KIND, to: address, language })}`
      const mail = plainMail({
        language,
        subject: title,
        kind: m.notice_kind({}, locale),
        parts: [
          {
            title,
            lines: [WHY[why]({ who: name }, locale), whatNow],
            open: { words: m.notice_open({}, locale), address: `${config.publicUrl}/alerts` },
          },
        ],
        why: m.notice_why({}, locale),
        links: [{ words: m.mail_stop({}, locale), address: stop }],
      })
      return mailer({ ...mail, to: address, stop })
    })
    return { told: notices }
  }
