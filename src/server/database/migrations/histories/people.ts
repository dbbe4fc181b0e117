import type { MigrationHistory } from '#/server/database/database.ts'

/* Former histories of what people set up, write and send. Nothing is added to them. */

export const preferencesHistory: MigrationHistory = {
  table: 'preferences_migration',
  migrations: {
    '0001-preferences': async ({ schema }) => {
      await schema
        .createTable('preferences')
        .addColumn('principal', 'text', (column) => column.primaryKey())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('sections', 'text', (column) => column.notNull())
        .execute()
    },
    '0002-unreadable': async ({ schema }) => {
      await schema
        .createTable('unreadable_preferences')
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('sections', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('unreadable_preferences_primary', ['principal', 'at'])
        .execute()
    },
  },
}

export const annotationHistory: MigrationHistory = {
  table: 'contact_marks_migration',
  migrations: {
    '0001-contact-marks': async ({ schema }) => {
      await schema
        .createTable('contact_marks')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('contact', 'bigint', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addColumn('outcome_at', 'bigint')
        .addColumn('outcome_who', 'text')
        .addColumn('note', 'text', (column) => column.notNull())
        .addColumn('tags', 'text', (column) => column.notNull())
        .addColumn('score', 'integer')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addPrimaryKeyConstraint('contact_marks_primary', ['account', 'oid', 'contact'])
        .execute()
      await schema.createIndex('contact_marks_at').on('contact_marks').columns(['account', 'at']).execute()
    },
  },
}

export const chartNoteHistory: MigrationHistory = {
  table: 'timeline_notes_migration',
  migrations: {
    '0001-timeline-notes': async ({ schema }) => {
      await schema
        .createTable('timeline_notes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('text', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .execute()
      await schema
        .createIndex('timeline_notes_day')
        .on('timeline_notes')
        .columns(['account', 'day'])
        .execute()
    },
  },
}

export const monthPlanHistory: MigrationHistory = {
  table: 'month_plans_migration',
  migrations: {
    '0001-month-plans': async ({ schema }) => {
      await schema
        .createTable('month_plans')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('month', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('contacts', 'integer')
        .addColumn('target', 'integer')
        .addColumn('spend', 'text')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addPrimaryKeyConstraint('month_plans_primary', ['account', 'oid', 'month'])
        .execute()
    },
  },
}

export const workingHoursHistory: MigrationHistory = {
  table: 'working_hours_migration',
  migrations: {
    '0001-working-hours': async ({ schema }) => {
      await schema
        .createTable('working_hours')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('oid', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('week', 'text')
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addPrimaryKeyConstraint('working_hours_primary', ['account', 'oid'])
        .execute()
    },
  },
}

export const agencyLogoHistory: MigrationHistory = {
  table: 'agency_logos_migration',
  migrations: {
    '0001-agency-logos': async ({ schema }) => {
      await schema
        .createTable('agency_logos')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('logo', 'text', (column) => column.notNull())
        .addColumn('changed', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}

export const alertHistory: MigrationHistory = {
  table: 'alerts_migration',
  migrations: {
    '0001-alerts': async ({ schema }) => {
      await schema
        .createTable('alerts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('rule', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('who', 'text')
        .addColumn('fired_at', 'bigint')
        .addColumn('schedule', 'text')
        .execute()
      await schema.createIndex('alerts_account').on('alerts').columns(['account', 'since']).execute()
      await schema
        .createTable('alert_states')
        .addColumn('alert', 'text', (column) => column.notNull())
        .addColumn('client', 'text', (column) => column.notNull())
        .addColumn('looked_at', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('alert_states_primary', ['alert', 'client'])
        .execute()
      await schema
        .createTable('alert_runs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('alert', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('client', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('firings', 'text', (column) => column.notNull())
        .addColumn('words', 'text', (column) => column.notNull())
        .addColumn('mail_at', 'bigint')
        .addColumn('mail_due', 'bigint')
        .addColumn('is_mailed', 'integer', (column) => column.notNull())
        .addColumn('is_seen', 'integer', (column) => column.notNull())
        .execute()
      await schema.createIndex('alert_runs_alert').on('alert_runs').columns(['alert', 'mail_due']).execute()
      await schema.createIndex('alert_runs_account').on('alert_runs').columns(['account', 'at']).execute()
    },
    '0002-delivery': async ({ schema }) => {
      await schema.alterTable('alert_runs').addColumn('delivery', 'text').execute()
    },
    '0003-clocks': async ({ schema }) => {
      await schema.alterTable('alert_states').addColumn('clocks', 'text').execute()
    },
  },
}

export const scheduleHistory: MigrationHistory = {
  table: 'schedules_migration',
  migrations: {
    '0001-schedules': async ({ schema }) => {
      await schema
        .createTable('schedules')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('what', 'text', (column) => column.notNull())
        .addColumn('timing', 'text', (column) => column.notNull())
        .addColumn('zone', 'text', (column) => column.notNull())
        .addColumn('next_due', 'bigint')
        .addColumn('paused', 'text')
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('created', 'bigint', (column) => column.notNull())
        .addColumn('changed', 'bigint', (column) => column.notNull())
        .addColumn('deleted', 'bigint')
        .execute()
      await schema.createIndex('schedules_due').on('schedules').column('next_due').execute()
      await schema.createIndex('schedules_principal').on('schedules').column('principal').execute()
      await schema
        .createTable('schedule_runs')
        .addColumn('schedule', 'text', (column) => column.notNull())
        .addColumn('due', 'bigint', (column) => column.notNull())
        .addColumn('is_asked', 'integer', (column) => column.notNull())
        .addColumn('is_late', 'integer', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('try_at', 'bigint', (column) => column.notNull())
        .addColumn('holder', 'text')
        .addColumn('held_until', 'bigint', (column) => column.notNull())
        .addColumn('began', 'bigint')
        .addColumn('ended', 'bigint')
        .addColumn('reason', 'text')
        .addColumn('said', 'text')
        .addColumn('result', 'text')
        .addPrimaryKeyConstraint('schedule_runs_primary', ['schedule', 'due'])
        .execute()
      await schema
        .createIndex('schedule_runs_state')
        .on('schedule_runs')
        .columns(['state', 'try_at'])
        .execute()
      await schema
        .createTable('schedule_steps')
        .addColumn('schedule', 'text', (column) => column.notNull())
        .addColumn('due', 'bigint', (column) => column.notNull())
        .addColumn('step', 'text', (column) => column.notNull())
        .addColumn('is_done', 'integer', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('schedule_steps_primary', ['schedule', 'due', 'step'])
        .execute()
    },
  },
}

export const mailStopHistory: MigrationHistory = {
  table: 'mail_stops_migration',
  migrations: {
    '0001-mail-stops': async ({ schema }) => {
      await schema
        .createTable('mail_stops')
        .addColumn('schedule', 'text', (column) => column.notNull())
        .addColumn('address_hash', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('mail_stops_primary', ['schedule', 'address_hash'])
        .execute()
    },
  },
}

export const sharedReportHistory: MigrationHistory = {
  table: 'snapshots_migration',
  migrations: {
    '0001-snapshots': async ({ schema }) => {
      await schema
        .createTable('snapshots')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('client', 'text')
        .addColumn('company_name', 'text')
        .addColumn('object_title', 'text')
        .addColumn('date_from', 'text', (column) => column.notNull())
        .addColumn('date_to', 'text', (column) => column.notNull())
        .addColumn('who', 'text')
        .addColumn('made', 'bigint', (column) => column.notNull())
        .addColumn('expires', 'bigint', (column) => column.notNull())
        .addColumn('withdrawn', 'bigint')
        .addColumn('page', 'text', (column) => column.notNull())
        .execute()
      await schema.createIndex('snapshots_account').on('snapshots').columns(['account', 'made']).execute()
    },
  },
}
