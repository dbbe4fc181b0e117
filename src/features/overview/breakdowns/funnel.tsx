import { useOverview } from '#/features/overview/data/use-overview.ts'

/** Stub. */
export const Funnel = () => <p>{useOverview().report?.figures.contacts}</p>
