import { m } from '#/i18n/paraglide/messages.js'

const REASONS: Readonly<Record<string, () => string>> = {
  mailbox_refused: m.reports_why_mailbox_refused,
  mail_put_off: m.reports_why_mail_put_off,
  mail_unreachable: m.reports_why_mail_unreachable,
  mail_refused_us: m.reports_why_mail_refused_us,
  mail_uncertain: m.reports_why_mail_uncertain,
  no_mail: m.reports_why_no_mail,
  standing_ended: m.reports_why_standing_ended,
  client_forbidden: m.reports_why_client_forbidden,
  archive_unavailable: m.reports_why_archive,
  /** Runs of former versions. */
  archive_off: m.reports_why_archive,
  service_failed: m.reports_why_service_failed,
  not_mapped: m.reports_why_not_mapped,
  view_gone: m.reports_why_view_gone,
  view_not_kept: m.reports_why_view_not_kept,
  view_hidden: m.reports_why_view_hidden,
  export_forbidden: m.reports_why_export_forbidden,
  stopped: m.reports_why_stopped,
  webhook_no_address: m.reports_why_webhook_host,
  webhook_host_not_allowed: m.reports_why_webhook_host,
  webhook_not_public: m.reports_why_webhook_not_public,
  webhook_unreachable: m.reports_why_webhook_unreachable,
  webhook_redirects: m.reports_why_webhook_redirects,
  webhook_refused: m.reports_why_webhook_refused,
}
export const reasonLabel = (reason: string | null): string =>
  ((reason !== null && Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined) ?? m.reports_why_other)()

export const whyLabel = ({
  reason,
  reply,
}: {
  readonly reason: string
  readonly reply: string | null
}): string =>
  reply === null ? reasonLabel(reason) : m.alerts_why_said({ why: reasonLabel(reason), said: reply })
