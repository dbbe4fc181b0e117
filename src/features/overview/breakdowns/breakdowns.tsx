import { useOverview } from '#/features/overview/data/use-overview.ts'

/** Stub. */
export const Breakdowns = () => <p>{useOverview().report?.figures.contacts}</p>
