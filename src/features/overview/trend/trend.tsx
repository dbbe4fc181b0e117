import { useOverview } from '#/features/overview/data/use-overview.ts'

/** Stub. */
export const Trend = () => <p>{useOverview().report?.figures.contacts}</p>
