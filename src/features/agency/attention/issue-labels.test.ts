import { expect, test } from 'vitest'
import { ISSUE_KINDS, type ClientIssue } from '#/contract/archive/client-issues.ts'
import { issueLink } from './issue-labels.ts'

const issueOf = (kind: ClientIssue['kind'], at: string | null): ClientIssue => ({
  client: '7',
  kind,
  oid: 'site',
  object: 'Object site',
  value: 15,
  of: 28,
  usual: 12.5,
  at,
  by: null,
  key: kind,
  level: 1,
})

test('each issue opens where its number is: the missed rate on the seven days that it counts', () => {
  const links = Object.fromEntries(ISSUE_KINDS.map((kind) => [kind, issueLink(issueOf(kind, '2026-11-13'))]))
  const object = { to: '/objects/$oid', params: { oid: 'site' }, search: { client: '7' } }
  const health = { to: '/health', search: { client: '7' } }
  expect(links).toEqual({
    quiet: object,
    missed_rate: {
      to: '/overview',
      search: { client: '7', object: 'site', date_from: '2026-11-13', date_to: '2026-11-19' },
    },
    waiting: { to: '/call-back', search: { client: '7', object: 'site', waiting: '1' } },
    expires: object,
    plan_behind: {
      to: '/overview',
      search: { client: '7', object: 'site', period: 'this_month', trend_metric: 'plan' },
    },
    unread: health,
    not_updated: health,
    not_read: { to: '/overview', search: { client: '7' } },
  })
})
