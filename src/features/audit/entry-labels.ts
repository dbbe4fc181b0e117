import type { AuditEntry, AuditEvent } from '#/contract/administration/audit.ts'
import type { AuditEventName } from '#/contract/administration/audit-events.ts'
import { counted, formatDay, formatMonth } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const EVENT_WORD = {
  signed_in: m.audit_signed_in,
  sign_in_refused: m.audit_sign_in_refused,
  signed_out: m.audit_signed_out,
  frame_allowed: m.audit_frame_allowed,
  wall_allowed: m.audit_wall_allowed,
  wall_opened: m.audit_wall_opened,
  exported: m.audit_exported,
  recording_heard: m.audit_recording_heard,
  settings_changed: m.audit_settings_changed,
  archive_forgotten: m.audit_archive_forgotten,
  contact_marked: m.audit_contact_marked,
  marks_forgotten: m.audit_marks_forgotten,
  standing_given: m.audit_standing_given,
  standing_ended: m.audit_standing_ended,
  schedule_added: m.audit_schedule_added,
  schedule_changed: m.audit_schedule_changed,
  schedule_deleted: m.audit_schedule_deleted,
  note_added: m.audit_note_added,
  note_deleted: m.audit_note_deleted,
  notes_forgotten: m.audit_notes_forgotten,
  alert_saved: m.audit_alert_saved,
  alert_deleted: m.audit_alert_deleted,
  plan_changed: m.audit_plan_changed,
  plans_forgotten: m.audit_plans_forgotten,
  working_hours_changed: m.audit_working_hours_changed,
  working_hours_forgotten: m.audit_working_hours_forgotten,
  snapshot_shared: m.audit_snapshot_shared,
  snapshot_withdrawn: m.audit_snapshot_withdrawn,
  snapshot_restored: m.audit_snapshot_restored,
  session_ended: m.audit_session_ended,
  permissions_changed: m.audit_permissions_changed,
} as const satisfies Record<AuditEventName, () => string>

export const eventLabel = ({ what }: Pick<AuditEntry, 'what'>): string =>
  what === null ? m.audit_other_version() : EVENT_WORD[what.event]()

const BY = {
  password: m.audit_by_password,
  key: m.audit_by_key,
  oidc: m.audit_by_oidc,
  proxy: m.audit_by_proxy,
}
const REASON = {
  wrong: m.audit_reason_wrong,
  no_account: m.audit_reason_no_account,
  denied: m.audit_reason_denied,
  untrusted: m.audit_reason_untrusted,
  key_refused: m.audit_reason_key_refused,
}
const EXPORTED = {
  contacts: m.audit_what_contacts,
  figures: m.audit_what_figures,
  report: m.audit_what_report,
  audit: m.audit_what_audit,
}
const CHANGED = { agency: m.audit_what_agency, tracking_script: m.audit_what_tracking_script }

/** Names of annotation and agency fields; script options have code names. */
const FIELDS: ReadonlyMap<string, () => string> = new Map([
  ['outcome', m.col_mark_handled],
  ['note', m.col_mark_note],
  ['tags', m.col_mark_tags],
  ['score', m.col_mark_score],
  ['name', m.agency_name],
  ['domain', m.agency_domain],
  ['phone_number', m.agency_phone_number],
  ['is_active', m.agency_is_active],
])

const fieldLabel = (fields: readonly string[]): string =>
  fields.map((field) => FIELDS.get(field)?.() ?? field).join(', ')

const parts = (...all: readonly (string | null)[]): string =>
  all.filter((part) => part !== null && part !== '').join(', ')

export const detailsOf = (what: AuditEvent | null): string => {
  if (what === null) return ''
  if (what.event === 'signed_in') return BY[what.by]()
  if (what.event === 'sign_in_refused') return REASON[what.reason]()
  if (what.event === 'recording_heard') return m.audit_contact({ id: what.contact, object: what.object })
  if (what.event === 'contact_marked')
    return parts(m.audit_contact({ id: what.contact, object: what.object }), fieldLabel(what.fields))
  if (what.event === 'plan_changed') return parts(formatMonth(`${what.month}-01`), what.object)
  if (what.event === 'working_hours_changed') return what.object
  if (what.event === 'snapshot_shared') return m.audit_snapshot_days(counted(what.days))
  if (what.event === 'note_added') return formatDay(what.day)
  if (what.event === 'settings_changed')
    return parts(
      CHANGED[what.what](),
      what.object,
      what.what === 'agency' ? fieldLabel(what.fields) : what.fields.join(', '),
    )
  if (what.event === 'session_ended') return what.whose
  if (what.event === 'frame_allowed') return what.portal
  if (what.event !== 'exported') return ''
  const rows = what.rows === null ? null : m.audit_rows(counted(what.rows))
  return parts(EXPORTED[what.what](), what.format.toUpperCase(), rows)
}

/** Permission file changes have no person; keys have no name (G22). */
export const whoOf = ({ who, what }: AuditEntry): string | null =>
  who ?? (what?.event === 'permissions_changed' ? null : m.audit_nobody())
