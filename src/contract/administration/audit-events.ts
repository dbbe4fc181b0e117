/** Events in display order; addresses contain them. */
export const AUDIT_EVENTS = [
  'signed_in',
  'sign_in_refused',
  'signed_out',
  'frame_allowed',
  'wall_allowed',
  'wall_opened',
  'exported',
  'recording_heard',
  'settings_changed',
  'archive_forgotten',
  'contact_marked',
  'marks_forgotten',
  'standing_given',
  'standing_ended',
  'schedule_added',
  'schedule_changed',
  'schedule_deleted',
  'note_added',
  'note_deleted',
  'notes_forgotten',
  'alert_saved',
  'alert_deleted',
  'plan_changed',
  'plans_forgotten',
  'working_hours_changed',
  'working_hours_forgotten',
  'snapshot_shared',
  'snapshot_withdrawn',
  'snapshot_restored',
  'session_ended',
  'permissions_changed',
] as const
export type AuditEventName = (typeof AUDIT_EVENTS)[number]

/** Content of a file; the audit log needs the right `administer`. */
export const EXPORTED = ['contacts', 'figures', 'report', 'audit'] as const
