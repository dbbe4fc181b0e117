import { m } from '#/i18n/paraglide/messages.js'

/** Regions in order. Statistics-only clients have no settings (G12). */
export const REGIONS = [
  { id: 'facts', title: m.object_facts, isSetting: false },
  { id: 'tracking-script', title: m.object_script, isSetting: true },
  { id: 'plan', title: m.object_plan, isSetting: false },
  { id: 'working-hours', title: m.working_hours, isSetting: false },
  { id: 'notifications', title: m.object_notifications, isSetting: true },
  { id: 'forwarding-numbers', title: m.object_forwarding, isSetting: true },
  { id: 'blocked-addresses', title: m.object_blocked, isSetting: true },
  { id: 'custom-statuses', title: m.object_custom_statuses, isSetting: false },
] as const

export type Region = (typeof REGIONS)[number]
export type RegionId = Region['id']
