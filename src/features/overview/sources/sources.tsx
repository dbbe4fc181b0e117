import { useOverview } from '#/features/overview/data/use-overview.ts'

/** Stub. */
export const Sources = () => <p>{useOverview().report?.figures.contacts}</p>
