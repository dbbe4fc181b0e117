import { useOverview } from '#/features/overview/data/use-overview.ts'

/** Stub. */
export const HeatMap = () => <p>{useOverview().report?.figures.contacts}</p>
